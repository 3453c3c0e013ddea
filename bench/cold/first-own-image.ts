import type { EngineName } from '../../packages/engine/src/engine-names.ts';
import { closeRenderWorkers, render, warmRenderWorker } from '../../packages/engine/src/isolation/render/render.ts';

/** Renders the card like the image function: the render worker starts while the rest loads. */
export const renderFirstOwnImage = async (engine: EngineName): Promise<void> => {
  const warm = warmRenderWorker(engine);
  const { readCard } = await import('./read-card.ts');
  const { card, images } = readCard();
  await warm;
  const { bytes } = await render({
    tree: card.tree,
    options: { width: card.width, height: card.height, format: 'webp', quality: 80, devicePixelRatio: 1 },
    images: images,
    engine,
  });
  process.stdout.write(`${bytes.length}\n`);
  await closeRenderWorkers();
};
