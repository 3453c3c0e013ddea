import { afterAll, expect, it } from 'vitest';
import { type EngineName, engineNames } from '#engine/engine-names.ts';
import { sha256Hex } from '#engine/hash.ts';
import { imageFormats } from '#engine/image-formats.ts';
import { closeRenderWorkers, render } from '#engine/isolation/render/render.ts';
import type { RenderOptions } from '#engine/rendering/render-options.ts';
import { effort, figure } from '../../support/effort.ts';
import { type GoldenCase, getOptions } from './case.ts';
import { goldenCases } from './cases/index.ts';

/**
 * @promise Template code: Workers produce the same bytes whatever they rendered before, by each engine
 * @figure long form: 1,000 images of each
 */

const count = effort(12, 1_000);
/** Cases, formats and widths: each image is another one. */
const widthsPx = [0, 40, 80, 120];

interface Order {
  readonly golden: GoldenCase;
  readonly options: RenderOptions;
  /** Images of a case share one: what they have in common may be cached between them. */
  readonly template: string;
}

/** Each case at least twice, and from all over the list however few they are. */
const kinds = Math.min(goldenCases.length, count / 2);
const step = goldenCases.length / kinds;
const orders = Array.from({ length: count }, (_, n): Order => {
  const golden = goldenCases[Math.floor((n % kinds) * step)] as GoldenCase;
  const iteration = Math.floor(n / kinds);
  const usual = getOptions(golden);
  const format = imageFormats[(n + iteration) % imageFormats.length] ?? usual.format;
  const width = usual.width + (widthsPx[Math.floor(iteration / imageFormats.length)] ?? 0);
  return { golden, options: { ...usual, format, width }, template: golden.name };
});

/** Renders some images in one new process, one after another. @returns the hashes of their bytes, by order */
const renderedInOrder = async (engine: EngineName, some: readonly Order[]): Promise<Map<Order, string>> => {
  await closeRenderWorkers();
  const hashes = new Map<Order, string>();
  for (const order of some) {
    const { golden, options } = order;
    const request = { tree: golden.tree, images: golden.images ?? {}, options, engine };
    hashes.set(order, sha256Hex((await render(request)).bytes));
  }
  return hashes;
};

afterAll(closeRenderWorkers);

it.each(engineNames)(
  `%s: ${count} of ${count} images have the same bytes, whatever their processes rendered before`,
  async (engine) => {
    const one = await renderedInOrder(engine, orders);
    const other = await renderedInOrder(engine, orders.toReversed());

    const different = orders.filter((order) => one.get(order) !== other.get(order));
    figure(`${engine}: images with the same bytes in two processes`, `${count - different.length} of ${count}`);
    expect(different.map(({ template, options }) => `${template} ${options.format} ${options.width}`)).toEqual([]);
  },
);
