import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openFonts } from 'image-url-engine/isolation/render/fonts.ts';
import { includes, parseUnicodeRanges } from 'image-url-engine/rendering/fonts/coverage.ts';
import { FontsNotReady } from 'image-url-engine/rendering/fonts/custom-fonts.ts';
import type { Card } from './cards.ts';

/** A font for other engines. */
export interface PeerFont {
  readonly name: string;
  readonly weight: 400 | 600 | 700;
  readonly style: 'normal';
  readonly data: ArrayBuffer;
  /** First and last code points of its ranges. */
  readonly ranges: readonly [number, number][];
}

const { resolve } = createRequire(import.meta.url);
const modulesDirectory = dirname(dirname(dirname(resolve('@resvg/resvg-js/package.json'))));
const families: Readonly<Record<string, readonly [string, readonly PeerFont['weight'][]]>> = {
  inter: ['Inter', [400, 600, 700]],
  'noto-sans-jp': ['Noto Sans JP', [400, 700]],
  'noto-sans-arabic': ['Noto Sans Arabic', [400, 700]],
};
const { files: openFiles, whileLacking } = openFonts(
  modulesDirectory,
  createRequire(join(modulesDirectory, 'here.js')),
);
const files = openFiles();
const opened = new Map<string, readonly PeerFont[]>();

/**
 * Returns the files that a card's text needs, by Unicode range as in this project, so that no engine reads 17 MB of
 * Japanese. Returns the same objects each time, because engines cache parsed fonts by identity.
 */
export const getFonts = async (card: Card): Promise<readonly PeerFont[]> => {
  const key = card.fonts.join();
  const text = `${card.source}0123456789`;
  const fonts =
    opened.get(key) ?? (await whileLacking(async () => ['inter', ...card.fonts].flatMap((id) => getSlices(id, text))));
  opened.set(key, fonts);
  return fonts;
};

const getSlices = (id: string, text: string): PeerFont[] => {
  const [family, weights] = families[id] as (typeof families)[string];
  const { ranges, mainSubset } = files.describe(id) ?? { ranges: {}, mainSubset: '' };
  const foreign = [...new Set(text)].map((char) => char.codePointAt(0) as number).filter((code) => code > 0x17f);
  return Object.entries(ranges).flatMap(([subset, written]) => {
    const covered = parseUnicodeRanges(written);
    const isNeeded = (id === 'inter' && subset === 'latin') || foreign.some((code) => includes(covered, code));
    if (!isNeeded || (id === 'inter' && subset !== 'latin')) return [];
    return weights.flatMap((weight): PeerFont[] => {
      const face = { id, subset, weight, style: 'normal' } as const;
      const font = files.load(face);
      if (font === 'lacking') throw new FontsNotReady([face], []);
      if (!font) return [];
      const pairs = covered.flatMap((code, at) => (at % 2 === 0 ? [[code, covered[at + 1]] as [number, number]] : []));
      const name = subset === mainSubset ? family : `${family} ${subset}`;
      return [{ name, weight, style: 'normal', data: font.data, ranges: pairs }];
    });
  });
};

/** Returns an emoji's SVG by the code of its file, as other engines request it. */
export const emojiFile = (code: string): Buffer | undefined => {
  try {
    return readFileSync(join(modulesDirectory, '@twemoji', 'svg', `${code}.svg`));
  } catch {
    return undefined;
  }
};
