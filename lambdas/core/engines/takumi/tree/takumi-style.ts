import type { Style } from '../../../rendering/tree/normalise-style.ts';

/** What takumi 2.16 has under another value that looks the same in an image. */
const otherwise: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  position: { sticky: 'relative' },
  whiteSpace: { 'break-spaces': 'pre-wrap' },
};

/** What stands in a prepared tree for an image with these bytes, and the key takumi is handed the bytes under. */
export const imageKey = (hash: string): string => `image:${hash}`;

/** A style as takumi takes it. */
export const takumiStyle = (style: Style): Style => {
  const written: Style = {};
  for (const [name, value] of Object.entries(style)) {
    const known = Object.hasOwn(otherwise, name) ? otherwise[name]?.[String(value)] : undefined;
    written[name] = known ?? value;
  }
  return written;
};
