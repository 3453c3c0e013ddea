/* Records of the tables, as their schemas declare them. */

export type {
  AccountRecord,
  DenyListEntry,
  FontRecord,
  FrozenImage,
  KeyRecord,
  ListedKey,
  RevocationRecord,
  SentUsageEvent,
  SigningKeyRecord,
  SitePage,
  SiteRecord,
  TemplateChange,
  TemplateRecord,
  VersionRecord,
} from '../aws/dynamodb/items.ts';
export type { Walked } from '../aws/dynamodb/records.ts';
