import { readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { engineNames } from '../../lambdas/contract/engine-names.ts';
import { outputSize } from '../../lambdas/core/rendering/render-options.ts';
import { closeRenderWorkers } from '../../lambdas/isolation/render/render.ts';
import { withEachEngine } from '../support/each-engine.ts';
import { getOptions } from './case.ts';
import { goldenCases } from './cases/index.ts';
import { getPixels, imagePath, renderCase } from './render-case.ts';

/** Share of pixels that may look different: processors round the last bit of a blur or a resize differently. */
const tolerated = { png: 0.0001, jpeg: 0.0005, webp: 0.0005 } as const;

const distance = (a: Awaited<ReturnType<typeof getPixels>>, b: Awaited<ReturnType<typeof getPixels>>) =>
  pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: 0.1 }) / (a.width * a.height);

describe('golden images', () => {
  afterAll(closeRenderWorkers);

  it.each(withEachEngine(goldenCases))('%s: %s looks as it was approved', async (engine, name, golden) => {
    const options = getOptions(golden);

    const { bytes } = await renderCase(golden, engine);

    const { format, width, height } = await sharp(bytes).metadata();
    expect({ format, width, height }).toEqual({ format: options.format, ...outputSize(options) });
    const [rendered, cached] = [await getPixels(bytes), await getPixels(await readFile(imagePath(engine, name)))];
    expect({ width: rendered.width, height: rendered.height }).toEqual({ width: cached.width, height: cached.height });
    expect(distance(rendered, cached)).toBeLessThanOrEqual(tolerated[options.format]);
  });

  it.each(engineNames)('%s: has one image for each case and no other', async (engine) => {
    const files = await readdir(dirname(imagePath(engine, 'any')));

    expect(files.sort()).toEqual(goldenCases.map(({ name }) => `${name}.png`).sort());
  });

  it.each(engineNames)('%s: notices a word that changed', async (engine) => {
    const golden = goldenCases.find(({ name }) => name === 'paragraphs');
    if (!golden) throw new Error('no such case');
    const changed = JSON.parse(JSON.stringify(golden.tree).replace('A paragraph long', 'A paregraph long'));

    const { bytes } = await renderCase({ ...golden, tree: changed }, engine);

    const cached = await getPixels(await readFile(imagePath(engine, golden.name)));
    expect(distance(await getPixels(bytes), cached)).toBeGreaterThan(tolerated.png);
  });
});
