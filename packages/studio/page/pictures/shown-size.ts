import { boxes } from '../boxes/boxes.ts';
import { code } from '../document/document.ts';
import { answer } from '../image/checking.ts';
import type { ShownSize } from './shrink-picture.ts';

/** A template is often minted with twice the pixels that it is previewed with. */
const reserve = 2;

/** Returns the code of the tag that begins at an offset. */
const getTag = (text: string, at: number): string => text.slice(at, at + 500).split('>', 1)[0] ?? '';

/** Returns whether a tag shows a variable: as `{photo}`, `{card.photo}` or in a text with `${photo}`. */
const shows = (tag: string, name: string): boolean => new RegExp(`[{.]\\s*${name}\\b`).test(tag);

/** Returns the name of the variable among `names` that the element at an offset shows. */
export const findShown = (at: number, names: readonly string[]): string | undefined => {
  const tag = getTag(code.value, at);
  return names.find((name) => shows(tag, name));
};

/** Returns the size of the whole image, in device pixels. */
export const getCanvasSize = (): ShownSize => {
  const { width = 1200, height = 630, devicePixelRatio = 1 } = answer.value?.options ?? {};
  return { width: width * devicePixelRatio, height: height * devicePixelRatio };
};

/** Returns the size in which a variable is shown, in device pixels; the whole image if it is shown nowhere yet. */
export const getShownSize = (name: string): ShownSize => {
  const canvas = getCanvasSize();
  const shown = boxes.value.filter(({ at }) => shows(getTag(code.value, at), name));
  if (shown.length === 0) return canvas;
  const ratio = (answer.value?.options?.devicePixelRatio ?? 1) * reserve;
  return {
    width: Math.min(canvas.width, Math.max(...shown.map(({ width }) => width)) * ratio),
    height: Math.min(canvas.height, Math.max(...shown.map(({ height }) => height)) * ratio),
  };
};
