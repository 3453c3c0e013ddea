import { Construct } from 'constructs';
import type { Access } from './access.ts';
import { DataTable } from './data-table.ts';

export interface DenyListProps {
  readonly keepsData: boolean;
}

/** Accounts and templates whose pictures are not delivered any more; the edge has a copy beside its keys. */
export class DenyList extends Construct {
  readonly table: DataTable;
  readonly access: Pick<Access, 'DENIALS_TABLE'>;

  constructor(scope: Construct, id: string, { keepsData }: DenyListProps) {
    super(scope, id);
    this.table = new DataTable(this, 'Denials', { variable: 'DENIALS_TABLE', keepsData });
    this.access = { DENIALS_TABLE: this.table.target };
  }
}
