import { Construct } from 'constructs';
import type { Access } from './access.ts';
import { DataTable } from './data-table.ts';

export interface AccountStoreProps {
  readonly keepsData: boolean;
}

/** API keys, accounts, and what they have used by billing period. */
export class AccountStore extends Construct {
  readonly tables: readonly DataTable[];
  readonly access: Pick<Access, 'KEYS_TABLE' | 'ACCOUNTS_TABLE' | 'USAGE_TABLE'>;

  constructor(scope: Construct, id: string, { keepsData }: AccountStoreProps) {
    super(scope, id);
    const keys = new DataTable(this, 'Keys', { variable: 'KEYS_TABLE', keepsData });
    const accounts = new DataTable(this, 'Accounts', { variable: 'ACCOUNTS_TABLE', keepsData });
    const usage = new DataTable(this, 'Usage', { variable: 'USAGE_TABLE', keepsData });
    this.tables = [keys, accounts, usage];
    this.access = { KEYS_TABLE: keys.target, ACCOUNTS_TABLE: accounts.target, USAGE_TABLE: usage.target };
  }
}
