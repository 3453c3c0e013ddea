import type { Style } from './normalise-style.ts';

/** Longhands of each shorthand. */
const longhandsOf = new Map([
  ...['padding', 'margin', 'background'].map((name): [string, RegExp] => [name, new RegExp(`^${name}[A-Z]`)]),
  ['border', /^border(?!.*(?:Radius|Spacing|Collapse)$)[A-Z]/],
  ['borderRadius', /^border.+Radius$/],
  ['font', /^(?:font[A-Z]\w*|lineHeight)$/],
  ['flex', /^flex(?:Grow|Shrink|Basis)$/],
  ['flexFlow', /^flex(?:Direction|Wrap)$/],
  ['overflow', /^overflow[XY]$/],
  ['outline', /^outline(?!Offset)[A-Z]/],
  ['inset', /^(?:top|right|bottom|left)$/],
  ['gap', /^(?:row|column)Gap$/],
]);

/** Merges two styles: a shorthand of the upper one (`padding`) removes longhands of the lower one (`paddingTop`). */
export const mergeStyles = (lower: Style, upper: Style): Style => {
  const style = { ...lower };
  for (const name in upper) {
    const longhands = longhandsOf.get(name);
    if (longhands) for (const longhand in style) if (longhands.test(longhand)) delete style[longhand];
  }
  return Object.assign(style, upper);
};
