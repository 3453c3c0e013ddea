import { randomBytes } from 'node:crypto';
import type { TemplateRecord } from '../../lambdas/ports/records.ts';

const anId = (): string => randomBytes(16).toString('base64url');

export const aRecord = (change: Partial<TemplateRecord> = {}): TemplateRecord => ({
  templateId: anId(),
  ownerId: anId(),
  isPublic: false,
  name: 'Card',
  description: 'One',
  version: 1,
  codeHash: 'c0de',
  renderPlanHash: '91a4',
  variables: [{ name: 'title', required: false, defaultValue: 'Hello' }],
  seesAll: false,
  options: { width: 320, engine: 'satori' },
  warnings: [],
  createdAt: new Date('2027-01-01T00:00:00Z'),
  updatedAt: new Date('2027-01-01T00:00:00Z'),
  versionCreatedAt: new Date('2027-01-01T00:00:00Z'),
  ...change,
});
