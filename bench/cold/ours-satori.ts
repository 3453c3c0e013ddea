import { renderFirstOwnImage } from './first-own-image.ts';

await renderFirstOwnImage('satori');
