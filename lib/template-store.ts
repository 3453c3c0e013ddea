import { Construct } from 'constructs';
import type { Access } from './access.ts';
import { DataTable } from './data-table.ts';
import { PrivateBucket } from './private-bucket.ts';

export interface TemplateStoreProps {
  readonly keepsData: boolean;
}

/** Templates: records in a table; code, plans and pinned images in a bucket under the hash of their content. */
export class TemplateStore extends Construct {
  readonly table: DataTable;
  readonly access: Pick<Access, 'TEMPLATES_TABLE' | 'SOURCES_BUCKET'>;

  constructor(scope: Construct, id: string, { keepsData }: TemplateStoreProps) {
    super(scope, id);
    this.table = new DataTable(this, 'Records', { variable: 'TEMPLATES_TABLE', keepsData });
    const bucket = new PrivateBucket(this, 'Sources', { keepsData });
    this.access = { TEMPLATES_TABLE: this.table.target, SOURCES_BUCKET: bucket.target };
  }
}
