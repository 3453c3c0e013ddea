import type { Card } from '../cards.ts';
import type { Engine } from '../engines/engine.ts';
import { useImages } from '../images.ts';
import { readCard } from './read-card.ts';

/** Renders the card in the file of the command line, reports it, and ends the process. */
export const renderFirstImage = async (
  open: (root: string, cards: readonly Card[]) => Promise<Engine>,
): Promise<void> => {
  const { card, variables, pictures: images } = readCard();
  useImages(images);
  const engine = await open('', [card]);
  const { length } = await engine.render(card, variables, 'webp');
  process.stdout.write(`${length}\n`);
  await engine.close?.();
  process.exit();
};
