import { openVercelOg } from '../engines/vercel-og.ts';
import { renderFirstImage } from './first-image.ts';

await renderFirstImage(openVercelOg);
