import { Construct } from 'constructs';
import type { Access } from './access.ts';
import { DataTable } from './data-table.ts';
import { PrivateBucket } from './private-bucket.ts';
import type { Protection } from './protection.ts';

/** Templates: records, versions and fonts in tables; code, render plans, images and font files in a bucket. */
export class TemplateStore extends Construct {
  readonly access: Pick<Access, 'TEMPLATES_TABLE' | 'VERSIONS_TABLE' | 'FONTS_TABLE' | 'SOURCES_BUCKET'>;

  constructor(scope: Construct, id: string, protection: Protection) {
    super(scope, id);
    const records = new DataTable(this, 'Records', { variable: 'TEMPLATES_TABLE', ...protection });
    const versions = new DataTable(this, 'Versions', { variable: 'VERSIONS_TABLE', ...protection });
    const fonts = new DataTable(this, 'Fonts', { variable: 'FONTS_TABLE', ...protection });
    const bucket = new PrivateBucket(this, 'Sources', protection);
    this.access = {
      TEMPLATES_TABLE: records.target,
      VERSIONS_TABLE: versions.target,
      FONTS_TABLE: fonts.target,
      SOURCES_BUCKET: bucket.target,
    };
  }
}
