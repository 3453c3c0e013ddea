import { openNaive } from '../engines/naive.ts';
import { drawFirstPicture } from './first-picture.ts';

await drawFirstPicture(openNaive);
