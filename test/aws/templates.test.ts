import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dynamoDbCallersWithTemplates } from '../../lambdas/aws/dynamodb-callers.ts';
import {
  dynamoDbTemplateCreator,
  dynamoDbTemplateLister,
  dynamoDbTemplateUpdater,
} from '../../lambdas/aws/dynamodb-templates.ts';
import { limits } from '../../lambdas/contract/limits.ts';
import { readEnvironment } from '../../lambdas/environment.ts';
import type { Ports } from '../../lambdas/ports/ports.ts';
import type { TemplateRecord } from '../../lambdas/ports/records.ts';
import { type FaultyCloud, startFaultyCloud } from '../faults/faulty-cloud.ts';
import { aRecord } from '../support/records.ts';

let cloud: FaultyCloud;
let ports: Pick<Ports, 'templates:create' | 'templates:update' | 'templates:list' | 'callersWithTemplates:read'>;
beforeAll(async () => {
  cloud = await startFaultyCloud();
  ports = {
    'templates:create': dynamoDbTemplateCreator(readEnvironment('templates:create')),
    'templates:update': dynamoDbTemplateUpdater(readEnvironment('templates:update')),
    'templates:list': dynamoDbTemplateLister(readEnvironment('templates:list')),
    'callersWithTemplates:read': dynamoDbCallersWithTemplates(readEnvironment('callersWithTemplates:read')),
  };
});
beforeEach(() => cloud.calm());
afterAll(() => cloud.close());

/** What a compiled code brings. */
const compiled = (codeHash: string) => {
  const { planHash = '', variables, seesAll, options, warnings } = aRecord();
  return { codeHash, planHash, variables, seesAll, options, warnings };
};
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

describe.each(['lost', 'errorAfter'] as const)('when an answer is %s', (fault) => {
  it('creating succeeds once', async () => {
    const template = aRecord();
    once('PutItem', fault);

    await ports['templates:create'].create(template);

    expect(await ports['templates:list'].ownedBy(template.ownerId)).toEqual([template]);
  });

  it('an update counts the version up once', async () => {
    const template = aRecord();
    await ports['templates:create'].create(template);
    once('UpdateItem', fault);

    const updated = await ports['templates:update'].update(template.templateId, template.ownerId, {
      compiled: compiled('another'),
    });

    expect(updated?.version).toBe(2);
    expect(await only(template.ownerId)).toEqual(updated);
  });
});

describe('template records', () => {
  it('are created under ids that are free', async () => {
    const template = aRecord();
    await ports['templates:create'].create(template);

    await expect(ports['templates:create'].create({ ...template, name: 'Other' })).rejects.toThrow(/conditional/i);

    expect((await only(template.ownerId))?.name).toBe(template.name);
  });

  it('keep their version when the same code comes again, at once or twice at the same time', async () => {
    const template = aRecord();
    await ports['templates:create'].create(template);
    const update = (codeHash: string) =>
      ports['templates:update'].update(template.templateId, template.ownerId, { compiled: compiled(codeHash) });

    await update(template.codeHash);
    expect((await only(template.ownerId))?.version).toBe(1);
    await Promise.all([update('second'), update('second'), update('second')]);
    expect((await only(template.ownerId))?.version).toBe(2);
  });

  it('are changed by their owner only', async () => {
    const template = aRecord();
    await ports['templates:create'].create(template);

    const change = { name: 'Taken', compiled: compiled('theirs') };
    expect(await ports['templates:update'].update(template.templateId, 'stranger', change)).toBeUndefined();
    expect(await ports['templates:update'].update('none', template.ownerId, change)).toBeUndefined();

    expect(await only(template.ownerId)).toEqual(template);
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
