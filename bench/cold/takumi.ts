import { openTakumi } from '../engines/takumi.ts';
import { drawFirstPicture } from './first-picture.ts';

await drawFirstPicture(openTakumi);
