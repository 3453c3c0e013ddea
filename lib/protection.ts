import type { IKey } from 'aws-cdk-lib/aws-kms';

/** How what holds data is protected. */
export interface Protection {
  /** Stays when the stack is deleted, and cannot be deleted by mistake. */
  readonly keepsData: boolean;
  /** Encrypts tables, buckets and secrets. @default keys that AWS owns */
  readonly encryptionKey?: IKey | undefined;
}
