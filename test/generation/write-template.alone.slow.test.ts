import { limits } from 'image-url-contract/limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { warmRenderWorker } from '#engine/isolation/render/render.ts';
import { getPrompt } from '../../lambdas/generation/prompts.ts';
import { writeTemplate } from '../../lambdas/generation/write-template.ts';
import type { AuthorMessage, AuthorRequest, TemplateAuthor } from '../../lambdas/ports/author.ts';
import { closeWorkers } from '../support/close-workers.ts';

beforeAll(() => warmRenderWorker());
afterAll(closeWorkers);

/** Without a variable there is nothing to try a template with but itself, and a look takes a tenth of the time. */
const card = (title: string, look: string): string => `export const options = { width: 600, height: 315 };
export default function Card() {
  return (
    <div style={{ width: '100%', height: '100%', padding: 40, background: '#fff', color: '#111' }}>
      <div ${look}>${title}</div>
    </div>
  );
}`;
const withVariable = (code: string): string =>
  code
    .replace('Card()', "Card({ title = 'A headline that is too long for its box' })")
    .replace(/>A headline[^<]*</, '>{title}<');
/** Nothing to mend in it. */
const good = card(
  'A headline that fits',
  `fit={[20, 60]} style={{ height: 235, overflowWrap: 'anywhere', overflow: 'hidden' }}`,
);
/** Its text leaves its box. */
const overflowing = card('A headline that is too long for its box', `style={{ fontSize: 60, height: 40, width: 200 }}`);
/** That, and its text cannot be read. */
const worse = overflowing.replace('fontSize: 60', "fontSize: 90, color: '#fefefe'");

const words = (message: readonly AuthorMessage[]): string =>
  message.map((one) => ('text' in one ? one.text : '')).join('\n');
const images = (message: readonly AuthorMessage[]) => message.flatMap((one) => ('image' in one ? [one.image] : []));

type Act = string | 'fails' | 'stalls';
/** An author that does one thing after another, the last of them again and again. */
const scripted = (...acts: readonly Act[]) => {
  const requests: AuthorRequest[] = [];
  const author: TemplateAuthor = {
    isConfigured: true,
    rounds: limits.authorRounds,
    write: async (request) => {
      requests.push(request);
      const act = acts[Math.min(requests.length, acts.length) - 1] ?? '';
      if (act === 'stalls') return new Promise(() => undefined);
      if (act === 'fails') return { ok: false, isUnavailable: false, isBusy: false, cause: new Error('refused') };
      const answer = act.startsWith('export') ? `\`\`\`jsx\n${act}\n\`\`\`` : act;
      return { ok: true, answer, isCut: act.endsWith('{'), tokens: { input: 1, cached: 0, output: 1 } };
    },
  };
  return { author, requests };
};

const write = (author: TemplateAuthor, { signal = new AbortController().signal, item = { prompt: 'A card' } } = {}) => {
  const lost: unknown[] = [];
  const session = {
    author,
    circumstances: { now: () => new Date(0), defaultEngine: 'takumi' as const },
    signal,
    runSequentially: <T>(work: () => Promise<T>) => work(),
    onLostIteration: (cause: unknown) => lost.push(cause),
  };
  const written = writeTemplate({ ...item, instructions: getPrompt(item) }, session, () => undefined);
  return Object.assign(written, { lost });
};

describe('a template that an author writes', () => {
  it('is returned as it is when lint finds nothing', async () => {
    const { author, requests } = scripted(good);

    const { code, rounds, diagnostics } = await write(author);

    expect([code, rounds, diagnostics, requests.length]).toEqual([good, 1, [], 1]);
  });

  it('is repaired from diagnostics with line and images', async () => {
    const [first, mended] = [overflowing, good].map(withVariable);
    const { author, requests } = scripted(first ?? '', mended ?? '');

    const { code, rounds, diagnostics, fixed } = await write(author);

    expect([code, rounds, diagnostics]).toEqual([mended, 2, []]);
    expect(fixed[0]).toEqual({ code: 'overflow', message: expect.stringContaining('overflows its box') });
    const [iteration] = requests[1]?.rounds ?? [];
    expect(iteration?.answer).toContain(first);
    expect(words(iteration?.reply ?? [])).toMatch(/Line 5, column \d+: .*overflows its box/);
    const shown = images(iteration?.reply ?? []);
    expect(shown).toHaveLength(2);
    expect(words(iteration?.reply ?? [])).toMatch(/Its image:\s+The same with Three times as long:/);
    for (const { bytes, type } of shown) {
      expect(type).toBe('png');
      // width of a PNG, in its header
      expect(Buffer.from(bytes).readUInt32BE(16)).toBe(600);
    }
  });

  it('is the best iteration, not the last', async () => {
    const { author, requests } = scripted(overflowing, worse, worse.replace('90', '120'));

    const { code, rounds } = await write(author);

    expect([code, rounds, requests.length]).toEqual([overflowing, 3, 3]);
    const [first, second] = requests[2]?.rounds ?? [];
    expect(words(second?.reply ?? [])).toContain('worse than what you had before');
    // one request carries the images of one round
    expect([images(first?.reply ?? []), images(second?.reply ?? []).length > 0]).toEqual([[], true]);
  });

  it('is not requested again when the author repeats itself', async () => {
    const { author, requests } = scripted(overflowing);

    const { code, rounds, diagnostics, fixed } = await write(author);

    expect([code, rounds, requests.length]).toEqual([overflowing, 2, 2]);
    expect(diagnostics[0]).toMatchObject({ code: 'overflow', line: 5 });
    expect(fixed).toEqual([]);
  });

  it.each([
    ['prose', 'I would rather write a poem.'],
    ['code that is broken', 'export default function Card() { return <div>; }'],
    ['nothing', ''],
    ['a module of Node', `export default function Card() { require('node:path'); return <div>x</div>; }`],
    ['a loop', 'export default function Card() { for (;;) {} }'],
    ['half a template', good.slice(0, 90)],
    ['one that was cut', good.slice(0, good.indexOf('{') + 1)],
  ])('is returned when the next answer is %s', async (_what, next = '') => {
    const { author, requests } = scripted(overflowing, next, 'no');

    const { code, rounds } = await write(author);

    expect([code, rounds, requests.length]).toEqual([overflowing, 3, 3]);
  });

  it.each(['I would rather write a poem.', 'export default 7;'])(
    'is none when every answer is "%s"',
    async (answer) => {
      const { author, requests } = scripted(answer);

      await expect(write(author)).rejects.toMatchObject({ code: 'PARSE_FAILED' });

      expect(requests).toHaveLength(3);
    },
  );

  it('is returned when the model fails in the second iteration, which is logged', async () => {
    const { author, requests } = scripted(overflowing, 'fails');
    const writing = write(author);
    const { code, rounds } = await writing;

    expect([code, rounds, requests.length]).toEqual([overflowing, 1, 2]);
    expect(writing.lost).toEqual([expect.objectContaining({ code: 'GENERATION_FAILED' })]);
  });

  it('is the best so far when the time is over in the middle of an answer, and none before there is one', async () => {
    for (const acts of [[overflowing, 'stalls'], ['stalls']]) {
      const time = new AbortController();
      const { author, requests } = scripted(...acts);
      const writing = write(author, { signal: time.signal });
      await expect.poll(() => requests.length).toBe(acts.length);
      time.abort();

      if (acts.length > 1) expect(await writing).toMatchObject({ code: overflowing, rounds: 1 });
      else await expect(writing).rejects.toMatchObject({ code: 'GENERATION_FAILED' });
    }
  });

  it('is asked for again, shorter, when it was cut', async () => {
    const { author, requests } = scripted(good.slice(0, good.indexOf('{') + 1), good);

    expect((await write(author)).rounds).toBe(2);

    expect(words(requests[1]?.rounds[0]?.reply ?? [])).toContain('write a shorter module');
  });

  it('goes by words alone where an image cannot be rendered', async () => {
    // one pixel high: a third of its size has no pixel left
    const flat = overflowing.replace('600, height: 315', '4096, height: 1');
    const { author, requests } = scripted(flat, good);

    await write(author);

    const reply = requests[1]?.rounds[0]?.reply ?? [];
    expect([words(reply).length > 0, images(reply)]).toEqual([true, []]);
  });
});

it('a reference image is shown as it came, before the wish, and nothing is said about it', () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

  const prompt = getPrompt({ prompt: 'In these colours', imageDataUrl: `data:image/png;base64,${png}` });

  expect(prompt).toEqual([{ image: { bytes: Buffer.from(png, 'base64'), type: 'png' } }, { text: 'In these colours' }]);
});
