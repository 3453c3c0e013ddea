import { readdir, readFile } from 'node:fs/promises';
import pixelmatch from 'pixelmatch';
import { afterAll, describe, expect, it } from 'vitest';
import { drawStarter } from '../../bin/docs/starters-document.ts';
import { closeDrawers } from '../../lambdas/isolation/draw/draw.ts';
import { closeEvaluators } from '../../lambdas/isolation/evaluate/evaluate.ts';
import { starters } from '../../starters/index.ts';
import { pixelsOf } from './draw-case.ts';

const all = await starters();

describe('starter templates', () => {
  afterAll(async () => {
    closeDrawers();
    await closeEvaluators();
  });

  it.each(all.map((starter) => [starter.id, starter] as const))(
    '%s looks as its document shows it',
    async (_id, starter) => {
      const { bytes, file } = await drawStarter(starter);

      const [drawn, kept] = [await pixelsOf(bytes), await pixelsOf(await readFile(file))];
      const differing = pixelmatch(drawn.data, kept.data, undefined, drawn.width, drawn.height, { threshold: 0.1 });
      expect([drawn.width, drawn.height]).toEqual([kept.width, kept.height]);
      expect(differing / (drawn.width * drawn.height)).toBeLessThan(0.0005);
    },
  );

  it('are all in the document, and nothing else is', async () => {
    const pictures = await readdir('docs/starters');

    expect(pictures.map((file) => file.replace(/\.\w+$/, '')).sort()).toEqual(all.map(({ id }) => id).sort());
  });

  it('are at least twelve, with ids that never change', () => {
    expect(all.length).toBeGreaterThanOrEqual(12);
    for (const { id } of all) expect(id).toMatch(/^starter-[a-z-]+$/);
  });
});
