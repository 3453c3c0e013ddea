import { readFileSync } from 'node:fs';
import type { Card } from '../cards.ts';
import type { Engine } from '../engines/engine.ts';
import { usePictures } from '../pictures.ts';

/** Draws the card whose file is named on the command line, says so, and ends the process. */
export const drawFirstPicture = async (
  open: (root: string, cards: readonly Card[]) => Promise<Engine>,
): Promise<void> => {
  const { card, variables } = readCard();
  const engine = await open('', [card]);
  const { length } = await engine.draw(card, variables, 'webp');
  process.stdout.write(`${length}\n`);
  await engine.close?.();
  process.exit();
};

export const readCard = () => {
  const card = JSON.parse(readFileSync(process.argv[2] as string, 'utf8'));
  const pictures = Object.fromEntries(
    Object.entries(card.pictures).map(([url, text]) => [url, Buffer.from(text as string, 'base64')]),
  );
  usePictures(pictures);
  return { card, variables: card.given, pictures };
};
