import { openTakumi } from '../engines/takumi.ts';
import { renderFirstImage } from './first-image.ts';

await renderFirstImage(openTakumi);
