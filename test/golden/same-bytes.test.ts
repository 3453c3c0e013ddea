import { afterAll, describe, expect, it } from 'vitest';
import { type EngineName, engineNames } from '../../lambdas/contract/engine-names.ts';
import { imageFormats } from '../../lambdas/contract/schemas/render.ts';
import { sha256Hex } from '../../lambdas/core/hash.ts';
import type { RenderOptions } from '../../lambdas/core/picture/render-options.ts';
import { closeDrawers, draw } from '../../lambdas/isolation/draw/draw.ts';
import { effort, figure } from '../support/effort.ts';
import { type GoldenCase, optionsOf } from './case.ts';
import { goldenCases } from './cases/index.ts';

/** Pictures of each engine. */
const count = effort(12, 1_000);
/** Cases, formats and widths: each picture is another one. */
const widthsPx = [0, 40, 80, 120];

interface Order {
  readonly golden: GoldenCase;
  readonly options: RenderOptions;
  /** Pictures of a case share one: what they have in common may be kept between them. */
  readonly template: string;
}

/** Each case at least twice, and from all over the list however few they are. */
const kinds = Math.min(goldenCases.length, count / 2);
const step = goldenCases.length / kinds;
const orders = Array.from({ length: count }, (_, n): Order => {
  const golden = goldenCases[Math.floor((n % kinds) * step)] as GoldenCase;
  const round = Math.floor(n / kinds);
  const usual = optionsOf(golden);
  const format = imageFormats[(n + round) % imageFormats.length] ?? usual.format;
  const width = usual.width + (widthsPx[Math.floor(round / imageFormats.length)] ?? 0);
  return { golden, options: { ...usual, format, width }, template: golden.name };
});

/** Draws some pictures in one new process, one after another. @returns the hashes of their bytes, by order */
const drawnInOrder = async (engine: EngineName, some: readonly Order[]): Promise<Map<Order, string>> => {
  await closeDrawers();
  const hashes = new Map<Order, string>();
  for (const order of some) {
    const { golden, options, template } = order;
    const request = { tree: golden.tree, images: golden.images ?? {}, options, template, engine };
    hashes.set(order, sha256Hex((await draw(request)).bytes));
  }
  return hashes;
};

afterAll(closeDrawers);

describe.each(engineNames)('%s', (engine) => {
  it(`${count} of ${count} pictures have the same bytes, whatever their processes drew before`, async () => {
    const one = await drawnInOrder(engine, orders);
    const other = await drawnInOrder(engine, orders.toReversed());

    const different = orders.filter((order) => one.get(order) !== other.get(order));
    figure(`${engine}: pictures with the same bytes in two processes`, `${count - different.length} of ${count}`);
    expect(different.map(({ template, options }) => `${template} ${options.format} ${options.width}`)).toEqual([]);
  });
});
