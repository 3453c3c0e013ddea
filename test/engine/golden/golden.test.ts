import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { engineNames } from '#engine/engine-names.ts';
import { getOutputSize } from '#engine/rendering/render-options.ts';
import { withEachEngine } from '../../support/each-engine.ts';
import { getOptions } from './case.ts';
import { goldenCases } from './cases/index.ts';
import { differenceFrom, imagePath, renderCase } from './render-case.ts';

/** Share of pixels that may look different: processors round the last bit of a blur or a resize differently. */
const tolerated = { png: 0.0001, jpeg: 0.0005, webp: 0.0005 } as const;

describe('golden images', () => {
  it.each(withEachEngine(goldenCases))('%s: %s looks as it was approved', async (engine, name, golden) => {
    const options = getOptions(golden);

    const { bytes } = await renderCase(golden, engine);

    const { format, width, height } = await sharp(bytes).metadata();
    expect({ format, width, height }).toEqual({ format: options.format, ...getOutputSize(options) });
    expect(await differenceFrom(imagePath(engine, name), bytes)).toBeLessThanOrEqual(tolerated[options.format]);
  });

  it.each(engineNames)('%s: has one image for each case and no other', async (engine) => {
    const files = await readdir(dirname(imagePath(engine, 'any')));

    expect(files.sort()).toEqual(goldenCases.map(({ name }) => `${name}.png`).sort());
  });

  it.each(engineNames)('%s: notices a word that changed', async (engine) => {
    const golden = goldenCases.find(({ name }) => name === 'paragraphs') ?? expect.fail('no such case');
    const tree = JSON.parse(JSON.stringify(golden.tree).replace('A paragraph long', 'A paregraph long'));

    const { bytes } = await renderCase({ ...golden, tree }, engine);

    expect(await differenceFrom(imagePath(engine, golden.name), bytes)).toBeGreaterThan(tolerated.png);
  });
});
