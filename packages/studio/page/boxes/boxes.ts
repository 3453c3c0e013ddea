import type { ChangeDesc } from '@codemirror/state';
import { computed, signal } from '@preact/signals';
import type { CheckTemplateResponse } from 'image-url-contract/schemas/template.ts';

/** An element of the displayed image, with its position in the current code. */
export interface PageBox {
  readonly element: string;
  /** CSS pixels of the image. */
  readonly width: number;
  readonly height: number;
  /** Percentages of the image. */
  readonly position: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  /** Offset of its `<` in the code. */
  readonly at: number;
}

/** The elements of the displayed image, parents before children. */
export const boxes = signal<readonly PageBox[]>([]);

/** Offsets of the elements around the cursor, the innermost first; empty if the editor has no focus. */
export const aroundCursor = signal<readonly number[]>([]);

/** The boxes of the element at the cursor. */
export const boxesAtCursor = computed<readonly PageBox[]>(() => {
  const start = aroundCursor.value.find((at) => boxes.value.some((box) => box.at === at));
  return start === undefined ? [] : boxes.value.filter(({ at }) => at === start);
});

/** Stores the boxes of the service's response for this code. */
export const takeBoxes = (code: string, { boxes: reported = [], options }: CheckTemplateResponse): void => {
  const starts = [0, ...Array.from(code.matchAll(/\n/g), ({ index }) => index + 1)];
  const { width: across, height: down } = options ?? { width: 1, height: 1 };
  boxes.value = reported.map(({ element, x, y, width, height, line, column }) => ({
    ...{ element, width, height },
    position: {
      left: (x / across) * 100,
      top: (y / down) * 100,
      width: (width / across) * 100,
      height: (height / down) * 100,
    },
    at: (starts[line - 1] ?? 0) + column - 1,
  }));
};

/** Moves the boxes with changes of the code, because an image is displayed until the next one arrives. */
export const moveBoxes = (changes: ChangeDesc): void => {
  boxes.value = boxes.value.map((box) => ({ ...box, at: changes.mapPos(box.at, 1) }));
};

/** Returns the index of the smallest element at a point, of equals the innermost. Coordinates are percentages. */
export const boxAt = (all: readonly PageBox[], left: number, top: number): number => {
  const isAt = ({ position }: PageBox): boolean =>
    position.left <= left &&
    left <= position.left + position.width &&
    position.top <= top &&
    top <= position.top + position.height;
  const area = ({ width, height }: PageBox): number => width * height;
  return all.reduce((best, box, n) => {
    const before = all[best];
    return isAt(box) && (!before || area(box) <= area(before)) ? n : best;
  }, -1);
};
