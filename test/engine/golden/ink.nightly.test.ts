import { describe, expect, it } from 'vitest';
import { type EngineName, engineNames } from '#engine/engine-names.ts';
import { openRenderer } from '#engine/engines/open-engine.ts';
import type { Marked, MarkedText } from '#engine/lint/image/texts.ts';
import type { Pixels } from '#engine/rendering/pixels.ts';
import { type Skips, withEachEngine } from '../../support/each-engine.ts';
import { engineParts, whileLacking } from '../../support/takumi.ts';
import { type GoldenCase, getOptions } from './case.ts';
import { goldenCases } from './cases/index.ts';
import { box, full } from './element.ts';

const skip: Skips = {
  satori: [
    { reason: 'it says where texts were before a transform', cases: ['transforms'] },
    { reason: 'it has no grid: texts lie under others or outside', cases: ['layout-rules', 'grid-of-cells'] },
    { reason: 'boxes that overflow lie over a text', cases: ['overfull-columns'] },
  ],
  takumi: [{ reason: 'boxes that overflow lie over a text', cases: ['overfull-columns'] }],
};
const cases = withEachEngine(goldenCases, skip);

const engines = Object.fromEntries(engineNames.map((name) => [name, openRenderer(name, engineParts())])) as Readonly<
  Record<EngineName, ReturnType<typeof openRenderer>>
>;

/** Renders a case with its text in a colour, and says where its texts are. */
const rendered = async (engine: EngineName, { tree, images = {}, ...golden }: GoldenCase, colour: string) => {
  const scene = { tree, images, ...getOptions({ tree, ...golden }), devicePixelRatio: 1 };
  const look = await whileLacking(() =>
    engines[engine].look(scene, { hasTexts: true, colour }, { enter: () => undefined }),
  );
  const { data, width, height } = await look.paint();
  return { texts: look.texts, pixels: { data: Buffer.from(data), width, height } };
};

const isHidden = (owner: Marked | undefined): boolean =>
  owner !== undefined &&
  (owner.style.visibility === 'hidden' || Number(owner.style.opacity ?? 1) === 0 || isHidden(owner.parent));

/** Letters and digits: emoji bring their own colours, and what is see-through to show a ground has none. */
const isInk = ({ text, owner }: MarkedText): boolean =>
  /[\p{L}\p{N}]/u.test(text) &&
  !isHidden(owner) &&
  !/text/.test(`${owner.style.backgroundClip} ${owner.style.WebkitBackgroundClip}`);

const isInImage = ({ box: { left, top, width, height } }: MarkedText, image: Pixels): boolean =>
  left < image.width && top < image.height && left + width > 0 && top + height > 0;

const leavesInk = ({ box: { left, top, width, height } }: MarkedText, one: Pixels, other: Pixels): boolean => {
  const right = Math.min(one.width, Math.ceil(left + width));
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(one.height, Math.ceil(top + height)); y += 1)
    for (let x = Math.max(0, Math.floor(left)); x < right; x += 1) {
      const at = (y * one.width + x) * 4;
      for (let channel = 0; channel < 4; channel += 1)
        if (one.data[at + channel] !== other.data[at + channel]) return true;
    }
  return false;
};

/** Returns the texts of a case that leave no ink. */
const inkless = async (engine: EngineName, golden: GoldenCase): Promise<string[]> => {
  const loud = await rendered(engine, golden, '#ff00ff');
  const bare = await rendered(engine, golden, 'transparent');
  return loud.texts
    .filter((text) => isInk(text) && isInImage(text, loud.pixels))
    .filter((text) => !leavesInk(text, loud.pixels, bare.pixels))
    .map(({ text }) => text);
};

describe('every text leaves ink', () => {
  it.each(cases)('%s: %s', async (engine, _name, golden) => {
    expect(await inkless(engine, golden)).toEqual([]);
  });

  it.each(engineNames)('%s: one that lies behind something leaves none', async (engine) => {
    const cover = box(`position: absolute; left: 0; top: 0; ${full}; background: black`);
    const tree = box(`${full}; display: flex; position: relative`, box({}, 'behind'), cover);

    expect(await inkless(engine, { name: 'covered', tree })).toEqual(['behind']);
  });
});
