import type { EngineName } from '../../lambdas/contract/engine-names.ts';
import { closeDrawers, draw, warmDrawer } from '../../lambdas/isolation/draw/draw.ts';

/** Draws the card as the image function does: the drawing process starts while the rest loads. */
export const drawFirstOwnPicture = async (engine: EngineName): Promise<void> => {
  const warm = warmDrawer(engine);
  const { readCard } = await import('./read-card.ts');
  const { card, pictures } = readCard();
  await warm;
  const { bytes } = await draw({
    tree: card.tree,
    options: { width: card.width, height: card.height, format: 'webp', quality: 80, devicePixelRatio: 1 },
    images: pictures,
    template: card.name,
    engine,
  });
  process.stdout.write(`${bytes.length}\n`);
  await closeDrawers();
};
