import { changeTexts } from '../../../picture/tree/change-texts.ts';
import type { TreeCorrection } from '../correction.ts';

/**
 * Drops embeddings of direction from texts: satori 0.63 gives an emoji beside one no width, and lines with one another
 * height. Before words are looked for.
 */
export const dropDirectionMarks: TreeCorrection = (tree) =>
  changeTexts(tree, (text) => text.replace(/[\u202a-\u202e\u2066-\u2069\ufeff]/g, ''));
