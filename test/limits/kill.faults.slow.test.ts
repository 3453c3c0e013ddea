import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { toMonthKey } from '../../lambdas/domain/records/bill-records.ts';
import { type BedrockEmulator, startBedrock } from '../../local/bedrock.ts';
import { getCredentials } from '../../local/local-cloud.ts';
import { effort, figure } from '../support/effort.ts';
import { card } from '../support/faults/service.ts';
import { useFolder } from '../support/folder.ts';
import { type ServiceAddress, startDev } from '../support/running-service.ts';
import { sendTo } from '../support/send-to.ts';

/**
 * @promise Exact counting: After `kill -9` at any moment only requests in progress can consume a unit without an
 *   answer, and no image is free
 * @figure long form: 60 kills, 27 units of requests in progress
 */

const dataDir = useFolder();
let bedrock: BedrockEmulator;
let running: Awaited<ReturnType<typeof startDev>> | undefined;
beforeAll(async () => {
  const text = `\`\`\`jsx\n${card()}\n\`\`\``;
  bedrock = await startBedrock({ answer: () => ({ text }), credentials: () => getCredentials(dataDir) });
});
afterEach(async () => {
  await running?.stop('SIGKILL');
});
afterAll(async () => {
  await bedrock.close();
});

/** Units of calls of one kind that were answered until the service was killed, and of those that never were. */
type Tally = { answered: number; open: number };

/** Calls until a call fails because the service is gone. */
const retainCalling = async (tally: Tally, call: (n: number) => Promise<number>, getUnits: (n: number) => number) => {
  for (let n = 0; ; n += 1) {
    tally.open += getUnits(n);
    try {
      // not in one step: others add to it while this one waits
      const units = await call(n);
      tally.answered += units;
    } catch {
      return;
    }
    tally.open -= getUnits(n);
  }
};

/** The table of a running service, read from outside of it. */
const readUsage = async ({ accountId }: ServiceAddress) => {
  const { environment } = JSON.parse(await readFile(join(dataDir, 'endpoints.json'), 'utf8'));
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB,
      region: environment.AWS_REGION,
      credentials: { accessKeyId: environment.AWS_ACCESS_KEY_ID, secretAccessKey: environment.AWS_SECRET_ACCESS_KEY },
    }),
  );
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: environment.USAGE_TABLE,
      KeyConditionExpression: '#owner = :owner',
      ExpressionAttributeNames: { '#owner': 'owner' },
      ExpressionAttributeValues: { ':owner': toMonthKey(accountId, '').owner },
      ConsistentRead: true,
    }),
  );
  client.destroy();
  const sum = (field: string) => Items.reduce((total, item) => total + Number(item[field] ?? 0), 0);
  return { mints: sum('mints'), generations: sum('generations') };
};

const visible = async (address: ServiceAddress): Promise<number> =>
  (await sendTo(address, 'GET', '/v1/templates?scope=mine')).json.templates.length;

it('killed at any moment, the service has taken no unit too many but those under way, and given none away', async () => {
  const kills = effort(1, 60);
  const start = () => startDev(dataDir, { AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrock.url });
  running = await start();
  const { json } = await sendTo(running.address, 'POST', '/v1/templates', { name: 'Card', code: card() });
  const { templateId } = json;
  let inFlight = 0;
  let [previousUsage, previousVisible] = [await readUsage(running.address), await visible(running.address)];

  for (let kill = 0; kill < kills; kill += 1) {
    const { address } = running;
    const mints: Tally = { answered: 0, open: 0 };
    const generations: Tally = { answered: 0, open: 0 };
    const mint = async (n: number) => {
      const size = 1 + (n % 4);
      const items = Array.from({ length: size }, (_, at) => ({
        templateId,
        variables: { title: `${kill} ${n} ${at}` },
      }));
      return (await sendTo(address, 'POST', '/v1/urls', { items })).status === 200 ? size : 0;
    };
    const generate = async () => {
      const items = [{ prompt: 'a card' }];
      const { json: answer } = await sendTo(address, 'POST', '/v1/templates/generate', { items });
      return answer.results?.filter(({ ok }: { ok: boolean }) => ok).length ?? 0;
    };
    const calls = [
      ...Array.from({ length: 4 }, () => retainCalling(mints, mint, (n) => 1 + (n % 4))),
      ...Array.from({ length: 2 }, () => retainCalling(generations, generate, () => 1)),
    ];

    // another moment each time: a step that shares no measure with how long a call takes
    while (mints.answered === 0) await setTimeout(20);
    await setTimeout(300 + ((kill * 137) % 400));
    await running.stop('SIGKILL');
    await Promise.all(calls);
    running = await start();

    const usage = await readUsage(running.address);
    const shown = await visible(running.address);
    const taken = {
      mints: usage.mints - previousUsage.mints,
      generations: usage.generations - previousUsage.generations,
    };
    expect(mints.answered).toBeGreaterThan(0);
    expect(taken.mints).toBeGreaterThanOrEqual(mints.answered);
    expect(taken.mints).toBeLessThanOrEqual(mints.answered + mints.open);
    expect(taken.generations).toBeGreaterThanOrEqual(shown - previousVisible);
    expect(taken.generations).toBeGreaterThanOrEqual(generations.answered);
    expect(taken.generations).toBeLessThanOrEqual(generations.answered + generations.open);
    inFlight += taken.mints - mints.answered + taken.generations - generations.answered;
    [previousUsage, previousVisible] = [usage, shown];
  }
  figure('kills; units taken for calls that were under way', `${kills}; ${inFlight}`);
});
