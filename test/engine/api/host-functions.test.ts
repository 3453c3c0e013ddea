import { openEngine } from 'image-url-engine';
import { expect, it } from 'vitest';
import '../../support/kept-workers.ts';

const source = "export default () => <img src='https://pictures.test/a.png' width={20} height={20} />;";

it.each<[string, () => Promise<Uint8Array>]>([
  [
    'throws at once',
    () => {
      throw new Error('not today');
    },
  ],
  ['rejects', async () => Promise.reject(new Error('not today'))],
  ['returns no promise', (() => 'not today') as never],
])(
  'a remoteImages that %s is a warning of the image, and no rejection is left to nobody',
  async (_how, remoteImages) => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      await using engine = await openEngine({ concurrency: 1, remoteImages });
      const abort = new AbortController();
      const { warnings } = await engine.render(await engine.compile(source), { signal: abort.signal });
      expect(warnings.join()).toMatch(/not today|returned no bytes/);
      // as the deadline of a fetch does
      abort.abort();
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  },
);

it('a source has a greatest length', async () => {
  await using engine = await openEngine({ concurrency: 1 });
  await expect(engine.compile(`${source}${' '.repeat(200_000)}`)).rejects.toMatchObject({ field: 'source' });
  await expect(engine.check(`${source}${' '.repeat(200_000)}`)).rejects.toMatchObject({ field: 'source' });
});
