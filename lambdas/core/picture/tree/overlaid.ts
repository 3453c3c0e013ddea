import type { Style } from './normalise-style.ts';

const shorthands = new Set([
  'padding',
  'margin',
  'border',
  'background',
  'inset',
  'font',
  'flex',
  'overflow',
  'outline',
]);

/** One style over another: a shorthand of the upper one (`padding`) hides the lower one's longhands (`paddingTop`). */
export const overlaid = (lower: Style, upper: Style): Style => {
  const style = { ...lower };
  for (const name in upper) {
    if (shorthands.has(name)) {
      const family = name === 'inset' ? /^(?:top|right|bottom|left)$/ : new RegExp(`^${name}[A-Z]`);
      for (const longhand in style) if (family.test(longhand)) delete style[longhand];
    }
    if (name === 'borderRadius')
      for (const longhand in style) if (/^border.+Radius$/.test(longhand)) delete style[longhand];
    if (name === 'gap') for (const longhand of ['rowGap', 'columnGap']) delete style[longhand];
  }
  return Object.assign(style, upper);
};
