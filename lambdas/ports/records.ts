/* Records of the tables, as their schemas declare them. */

export type { FrozenImage, SitePage, SiteRecord } from '../aws/dynamodb/image-items.ts';
export type {
  AccountRecord,
  DenyListEntry,
  FontRecord,
  KeyRecord,
  Limits,
  ListedKey,
  RevocationRecord,
  SentUsageEvent,
  SigningKeyRecord,
  TemplateChange,
  TemplateRecord,
  VersionRecord,
} from '../aws/dynamodb/items.ts';
export type { Walked } from '../aws/dynamodb/records.ts';
