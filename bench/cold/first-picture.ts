import type { Card } from '../cards.ts';
import type { Engine } from '../engines/engine.ts';
import { usePictures } from '../pictures.ts';
import { readCard } from './read-card.ts';

/** Draws the card whose file is named on the command line, says so, and ends the process. */
export const drawFirstPicture = async (
  open: (root: string, cards: readonly Card[]) => Promise<Engine>,
): Promise<void> => {
  const { card, variables, pictures } = readCard();
  usePictures(pictures);
  const engine = await open('', [card]);
  const { length } = await engine.draw(card, variables, 'webp');
  process.stdout.write(`${length}\n`);
  await engine.close?.();
  process.exit();
};
