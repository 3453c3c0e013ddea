import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { starterIds } from 'image-url-contract/starters.ts';
import { expect, it } from 'vitest';
import { starters } from '../../../starters/index.ts';
import { imageUrl, newProject } from './command-line.ts';

it('image-url init --starter begins with a copy of a starter, packages included', async () => {
  const folder = await newProject();
  for (const { id, code } of await starters()) {
    const name = id.replace('starter-', '');
    const { code: exitCode } = await imageUrl(folder, ['init', '--starter', name]);
    expect(exitCode).toBe(0);
    expect(await readFile(join(folder, `cards/${name}.jsx`), 'utf8')).toBe(code);
  }
  expect(await readdir(join(folder, 'cards'))).toHaveLength(starterIds.length);
  expect(JSON.parse(await readFile(join(folder, 'image-url.json'), 'utf8')).templates).toBe('cards/*.{jsx,tsx}');
});

it('image-url init names the starters where there is none of the name', async () => {
  const folder = await newProject();
  const { code, stderr } = await imageUrl(folder, ['init', '--starter', '../a']);
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/There is no starter "\.\.\/a"; there are article, product, /),
  ]);
  expect(await readdir(folder)).toEqual([]);
});
