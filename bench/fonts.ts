import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Card } from './cards.ts';
import { modulesDirectory } from './modules-directory.ts';
import type { PeerFont } from './peer-font.ts';

/** Lists by name of their card: engines cache parsed fonts by identity. */
const known = new Map<string, readonly PeerFont[]>();

/** Sets the fonts of a card, so that a timed process need not choose them. */
export const useFonts = (card: string, fonts: readonly PeerFont[]): void => void known.set(card, fonts);

/**
 * Returns the files that the service chooses for a card's text, by Unicode range, so that no engine reads 17 MB of
 * Japanese. Returns the same objects each time.
 */
export const getFonts = async (card: Card): Promise<readonly PeerFont[]> => {
  const given = known.get(card.name);
  if (given) return given;
  const { getChosenFonts } = await import('./chosen-fonts.ts');
  const fonts = await getChosenFonts(card);
  known.set(card.name, fonts);
  return fonts;
};

/** Returns an emoji's SVG by the code of its file, as other engines request it. */
export const emojiFile = (code: string): Buffer | undefined => {
  try {
    return readFileSync(join(modulesDirectory, '@twemoji', 'svg', `${code}.svg`));
  } catch {
    return undefined;
  }
};
