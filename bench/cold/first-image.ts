import { readFileSync } from 'node:fs';
import { deserialize } from 'node:v8';
import type { Card } from '../cards.ts';
import type { Engine } from '../engines/engine.ts';
import { useFonts } from '../fonts.ts';
import { useImages } from '../images.ts';
import { readCard } from './read-card.ts';

/** Renders the card in the first file of the command line with the fonts in the second, reports it, and ends the process. */
export const renderFirstImage = async (
  open: (root: string, cards: readonly Card[]) => Promise<Engine>,
): Promise<void> => {
  const { card, variables, images } = readCard();
  useFonts(card.name, deserialize(readFileSync(process.argv[3] as string)));
  useImages(images);
  const engine = await open('', [card]);
  const { length } = await engine.render(card, variables, 'webp');
  process.stdout.write(`${length}\n`);
  await engine.close?.();
  process.exit();
};
