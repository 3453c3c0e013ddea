import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JudgedBench, runJudged } from '../../bench/ai/judged/bench.ts';
import { openJudge } from '../../bench/ai/judged/judge.ts';
import { bedrockAuthor } from '../../lambdas/aws/bedrock/bedrock-author.ts';
import { type BedrockEmulator, type ConverseAnswer, type ConverseRequest, startBedrock } from '../../local/bedrock.ts';
import { localIdentity } from '../../local/credentials.ts';
import { closeWorkers } from '../support/close-workers.ts';

const card = (look: string) => `\`\`\`jsx
export const options = { width: 600, height: 315 };
export default function Card() {
  return (
    <div style={{ width: '100%', height: '100%', padding: 40, background: '#fff', color: '#111' }}>
      <div ${look}>A headline that is too long for its box</div>
    </div>
  );
}
\`\`\``;
const bad = card('style={{ fontSize: 60, height: 40, width: 200 }}');
const good = card(`fit={[20, 60]} style={{ height: 235, overflowWrap: 'anywhere', overflow: 'hidden' }}`);
const usage = { inputTokens: 1_000_000, outputTokens: 100_000 };

let bedrock: BedrockEmulator;
/** What the judge says, in the first order and in the second. */
let verdicts: readonly [string, string] = ['B', 'A'];
const answer = ({ modelId, messages }: ConverseRequest): ConverseAnswer => {
  const message = messages[0]?.content.map((block) => ('text' in block ? block.text : '')).join(' ') ?? '';
  if (modelId === 'judge') {
    const asked = bedrock.requests.filter((one) => one.modelId === 'judge').length;
    return { text: `${verdicts[(asked - 1) % 2]}.`, usage: { inputTokens: 0, outputTokens: 0 } };
  }
  if (message.includes('nothing')) return { text: 'no', usage };
  if (message.includes('broken at first') && messages.length === 1) return { text: 'no', usage };
  return { text: messages.length === 1 ? bad : good, usage };
};
let folder: string;
beforeAll(async () => {
  bedrock = await startBedrock({ answer });
  Object.assign(process.env, { ...localIdentity, AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrock.url });
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'image-url-bench-'));
  return () => rm(folder, { recursive: true });
});
afterAll(async () => {
  await closeWorkers();
  await bedrock.close();
});

const bench = (prompts: readonly string[], limit = 1_000) => {
  const lines: string[] = [];
  const settings: JudgedBench = {
    author: bedrockAuthor({ BEDROCK_MODEL: 'author', AUTHOR_ROUNDS: 3, AUTHOR_MAX_TOKENS: 8_192 }),
    judge: openJudge('judge'),
    wishes: prompts.map((prompt) => ({ kind: 'cards', prompt })),
    ...{ prices: { input: 1, output: 10 }, limit, maxTokens: 8_192, folder },
    say: (line) => lines.push(line),
  };
  return { settings, lines };
};

describe('the judged bench', () => {
  it.each([
    [['B', 'A'], 'looked'],
    [['A', 'B'], 'single'],
    // the judge prefers the first: no verdict
    [['A', 'A'], 'draw'],
    [['DRAW', 'A'], 'draw'],
    [['I cannot say', 'A'], 'draw'],
  ] as const)('asks the judge in both orders: %j is %s', async (message, verdict) => {
    verdicts = message;
    const before = bedrock.requests.length;

    const [cached] = await runJudged(bench(['one']).settings);

    expect(cached).toMatchObject({ verdict, rounds: 2, looked: { findings: [], score: 100 } });
    expect(cached?.single?.findings[0]).toMatch(/^5 overflow: /);
    // two rounds of a million tokens read at 1 and a hundred thousand written at 10
    expect(cached?.dollars).toBeCloseTo(4);
    const [first, second] = bedrock.requests.slice(before).filter(({ modelId }) => modelId === 'judge');
    const getImages = (request?: ConverseRequest) =>
      request?.messages[0]?.content.flatMap((block) => ('image' in block ? [block.image.source.bytes] : [])) ?? [];
    expect(getImages(second)).toEqual(getImages(first).toReversed());
  });

  it('goes on where it stopped, and asks nothing twice', async () => {
    await runJudged(bench(['one', 'two']).settings);
    const before = bedrock.requests.length;

    const cached = await runJudged(bench(['one', 'two', 'nothing']).settings);

    expect(cached.map(({ looked }) => looked?.score)).toEqual([100, 100, undefined]);
    expect(bedrock.requests.length - before).toBe(3);
    expect((await readdir(folder)).sort()).toEqual(
      ['01', '02'].flatMap((n) => [`${n}-looked.png`, `${n}-single.png`, `${n}.json`]).concat('03.json'),
    );
  });

  it('stops before it spends more than the limit, earlier runs included', async () => {
    const { settings, lines } = bench(['one', 'two', 'three'], 5);
    expect(await runJudged(settings)).toHaveLength(2);
    expect(lines.at(-1)).toMatch(/^Stopped: 8\.00 of 5 dollars/);
  });
});
