import { readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { engineNames } from '../../lambdas/contract/engine-names.ts';
import { outputSize } from '../../lambdas/core/picture/render-options.ts';
import { closeDrawers } from '../../lambdas/isolation/draw/draw.ts';
import { withEachEngine } from '../support/each-engine.ts';
import { optionsOf } from './case.ts';
import { goldenCases } from './cases/index.ts';
import { drawCase, picturePath, pixelsOf } from './draw-case.ts';

/** Share of pixels that may look different: processors round the last bit of a blur or a resize differently. */
const tolerated = { png: 0.0001, jpeg: 0.0005, webp: 0.0005 } as const;

const distance = (a: Awaited<ReturnType<typeof pixelsOf>>, b: Awaited<ReturnType<typeof pixelsOf>>) =>
  pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: 0.1 }) / (a.width * a.height);

describe('golden pictures', () => {
  afterAll(closeDrawers);

  it.each(withEachEngine(goldenCases))('%s: %s looks as it was approved', async (engine, name, golden) => {
    const options = optionsOf(golden);

    const { bytes } = await drawCase(golden, engine);

    const { format, width, height } = await sharp(bytes).metadata();
    expect({ format, width, height }).toEqual({ format: options.format, ...outputSize(options) });
    const [drawn, kept] = [await pixelsOf(bytes), await pixelsOf(await readFile(picturePath(engine, name)))];
    expect({ width: drawn.width, height: drawn.height }).toEqual({ width: kept.width, height: kept.height });
    expect(distance(drawn, kept)).toBeLessThanOrEqual(tolerated[options.format]);
  });

  it.each(engineNames)('%s: keeps one picture for each case and no other', async (engine) => {
    const files = await readdir(dirname(picturePath(engine, 'any')));

    expect(files.sort()).toEqual(goldenCases.map(({ name }) => `${name}.png`).sort());
  });

  it.each(engineNames)('%s: notices a word that changed', async (engine) => {
    const golden = goldenCases.find(({ name }) => name === 'paragraphs');
    if (!golden) throw new Error('no such case');
    const changed = JSON.parse(JSON.stringify(golden.tree).replace('A paragraph long', 'A paregraph long'));

    const { bytes } = await drawCase({ ...golden, tree: changed }, engine);

    const kept = await pixelsOf(await readFile(picturePath(engine, golden.name)));
    expect(distance(await pixelsOf(bytes), kept)).toBeGreaterThan(tolerated.png);
  });
});
