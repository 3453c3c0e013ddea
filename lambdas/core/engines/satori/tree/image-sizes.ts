import { boundImages } from '../../../picture/tree/bounded-images.ts';
import { giveNaturalSizes } from '../../../picture/tree/natural-size.ts';
import type { BoxCorrection, TreeCorrection } from '../correction.ts';
import { sizeOfPlaceholder } from './placeholder.ts';

/** Gives pictures their size, which satori 0.63 does not. Before `object-fit`, which changes what the placeholder says. */
export const sizeImages: TreeCorrection = (tree) => giveNaturalSizes(tree, sizeOfPlaceholder);

/** Bounds them by the boxes around them, which satori 0.63 does where these have a width of their own. */
export const boundPictures: BoxCorrection = (tree, measure) => boundImages(tree, sizeOfPlaceholder, measure);
