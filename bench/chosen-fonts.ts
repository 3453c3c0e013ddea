import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openFonts } from '../packages/engine/src/isolation/render/fonts.ts';
import { type ChosenFont, createFontChooser } from '../packages/engine/src/rendering/fonts/choose-fonts.ts';
import { guessHanLanguage } from '../packages/engine/src/rendering/fonts/han.ts';
import { getRootTextStyle } from '../packages/engine/src/rendering/fonts/text-style.ts';
import type { Card } from './cards.ts';
import { modulesDirectory } from './modules-directory.ts';
import type { PeerFont } from './peer-font.ts';

const { files, whileLacking } = openFonts(modulesDirectory, createRequire(join(modulesDirectory, 'here.js')));
const chooseFonts = createFontChooser(files());
/** Fonts by their file: engines cache parsed fonts by identity. */
const opened = new Map<string, PeerFont>();

/** Weights of the cards' texts. */
const weights = [400, 600, 700];
/** Emoji are images. */
const needsNoGlyph = /[\p{Emoji_Presentation}\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

/** Returns the files that the service chooses for a card's text. */
export const getChosenFonts = async (card: Card): Promise<readonly PeerFont[]> => {
  const text = `${card.source}${Object.values(card.variables(10)).join('')}0123456789`;
  const characters = [...text].filter((char) => !needsNoGlyph.test(char));
  const codePoints = new Set(characters.map((char) => char.codePointAt(0) as number));
  const root = getRootTextStyle();
  const demands = weights.map((weight) => ({ style: { ...root, weight }, codePoints, clusters: new Set<string>() }));
  const { fonts } = await whileLacking(async () => chooseFonts(demands, guessHanLanguage(text), root));
  return fonts.map(getPeerFont);
};

const getPeerFont = ({ family, face, data, isMain, part, ranges }: ChosenFont): PeerFont => {
  const key = `${face.id}/${face.subset}/${face.weight}`;
  const known = opened.get(key);
  if (known) return known;
  const pairs = ranges.flatMap((code, at) => (at % 2 === 0 ? [[code, ranges[at + 1]] as [number, number]] : []));
  const name = isMain ? family.name : `${family.name} ${part}`;
  const { weight } = face;
  const font = { family: family.name, name, weight, style: 'normal', data: data.data, ranges: pairs } as const;
  opened.set(key, font);
  return font;
};
