import { openChromium } from '../engines/chromium.ts';
import { drawFirstPicture } from './first-picture.ts';

await drawFirstPicture(openChromium);
