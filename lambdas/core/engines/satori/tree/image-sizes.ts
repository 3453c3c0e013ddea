import { giveNaturalSizes } from '../../../picture/tree/natural-size.ts';
import type { TreeCorrection } from '../correction.ts';
import { sizeOfPlaceholder } from './placeholder.ts';

/** Gives pictures their size, which satori 0.63 does not. Before `object-fit`, which changes what the placeholder says. */
export const sizeImages: TreeCorrection = (tree) => giveNaturalSizes(tree, sizeOfPlaceholder);
