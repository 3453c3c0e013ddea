import { openVercelOg } from '../engines/vercel-og.ts';
import { drawFirstPicture } from './first-picture.ts';

await drawFirstPicture(openVercelOg);
