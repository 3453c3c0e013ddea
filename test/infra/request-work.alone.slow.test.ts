import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount, createKey } from '../../admin/administer-accounts.ts';
import { administration } from '../../admin/administration.ts';
import { cardNamed } from '../../bench/cards.ts';
import { documents } from '../../lambdas/aws/dynamodb/client.ts';
import { objects } from '../../lambdas/aws/s3/client.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { getRunningFunction } from '../../local/granted-calls.ts';
import { settleInvocations } from '../../local/lambda-runtime.ts';
import { type RunningService, startService } from '../../local/service.ts';
import { requestWork } from '../../tools/docs/request-work.ts';
import { useFolder } from '../support/folder.ts';
import { onDemandPath } from '../support/on-demand.ts';
import { sendTo } from '../support/send-to.ts';

const dataDir = useFolder();
let service: RunningService;
let work = { objectsRead: 0, objectsWritten: 0 };
/** Units by table. */
let units = { readUnits: new Map<string, number>(), writeUnits: new Map<string, number>() };

interface Answer {
  readonly output: { readonly ConsumedCapacity?: Units | readonly Units[] };
}
interface Units {
  readonly TableName?: string;
  readonly CapacityUnits?: number;
}
type Next = (call: { readonly input: object }) => Promise<Answer>;
type Context = { readonly commandName?: string };

/** Not those that follow from events: usage, access logs. */
const counted: readonly unknown[] = ['mintUrl', 'renderImage', 'renderOnDemand'];
const isCounted = () => counted.includes(getRunningFunction());

const countUnits =
  (next: Next, { commandName = '' }: Context): Next =>
  async (call) => {
    if (!isCounted()) return next(call);
    const answer = await next({ ...call, input: { ...call.input, ReturnConsumedCapacity: 'TOTAL' } });
    const byTable = units[/^(?:Get|BatchGet|Query)/.test(commandName) ? 'readUnits' : 'writeUnits'];
    for (const { TableName = '', CapacityUnits = 0 } of [answer.output.ConsumedCapacity ?? []].flat())
      byTable.set(TableName, (byTable.get(TableName) ?? 0) + CapacityUnits);
    return answer;
  };
const countObjects =
  (next: Next, { commandName = '' }: Context): Next =>
  (call) => {
    if (!isCounted()) return next(call);
    if (commandName.startsWith('Get')) work.objectsRead += 1;
    if (commandName.startsWith('Put')) work.objectsWritten += 1;
    return next(call);
  };

/** Returns the work of the function that answers a request. */
const measure = async (request: () => Promise<unknown>) => {
  // functions may work on after their answers
  await settleInvocations();
  work = { objectsRead: 0, objectsWritten: 0 };
  units = { readUnits: new Map(), writeUnits: new Map() };
  await request();
  await settleInvocations();
  const [reads, writes] = [units.readUnits, units.writeUnits].map((byTable) => [...byTable.values()]);
  const sum = (of: readonly number[] = []): number => of.reduce((total, one) => total + one, 0);
  return {
    ...work,
    ...{ readUnits: sum(reads), readUnitsOfATable: Math.max(0, ...(reads ?? [])) },
    ...{ writeUnits: sum(writes), writeUnitsOfATable: Math.max(0, ...(writes ?? [])) },
  };
};

beforeAll(async () => {
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
  const settings = { dataDir, port: 0, imagePort: 0, bedrockModel: '', hasEdgeFunction: true, fontPackages: [] };
  service = await startService(settings);
  const step = { step: 'initialize', priority: 'low' } as never;
  documents.middlewareStack.add(countUnits as never, step);
  objects.middlewareStack.add(countObjects as never, step);
});
afterAll(() => service.close());

it('the table of scale counts what each request reads and writes', async () => {
  const { store } = administration();
  const { accountId } = await createAccount(store, runtime, { plan: 'scale' });
  const { apiKey } = await createKey(store, runtime, accountId);
  const post = async (path: string, body: object) =>
    (await sendTo({ baseUrl: service.baseUrl, apiKey }, 'POST', path, body)).json;
  const { templateId } = await post('/v1/templates', {
    name: 'card',
    code: cardNamed('list').source.replace("'png'", "'webp'"),
  });
  const { signingKey } = await post('/v1/signing-keys', { name: 'site' });
  const mint = async (title: string): Promise<string> =>
    (await post('/v1/url', { templateId, variables: { heading: title } })).url;
  const fetchImage = async (url: string, agent = 'a browser') => {
    const image = await fetch(url, { headers: { 'user-agent': agent } });
    await image.arrayBuffer();
    expect(image.status).toBe(200);
  };
  const onDemand = (title: string) =>
    service.imageUrl + onDemandPath(signingKey, { templateId, format: 'webp', variables: { heading: title } });
  // what a process reads once
  for (const url of [await mint('first'), onDemand('on demand')]) await fetchImage(url);

  let url = '';
  const measured = {
    mint: await measure(async () => {
      url = await mint('measured');
    }),
    firstImage: await measure(() => fetchImage(url)),
    // the edge has another entry for link previewers, whose image is stored by the first request
    storedImage: await measure(() => fetchImage(url, 'WhatsApp/2.23')),
    firstOnDemand: await measure(() => fetchImage(onDemand('another'))),
  };

  const table = Object.entries(requestWork).map(([name, { title: _title, function: _id, ...counts }]) => [
    name,
    counts,
  ]);
  expect(measured).toEqual(Object.fromEntries(table));
});
