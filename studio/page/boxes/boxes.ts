import type { ChangeDesc } from '@codemirror/state';
import { computed, signal } from '@preact/signals';
import type { CheckTemplateResponse } from '../../../lambdas/contract/schemas/template.ts';

/** An element of the image that is shown, and where it stands in the code as that is now. */
export interface PageBox {
  readonly element: string;
  /** CSS pixels of the image. */
  readonly width: number;
  readonly height: number;
  /** Hundredths of the image. */
  readonly position: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  /** Where its `<` stands in the code. */
  readonly at: number;
}

/** The elements of the image that is shown, parents before what is in them. */
export const boxes = signal<readonly PageBox[]>([]);

/** Where the elements of the code begin that the cursor is in, the innermost first; none while nobody writes. */
export const aroundCursor = signal<readonly number[]>([]);

/** The boxes of the element that the cursor is in. */
export const boxesAtCursor = computed<readonly PageBox[]>(() => {
  const start = aroundCursor.value.find((at) => boxes.value.some((box) => box.at === at));
  return start === undefined ? [] : boxes.value.filter(({ at }) => at === start);
});

/** Takes what the service says of an image of this code. */
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

/** Follows the code as it is written: an image stays until the next one is there. */
export const moveBoxes = (changes: ChangeDesc): void => {
  boxes.value = boxes.value.map((box) => ({ ...box, at: changes.mapPos(box.at, 1) }));
};

/** The smallest element at a point, by its number; of equals the innermost. Hundredths of the image. */
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
