import { closeDrawers, draw, warmDrawer } from '../../lambdas/isolation/draw/draw.ts';
import { readCard } from './first-picture.ts';

// as in the image function: the drawing process starts while the rest does
const warm = warmDrawer();
const { card, pictures } = readCard();
await warm;
const { bytes } = await draw(
  {
    tree: card.tree,
    options: { width: card.width, height: card.height, format: 'webp', quality: 80, devicePixelRatio: 1 },
    images: pictures,
    template: card.name,
  },
  { account: 'bench' },
);
process.stdout.write(`${bytes.length}\n`);
closeDrawers();
