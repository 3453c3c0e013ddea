import { Construct } from 'constructs';
import type { Access } from './access.ts';
import { DataTable } from './data-table.ts';
import type { Protection } from './protection.ts';
import { type ChangingTables, changeStream } from './usage-events.ts';

/** API keys, accounts, usage by billing period, and stored responses of requests with an `Idempotency-Key`. */
export class AccountStore extends Construct {
  /** Tables in which all requests of an account write the same row. */
  readonly hotTables: { readonly usage: DataTable };
  /** Tables with streams. */
  readonly changing: ChangingTables;
  readonly access: Pick<
    Access,
    'KEYS_TABLE' | 'KEY_USES_TABLE' | 'SIGNING_KEYS_TABLE' | 'ACCOUNTS_TABLE' | 'USAGE_TABLE' | 'IDEMPOTENCY_TABLE'
  >;

  constructor(scope: Construct, id: string, protection: Protection) {
    super(scope, id);
    const keys = new DataTable(this, 'Keys', { variable: 'KEYS_TABLE', ...protection });
    const keyUses = new DataTable(this, 'KeyUses', { variable: 'KEY_USES_TABLE', ...protection });
    const signingKeys = new DataTable(this, 'SigningKeys', { variable: 'SIGNING_KEYS_TABLE', ...protection });
    const accounts = new DataTable(this, 'Accounts', {
      variable: 'ACCOUNTS_TABLE',
      ...protection,
      stream: changeStream,
    });
    const usage = new DataTable(this, 'Usage', { variable: 'USAGE_TABLE', ...protection, stream: changeStream });
    // not protected, because its rows expire after two days
    const idempotency = new DataTable(this, 'Idempotency', {
      variable: 'IDEMPOTENCY_TABLE',
      ...protection,
      keepsData: false,
    });
    this.hotTables = { usage };
    this.changing = { usage, accounts };
    this.access = {
      KEYS_TABLE: keys.target,
      KEY_USES_TABLE: keyUses.target,
      SIGNING_KEYS_TABLE: signingKeys.target,
      ACCOUNTS_TABLE: accounts.target,
      USAGE_TABLE: usage.target,
      IDEMPOTENCY_TABLE: idempotency.target,
    };
  }
}
