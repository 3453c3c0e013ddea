import type { Style } from '../../../rendering/tree/normalise-style.ts';

/** Values that takumi 2.16 does not support, and supported ones that look the same in an image. */
const replacements: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  position: { sticky: 'relative' },
  whiteSpace: { 'break-spaces': 'pre-wrap' },
};

/** Returns the address of an image in a prepared tree, under which takumi receives its bytes. */
export const getImageKey = (hash: string): string => `image:${hash}`;

/** Returns a style with only values that takumi supports. */
export const toTakumiStyle = (style: Style): Style => {
  const written: Style = {};
  for (const [name, value] of Object.entries(style)) {
    const replacement = Object.hasOwn(replacements, name) ? replacements[name]?.[String(value)] : undefined;
    written[name] = replacement ?? value;
  }
  return written;
};
