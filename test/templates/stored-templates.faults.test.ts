import { limits } from 'image-url-contract/limits.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { dynamoDbCallersWithTemplates } from '../../lambdas/aws/dynamodb/callers.ts';
import {
  dynamoDbTemplateCreator,
  dynamoDbTemplateDeleter,
  dynamoDbTemplateLister,
  dynamoDbTemplateUpdater,
  dynamoDbVersionLister,
  dynamoDbVersionReader,
} from '../../lambdas/aws/dynamodb/templates.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import type { TemplateRecord } from '../../lambdas/ports/records.ts';
import { useFaultyCloud } from '../support/faults/faulty-cloud.ts';
import { aRecord } from '../support/records.ts';

/**
 * @promise AWS failures: If answers are lost, templates are created once and versions counted once
 * @figure holds
 */

const cloud = useFaultyCloud();
const openPorts = () => ({
  'templates:create': dynamoDbTemplateCreator(readEnvironment('templates:create')),
  'templates:update': dynamoDbTemplateUpdater(readEnvironment('templates:update')),
  'templates:delete': dynamoDbTemplateDeleter(readEnvironment('templates:delete')),
  'versions:read': dynamoDbVersionReader(readEnvironment('versions:read')),
  'versions:list': dynamoDbVersionLister(readEnvironment('versions:list')),
  'templates:list': dynamoDbTemplateLister(readEnvironment('templates:list')),
  'callersWithTemplates:read': dynamoDbCallersWithTemplates(readEnvironment('callersWithTemplates:read')),
});
let ports: ReturnType<typeof openPorts>;
const later = new Date('2027-02-01T00:00:00Z');
beforeAll(() => {
  ports = openPorts();
});

/** What a compiled code brings. */
const compiled = (codeHash: string) => {
  const { renderPlanHash = '', variables, seesAll, options, warnings } = aRecord();
  return { codeHash, renderPlanHash, variables, seesAll, options, warnings };
};
const compiledFacts = ({ codeHash, renderPlanHash, variables, seesAll, options }: TemplateRecord) => ({
  ...{ codeHash, renderPlanHash, variables, seesAll, options },
});
const once = (operation: string, fault: 'lost' | 'errorAfter') => {
  let isOpen = true;
  cloud.dynamoDb.decide = (call) => {
    const hit = isOpen && call.operation === operation;
    if (hit) isOpen = false;
    return hit ? fault : undefined;
  };
};
const only = async (ownerId: string): Promise<TemplateRecord | undefined> =>
  (await ports['templates:list'].ownedBy(ownerId))[0];

it.each(['lost', 'errorAfter'] as const)(
  'creating and updating happen once when their answers are %s',
  async (fault) => {
    const template = aRecord();
    once('PutItem', fault);
    await ports['templates:create'].create(template);
    const created = await only(template.ownerId);
    once('UpdateItem', fault);
    const updated = await ports['templates:update'].update(template, { compiled: compiled('another') }, later);

    expect(created).toEqual(template);
    expect(updated?.version).toBe(2);
    expect(await only(template.ownerId)).toEqual(updated);
  },
);

describe('template records', () => {
  it('keep their version when the same code is saved again, also concurrently', async () => {
    const template = aRecord();
    await ports['templates:create'].create(template);
    const update = (codeHash: string) =>
      ports['templates:update'].update(template, { compiled: compiled(codeHash) }, later);

    await update(template.codeHash);
    expect((await only(template.ownerId))?.version).toBe(1);
    await Promise.all([update('second'), update('second'), update('second')]);
    expect((await only(template.ownerId))?.version).toBe(2);
  });

  it('keep every version through concurrent updates', async () => {
    const template = aRecord();
    await ports['templates:create'].create(template);

    const codes = Array.from({ length: 8 }, (_, n) => `code ${n}`);
    const updates = codes.map((code) =>
      ports['templates:update'].update(template, { compiled: compiled(code) }, later),
    );
    const versions = (await Promise.all(updates)).map((updated) => updated?.version);

    expect(versions.toSorted()).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    const cached = await ports['versions:list'].of(template.templateId);
    expect(cached.map(({ version }) => version)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
    const seen = [...cached.map(({ codeHash }) => codeHash), (await only(template.ownerId))?.codeHash];
    expect(new Set(seen)).toEqual(new Set([...codes, template.codeHash]));
    expect(await ports['versions:read'].find(template.templateId, 1)).toEqual({
      ...{ templateId: template.templateId, version: 1, createdAt: template.versionCreatedAt },
      ...compiledFacts(template),
    });
  });

  it('leave nothing behind but an id that is never reused', async () => {
    const template = aRecord();
    await ports['templates:create'].create(template);
    await ports['templates:update'].update(template, { compiled: compiled('another') }, later);

    expect(await ports['templates:delete'].delete(template.templateId, 'stranger')).toBe(undefined);
    // the repetition of a lost call finds the template deleted: its count may stay one too high, never too low
    once('PutItem', 'lost');
    expect(await ports['templates:delete'].delete(template.templateId, template.ownerId)).toEqual({ isFirst: false });
    await ports['templates:delete'].deleteVersions(template.templateId);

    expect(await only(template.ownerId)).toBeUndefined();
    expect(await ports['versions:list'].of(template.templateId)).toEqual([]);
    const key = { keyId: 'k', keyHash: 'h', accountId: 'a' };
    expect((await ports['callersWithTemplates:read'].find(key, [template.templateId])).templates.size).toBe(0);
    expect(await ports['templates:update'].update(template, { name: 'Back' }, later)).toBeUndefined();
    await expect(ports['templates:create'].create(template)).rejects.toThrow(/in use/);
  });

  it('are read in one batch, asked again for what was left and never taken for absent', async () => {
    const templates = Array.from({ length: 9 }, () => aRecord());
    for (const template of templates) await ports['templates:create'].create(template);
    const ids = templates.map(({ templateId }) => templateId);
    const key = { keyId: 'k', keyHash: 'h', accountId: 'a' };
    let asked = 0;
    cloud.dynamoDb.decide = () => {
      asked += 1;
      return (['half', 'none', 'half'] as const)[asked - 1];
    };

    const found = await ports['callersWithTemplates:read'].find(key, ids);

    expect(asked).toBe(4);
    expect([...found.templates.keys()].sort()).toEqual([...ids].sort());
    cloud.dynamoDb.decide = () => 'none';
    await expect(ports['callersWithTemplates:read'].find(key, ids)).rejects.toThrow(/unprocessed/);
  });
});

it('a list ends before its answer is too long to send, in bytes', async () => {
  const variables = [{ name: 'title', required: false, defaultValue: '漢'.repeat(100_000) }];
  const records = Array.from({ length: 20 }, () => aRecord({ ownerId: 'long', variables }));
  await Promise.all(records.map((record) => ports['templates:create'].create(record)));

  const found = await ports['templates:list'].ownedBy('long');

  expect(found.length).toBeGreaterThan(10);
  expect(Buffer.byteLength(JSON.stringify(found))).toBeLessThanOrEqual(limits.listedBytes);
});
