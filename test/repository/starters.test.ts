import { readdir, readFile } from 'node:fs/promises';
import { starterIds } from 'image-url-contract/starters.ts';
import { expect, it } from 'vitest';
import { starters } from '../../starters/index.ts';

it('the contract lists the ids of all starters', async () => {
  expect(starterIds).toEqual((await starters()).map(({ id }) => id));
});

it('starters are short enough to be read, and measure no text', async () => {
  const lengths: number[] = [];
  const files = (await readdir('starters')).filter((file) => file.endsWith('.jsx'));
  expect(files).toHaveLength(starterIds.length);
  for (const id of files) {
    const code = await readFile(`starters/${id}`, 'utf8');
    const lines = code.trimEnd().split('\n').length;
    lengths.push(lines);
    expect(lines, id).toBeLessThanOrEqual(96);
    expect(code, id).not.toMatch(/codePointAt\(0\) >|emsOf|widthOf/);
  }
  expect(lengths.filter((lines) => lines <= 76).length).toBeGreaterThanOrEqual(lengths.length / 2);
});
