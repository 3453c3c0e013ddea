import { Construct } from 'constructs';
import type { Access } from './access.ts';
import { DataTable } from './data-table.ts';
import type { Protection } from './protection.ts';

/** Tables of deny list entries and revocations; the edge has a copy beside its keys. */
export class DenyList extends Construct {
  readonly tables: readonly DataTable[];
  readonly access: Pick<Access, 'DENIALS_TABLE' | 'REVOCATIONS_TABLE'>;

  constructor(scope: Construct, id: string, protection: Protection) {
    super(scope, id);
    const denyList = new DataTable(this, 'Denials', { variable: 'DENIALS_TABLE', ...protection });
    const revocations = new DataTable(this, 'Revocations', { variable: 'REVOCATIONS_TABLE', ...protection });
    this.tables = [denyList, revocations];
    this.access = { DENIALS_TABLE: denyList.target, REVOCATIONS_TABLE: revocations.target };
  }
}
