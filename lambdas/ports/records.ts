/* Records of the tables, as their schemas declare them. */

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
} from '../domain/records/account-records.ts';
export type {
  AssetItem,
  AssetRecord,
  FrozenImage,
  OnDemandRecord,
  RenderFailure,
  SitePage,
  SiteRecord,
} from '../domain/records/image-records.ts';
export type { Walked } from '../domain/records/record.ts';
