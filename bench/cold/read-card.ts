import { readFileSync } from 'node:fs';

/** Reads the card in the file of the command line. */
export const readCard = () => {
  const card = JSON.parse(readFileSync(process.argv[2] as string, 'utf8'));
  const images = Object.fromEntries(
    Object.entries(card.images).map(([url, text]) => [url, Buffer.from(text as string, 'base64')]),
  );
  return { card, variables: card.given, images };
};
