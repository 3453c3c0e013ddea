import { type EngineName, engineNames, usualEngine } from '../../engine-names.ts';
import { getOwn } from '../../get-own.ts';
import { findNearestWord } from '../../nearest-word.ts';
import { splitWords } from '../../split-words.ts';
import { toCamelCase } from '../../styles/style.ts';
import { truncate } from '../../truncate.ts';
import { type DeclarationSupport, getSupport, isMeasured } from './css-support.ts';
import { lexer } from './css-syntax.ts';

export interface DeclarationProblem {
  readonly code: 'unknown-property' | 'unknown-value' | 'no-effect' | 'unlike-browser';
  readonly message: string;
}

/**
 * Returns the problem of a style declaration; undefined if there is none. Engines ignore unknown declarations silently,
 * so only this lint reports them. What an engine renders stands in the measured table (`css-support.ts`).
 *
 * @param name as in a style object: `backgroundColor`, `WebkitLineClamp`, `background-color`, `--accent`.
 */
export const lintDeclaration = (
  name: string,
  value: string | number,
  engine: EngineName,
): DeclarationProblem | undefined => {
  if (name.startsWith('--')) return undefined;
  const property = cssName(name);
  const plain = property.replace(/^-(?:webkit|moz|ms|o)-/, '');
  const known = [property, plain].find((one) => isMeasured(one));
  if (known === undefined && !Object.hasOwn(lexer.properties, property) && !Object.hasOwn(lexer.properties, plain))
    return { code: 'unknown-property', message: unknownText(name) };
  const text = cssValue(plain, value);
  const measured = known === undefined ? undefined : getSupport(known, text ?? '', engine);
  if (measured?.isOfProperty || text === undefined) return measured && supportProblem(name, value, engine, measured);
  if (!isKnownValue(property, plain, text))
    return {
      code: 'unknown-value',
      message: `${name}: ${shown(value)} is not a value of ${property}${hintFor(plain, value)}`,
    };
  if (isLengthWithoutUnit(property, text))
    return {
      code: 'unlike-browser',
      message: `${name}: '${text}' has no unit, so a browser ignores it; here it is ${text}px: write that, or a number.`,
    };
  return measured && supportProblem(name, value, engine, measured);
};

const supportProblem = (
  name: string,
  value: string | number,
  engine: EngineName,
  { support, isOfProperty }: DeclarationSupport,
): DeclarationProblem | undefined => {
  const written = isOfProperty ? name : `${name}: ${shown(value)}`;
  const way = otherWay(name, value, engine);
  switch (support) {
    case 'invisible':
      return isOfProperty ? { code: 'no-effect', message: `${name} has no effect in an image.` } : undefined;
    case 'unread':
      return isOfProperty ? { code: 'no-effect', message: `${name} has no effect here.` } : undefined;
    case 'none':
      return { code: 'no-effect', message: `${written} is not rendered by the engine ${engine}${way}` };
    case 'different':
      // the image shows whether satori renders an element otherwise, and which one
      if (engine !== usualEngine) return undefined;
      return {
        code: 'unlike-browser',
        message: `${written} does not look as in a browser with the engine ${engine}${way}`,
      };
    default:
      return undefined;
  }
};

/** Returns the end of a message: the other engine, if it renders the declaration as a browser does. */
const otherWay = (name: string, value: string | number, engine: EngineName): string => {
  const other = engineNames.find((one) => one !== engine);
  const property = cssName(name);
  const support = other && getSupport(property, cssValue(property, value) ?? '', other)?.support;
  return support === 'same' ? `; options.engine = '${other}' renders it.` : '.';
};

/** `WebkitLineClamp` becomes `-webkit-line-clamp`, `backgroundColor` becomes `background-color`. */
const cssName = (name: string): string =>
  name
    .trim()
    .replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    .replace(/^(?:webkit|moz|ms)-/, '-$&');

/** Properties whose numbers are not pixels. Source: React. */
const unitless =
  /^(?:animation-iteration-count|aspect-ratio|border-image-(?:outset|slice|width)|box-(?:flex|flex-group|ordinal-group)|column-count|columns|flex|flex-grow|flex-positive|flex-shrink|flex-negative|flex-order|grid-.*|grid-area|font-weight|line-clamp|line-height|opacity|order|orphans|scale|tab-size|widows|z-index|zoom|fill-opacity|flood-opacity|stop-opacity|stroke-.*)$/;

/** Returns a value as CSS, without extras that style objects allow; undefined if it cannot be checked. */
const cssValue = (property: string, value: string | number): string | undefined => {
  if (typeof value === 'number') return value === 0 || unitless.test(property) ? String(value) : `${value}px`;
  if (value.length > maxValueLength) return undefined;
  const text = withoutSemicolon(value.trim().replace(/!important$/i, ''));
  if (text === '' || /\b(?:var|env|attr)\(/i.test(text)) return undefined;
  // The content of a data URI is irrelevant.
  return text.replaceAll(/url\(\s*(?:"data:[^"]*"\s*|'data:[^']*'\s*|data:[^"'()]*)\)/gi, 'url(data:)');
};
const withoutSemicolon = (text: string): string => (text.endsWith(';') ? text.slice(0, -1) : text).trim();
const maxValueLength = 2_000;

const filters = 'none | inherit | initial | unset | revert | <filter-value-list>';

const isKnownValue = (property: string, plain: string, text: string): boolean => {
  // A property that css-tree lacks.
  if (!Object.hasOwn(lexer.properties, property) && !Object.hasOwn(lexer.properties, plain)) return true;
  // satori's own form, which both engines read: a text in place of the ellipsis.
  if (plain === 'line-clamp' && /^\d+\s+(?:"[^"]*"|'[^']*')$/.test(text)) return true;
  // css-tree accepts anything, because of the filters of Internet Explorer.
  if (property === 'filter') return isUnderstood(lexer.match(filters, text));
  if (isLengthWithoutUnit(property, text)) return true;
  return isUnderstood(lexer.matchProperty(property, text));
};

/** Returns whether a value is a number where CSS requires a length: engines accept it as pixels. */
const isLengthWithoutUnit = (property: string, text: string): boolean =>
  /^-?[\d.]+$/.test(text) &&
  Object.hasOwn(lexer.properties, property) &&
  lexer.matchProperty(property, text).error !== null &&
  lexer.matchProperty(property, `${text}px`).error === null;

const isUnderstood = ({ error }: ReturnType<typeof lexer.match>) => error === null || error.name !== 'SyntaxMatchError';

const shown = (value: string | number): string => truncate(String(value).replaceAll(/\s+/g, ' '), 60);

const unknownText = (name: string): string => {
  const nearest = findNearestWord(cssName(name), Object.keys(lexer.properties));
  return `${name} is not a CSS property${nearest === undefined ? '.' : `; do you mean ${toCamelCase(nearest)}?`}`;
};

/** Common wrong values, and the CSS ones. */
const suggestions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'align-items': { middle: 'center', top: 'flex-start', bottom: 'flex-end', left: 'flex-start', right: 'flex-end' },
  'justify-content': { between: 'space-between', around: 'space-around', evenly: 'space-evenly', middle: 'center' },
  'text-align': { middle: 'center' },
  'flex-direction': { col: 'column', vertical: 'column', horizontal: 'row' },
  'font-weight': {
    thin: '100',
    light: '300',
    regular: '400',
    medium: '500',
    semibold: '600',
    'semi-bold': '600',
    black: '900',
  },
  'border-radius': { full: '9999px' },
  position: { abs: 'absolute', rel: 'relative' },
};

const keywords: Readonly<Record<string, readonly string[]>> = {
  display: ['flex', 'block', 'inline', 'inline-block', 'inline-flex', 'grid', 'none', 'contents'],
  'flex-direction': ['row', 'column', 'row-reverse', 'column-reverse'],
  'align-items': ['center', 'flex-start', 'flex-end', 'stretch', 'baseline'],
  'justify-content': ['center', 'flex-start', 'flex-end', 'space-between', 'space-around', 'space-evenly'],
  'text-align': ['left', 'center', 'right', 'justify'],
  'font-weight': ['normal', 'bold'],
  'object-fit': ['cover', 'contain', 'fill', 'none', 'scale-down'],
  position: ['absolute', 'relative', 'static', 'fixed', 'sticky'],
};

/** Colours for spelling suggestions; a full list would contain one similar to any word. */
const colours = splitWords(
  'black white gray grey red green blue yellow orange purple pink brown cyan magenta transparent gold silver navy teal',
);
const colourWords = (property: string): readonly string[] =>
  /(?:^|-)color$|^background$/.test(property) ? colours : [];

const hintFor = (property: string, value: string | number): string => {
  const word = String(value).toLowerCase();
  const nearest =
    getOwn(suggestions[property] ?? {}, word) ?? findNearestWord(word, keywords[property] ?? colourWords(property));
  if (nearest !== undefined) return `; do you mean ${nearest}?`;
  return property === 'font-weight' ? '; write 400, 600, bold and the like.' : '.';
};
