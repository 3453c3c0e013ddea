import { openNaive } from '../engines/naive.ts';
import { renderFirstImage } from './first-image.ts';

await renderFirstImage(openNaive);
