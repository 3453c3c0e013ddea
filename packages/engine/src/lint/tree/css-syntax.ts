import { fork } from 'css-tree/dist/csstree.esm';

/** Colours derived from another one, which css-tree 3.2 does not know. */
const relativeColour = ['rgb', 'rgba', 'hsl', 'hsla', 'hwb', 'lab', 'lch', 'oklab', 'oklch', 'color']
  .map((name) => `${name}( from <color> <any-value> )`)
  .join(' | ');

/** Syntax of CSS properties and values: that of css-tree, with what css-tree 3.2 lacks or has wrong. A test compares them. */
export const { lexer } = fork({
  properties: { 'stroke-miterlimit': '<number [0,∞]>' },
  types: {
    'radial-size': '<radial-extent> | <length [0,∞]> | <length-percentage [0,∞]>{1,2}',
    'relative-colour': relativeColour,
    color:
      '<color-base> | currentColor | <system-color> | <device-cmyk()> | <light-dark()> | <-non-standard-color> | <relative-colour>',
  },
});
