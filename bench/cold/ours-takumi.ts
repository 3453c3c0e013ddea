import { drawFirstOwnPicture } from './first-own-picture.ts';

await drawFirstOwnPicture('takumi');
