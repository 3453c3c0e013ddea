import type { IKey } from 'aws-cdk-lib/aws-kms';

/** Protection of resources with data. */
export interface Protection {
  /** Whether they are retained when the stack is deleted, and protected from deletion. */
  readonly keepsData: boolean;
  /** Key for tables, buckets and secrets. @default keys that AWS owns */
  readonly encryptionKey?: IKey | undefined;
  /** Region to which tables and the keyring are replicated. @default none */
  readonly replicaRegion?: string | undefined;
}
