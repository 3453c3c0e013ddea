import type { Style } from './normalise-style.ts';

/** Which longhands each shorthand sets. */
const longhandsOf = new Map([
  ...['padding', 'margin', 'border', 'background', 'font', 'flex', 'overflow', 'outline'].map(
    (shorthand): [string, RegExp] => [shorthand, new RegExp(`^${shorthand}[A-Z]`)],
  ),
  ['inset', /^(?:top|right|bottom|left)$/],
  ['borderRadius', /^border.+Radius$/],
  ['gap', /^(?:row|column)Gap$/],
]);

/** One style over another: a shorthand of the upper one (`padding`) hides the lower one's longhands (`paddingTop`). */
export const overlaid = (lower: Style, upper: Style): Style => {
  const style = { ...lower };
  for (const name in upper) {
    const longhands = longhandsOf.get(name);
    if (longhands) for (const longhand in style) if (longhands.test(longhand)) delete style[longhand];
  }
  return Object.assign(style, upper);
};
