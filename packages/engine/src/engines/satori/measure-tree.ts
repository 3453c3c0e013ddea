import { type Box, type Boxes, getBoundingBox } from '../../rendering/boxes.ts';
import { type PreparedElement, pieceOfText } from '../../rendering/tree/prepared-tree.ts';
import { callSatori, type SatoriSettings } from './satori-call.ts';
import type { SatoriFonts } from './satori-fonts.ts';
import { element, writeTree } from './write-tree.ts';

/** A word as satori writes it without embedded fonts. Its colour encodes the index of its piece of text. */
const words = /<text x="([^"]*)" y="([^"]*)" width="([^"]*)" height="([^"]*)"([^>]*)>\s*[^<\s]/g;
/** Height above the baseline, as a share of the height of a word: about that of most fonts. */
const ascent = 0.8;
const getNumber = (attributes: string) => Number(/ fill="rgba\(0,0,(\d+),0\.5\)"/.exec(attributes)?.[1]);

/**
 * Lays out a tree and returns the border boxes of its elements, in CSS pixels. satori reports a text as no larger than
 * its container, so each piece of text gets a unique colour by which its words are found in the SVG.
 *
 * @throws as `callSatori`
 */
export const measureTree = async (tree: PreparedElement, fonts: SatoriFonts, settings: SatoriSettings) => {
  const boxes = new Map<PreparedElement, Box>();
  const pieces: PreparedElement[] = [];
  const getColour = (one: PreparedElement) => {
    const piece = one.props[pieceOfText];
    return piece && `rgba(0,0,${pieces.push(piece === true ? one : piece) - 1},0.5)`;
  };
  const svg = await callSatori(writeTree(tree, fonts, getColour), {
    ...settings,
    embedFont: false,
    onNodeDetected: ({ left, top, width, height, props: { [element]: own } }) => {
      if (own) boxes.set(own, { left, top, width, height });
    },
  });
  const baselines = new Map<PreparedElement, number>();
  for (const [, x, y, width, height, attributes = ''] of svg.matchAll(words)) {
    const piece = pieces[getNumber(attributes)];
    if (!piece) continue;
    const box = boxes.get(piece) ?? { left: Number(x), top: Number(y) - ascent * Number(height), width: 0, height: 0 };
    if (!baselines.has(piece)) baselines.set(piece, Number(y));
    const lines = Number(y) - (baselines.get(piece) ?? 0) + Number(height);
    const word = { left: Number(x), top: box.top, width: Number(width), height: lines };
    boxes.set(piece, getBoundingBox([box, word]));
  }
  return boxes as Boxes;
};
