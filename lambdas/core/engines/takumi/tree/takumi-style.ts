import type { Style } from '../../../picture/tree/normalise-style.ts';

/** What takumi 2.16 has under another value that looks the same in a picture. */
const otherwise: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  position: { sticky: 'relative' },
  whiteSpace: { 'break-spaces': 'pre-wrap' },
};

const before = 'data:image/png;picture=';

/** What stands in a prepared tree for a picture with these bytes. takumi would open it by itself: it is given the key. */
export const pictureAddress = (hash: string): string => `${before}${hash}`;

/** The key of a picture by its address. */
export const keyOf = (address: string): string => address.replace(before, 'picture:');

/** CSS with the keys of pictures in place of their addresses. */
export const withKeys = (css: string): string => (css.includes(before) ? css.replaceAll(before, 'picture:') : css);

/** A style as takumi takes it. */
export const takumiStyle = (style: Style): Style => {
  const written: Style = {};
  for (const [name, value] of Object.entries(style)) {
    const known = Object.hasOwn(otherwise, name) ? otherwise[name]?.[String(value)] : undefined;
    written[name] = known ?? (typeof value === 'string' ? withKeys(value) : value);
  }
  return written;
};
