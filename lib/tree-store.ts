import { Construct } from 'constructs';
import type { Access } from './access.ts';
import { DataTable } from './data-table.ts';
import type { Protection } from './protection.ts';

/** Evaluated trees of minted URLs; each row expires after the longest lifetime of its URLs. */
export class TreeStore extends Construct {
  readonly table: DataTable;
  readonly access: Pick<Access, 'TREES_TABLE'>;

  constructor(scope: Construct, id: string, protection: Protection) {
    super(scope, id);
    this.table = new DataTable(this, 'Trees', { variable: 'TREES_TABLE', ...protection });
    this.access = { TREES_TABLE: this.table.target };
  }
}
