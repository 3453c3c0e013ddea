import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from 'image-url-contract/limits.ts';
import { describe, expect, it } from 'vitest';
import { documents } from '../../lambdas/aws/dynamodb/client.ts';
import { anOwner } from '../support/an-owner.ts';
import { aRecord } from '../support/records.ts';
import { anAccount, type Caller, send, store } from '../support/service.ts';

const text = '漢'.repeat(45_000);
const code = (title: string) =>
  `export default ({ note, title = '${title}', long = '${text}' }) => <div title={long}>{title}{note}</div>;`;
const variables = (title: string) => [
  { name: 'note', defaultValue: '', required: true },
  { name: 'title', defaultValue: title, required: false },
  { name: 'long', defaultValue: text, required: false },
];

/** Returns the units of a consistent read of a record. */
const readUnits = async (TableName: string | undefined, Key: Record<string, string>): Promise<number> => {
  const read = { TableName, Key, ConsistentRead: true, ReturnConsumedCapacity: 'TOTAL' } as const;
  const { Item, ConsumedCapacity } = await documents.send(new GetCommand(read));
  expect(Item).toBeDefined();
  return ConsumedCapacity?.CapacityUnits ?? Number.NaN;
};

const mint = (caller: Caller, templateId: string, given: object, version?: number) =>
  send('POST', '/v1/url', { caller, body: { templateId, variables: given, version } });

describe('a template with long variables', () => {
  it('has records that a mint reads with one unit', async () => {
    const { caller, templateId } = await anOwner(code('One'));
    await send('PATCH', `/v1/templates/${templateId}`, { caller, body: { code: code('Two') } });

    const { status } = await mint(caller, templateId, { note: 'x' });

    expect(status).toBe(200);
    expect(await readUnits(process.env.TEMPLATES_TABLE, { templateId })).toBe(1);
    expect(await readUnits(process.env.VERSIONS_TABLE, { templateId, version: '000000001' })).toBe(1);
  });

  it('shows them whenever it is saved, read or listed', async () => {
    const { caller, templateId } = await anOwner(code('One'));

    const updated = await send('PATCH', `/v1/templates/${templateId}`, { caller, body: { code: code('Two') } });
    const renamed = await send('PATCH', `/v1/templates/${templateId}`, { caller, body: { name: 'Other' } });
    const got = await send('GET', `/v1/templates/${templateId}`, { caller });
    const earlier = await send('GET', `/v1/templates/${templateId}/versions/1`, { caller });
    const listed = await send('GET', '/v1/templates?scope=mine', { caller });

    for (const { json } of [updated, renamed, got]) expect(json.template.variables).toEqual(variables('Two'));
    expect(earlier.json.template.variables).toEqual(variables('One'));
    expect(listed.json.templates).toMatchObject([{ variables: variables('Two') }]);
  });

  it('has its required variables checked, in every version', async () => {
    const { caller, templateId } = await anOwner(code('One'));
    await send('PATCH', `/v1/templates/${templateId}`, { caller, body: { code: 'export default () => <p>Two</p>;' } });

    const answers = [
      await mint(caller, templateId, {}, 1),
      await mint(caller, templateId, { note: 'x', titel: 'y' }, 1),
      await mint(caller, templateId, {}),
    ];

    expect(answers.map(({ json: { code, warnings } }) => code ?? warnings)).toEqual([
      'MISSING_TEMPLATE_VARIABLES',
      ['titel is not a variable (title?)'],
      undefined,
    ]);
  });

  it('has them in its record again when they get short', async () => {
    const { caller, templateId } = await anOwner(code('One'));
    await send('PATCH', `/v1/templates/${templateId}`, {
      caller,
      body: { code: 'export default ({ a = "b" }) => <p>{a}</p>;' },
    });

    const { json } = await send('GET', `/v1/templates/${templateId}`, { caller });

    expect(json.template.variables).toEqual([{ name: 'a', defaultValue: 'b', required: false }]);
  });

  it('counts them towards the bytes of a list', async () => {
    const { accountId: ownerId, ...caller } = await anAccount();
    for (const _ of [1, 2, 3])
      await store.putTemplate(aRecord({ ownerId, variables: [], variablesBytes: limits.listedBytes / 2 - 1_000 }));

    const { json } = await send('GET', '/v1/templates?scope=mine', { caller });

    expect(json.templates).toHaveLength(2);
  });
});
