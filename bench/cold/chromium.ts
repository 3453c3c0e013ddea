import { openChromium } from '../engines/chromium.ts';
import { renderFirstImage } from './first-image.ts';

await renderFirstImage(openChromium);
