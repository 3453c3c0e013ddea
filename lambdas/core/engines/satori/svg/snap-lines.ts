import { LRUCache } from 'lru-cache';
import type { XmlElement, XmlNode } from '../../../picture/svg/xml.ts';
import type { DocumentCorrection } from '../correction.ts';
import { lineHeightIn, lineMark, shareBefore } from '../line-marks.ts';
import { scaleOf } from './document-scale.ts';

/**
 * Moves lines to where browsers draw their letters: up or down to whole pixels, and aligned lines, which satori 0.63 begins at whole
 * pixels, to the part of one that they begin at. The path of such a text has one part for each line, and marks around it say how
 * high and how wide these are. Takes the marks out, so it comes before everything else.
 */
export const snapLines: DocumentCorrection = (document) => {
  const scale = scaleOf(document);
  const marked = new MarkedLines(scale);
  const visit = (parent: XmlElement): void => {
    parent.children = parent.children.filter((child, index, children) => {
      if (typeof child === 'string') return true;
      if (child.name === 'mask' && isMark(children[index + 1])) return false;
      if (marked.takes(child)) return false;
      visit(child);
      return true;
    });
  };
  visit(document);
};

const isMark = (node: XmlNode | undefined): boolean =>
  typeof node === 'object' &&
  node.name === 'rect' &&
  (node.attributes.fill === lineMark || shareBefore(node.attributes.fill) !== undefined);

/** What the ids of clips begin with through which the background of an element shows. */
const textClip = 'satori_bct-';

const isPath = (node: XmlNode): node is XmlElement => typeof node === 'object' && node.name === 'path';

/** The paths and marks of a document, in its order: the widths of a text's lines, the text, the room it has. */
class MarkedLines {
  private readonly scale: number;
  private widths: number[] = [];
  private texts: XmlElement[] = [];
  /** The text as a clip of the background of an element around it, which comes before the others. */
  private clip: XmlElement | undefined;

  constructor(scale: number) {
    this.scale = scale;
  }

  /** Reads an element. @returns whether it is a mark, which is not to be drawn. */
  takes(element: XmlElement): boolean {
    const { name, attributes, children } = element;
    if (attributes.id?.startsWith(textClip)) this.clip = children.find(isPath);
    if (name === 'path') this.takeText(element);
    if (!isMark(element)) return false;
    const share = shareBefore(attributes.fill);
    const width = Number(attributes.width);
    if (share === undefined) this.widths.push(width);
    else this.align(width, share);
    return true;
  }

  private takeText(path: XmlElement): void {
    const { attributes } = path;
    const height = lineHeightIn(attributes['stroke-width']);
    if (height !== undefined) {
      for (const paint of strokePaints) delete attributes[paint];
      moveLines(path, (index) => ({ x: 0, y: Math.round(index * height * this.scale) / this.scale - index * height }));
    }
    if (this.widths.length > 0) this.texts.push(path);
  }

  private align(room: number, share: number): void {
    const widths = this.widths.filter((width) => width > 0);
    for (const path of [this.clip, ...this.texts]) {
      if (!path || linesOf(path).filter((line) => line.trim() !== '').length !== widths.length) continue;
      moveLines(path, (index) => {
        const before = (room - (widths[index] ?? room)) * share;
        return { x: before - Math.round(before), y: 0 };
      });
    }
    [this.widths, this.texts, this.clip] = [[], [], undefined];
  }
}

const strokePaints = ['stroke', 'stroke-width', 'stroke-linejoin', 'paint-order'];

const linesOf = ({ attributes }: XmlElement): string[] => (attributes.d ?? '').split('Z ');

interface Move {
  readonly x: number;
  readonly y: number;
}

/** Characters of all kept paths together, as they were and as they are. */
const largestKept = 4_000_000;
const kept = new LRUCache<string, string>({
  maxSize: largestKept,
  sizeCalculation: (after, before) => before.length + after.length,
});

/** Kept by the path: most texts of a template's pictures are the same in all of them, and each takes as long as laying it out. */
const moveLines = (path: XmlElement, moveOf: (line: number) => Move): void => {
  const lines = linesOf(path);
  const moves = lines.map((_line, index) => moveOf(index));
  if (moves.every(isNothing)) return;
  const key = `${moves.map(({ x, y }) => `${x} ${y}`).join()} ${path.attributes.d}`;
  const known = kept.get(key) ?? lines.map((line, index) => moved(line, moves[index] as Move)).join('Z ');
  kept.set(key, known);
  path.attributes.d = known;
};

const isNothing = ({ x, y }: Move): boolean => Math.abs(x) + Math.abs(y) < 0.05;

const moved = (path: string, move: Move): string =>
  isNothing(move)
    ? path
    : path.replace(
        /(?<![\d.-])(-?[\d.]+) (-?[\d.]+)/g,
        (_all, x: string, y: string) =>
          `${move.x === 0 ? x : (Number(x) + move.x).toFixed(2)} ${move.y === 0 ? y : (Number(y) + move.y).toFixed(1)}`,
      );
