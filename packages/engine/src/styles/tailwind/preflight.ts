import { splitWords } from '../../split-words.ts';
import type { Style } from '../style.ts';

/** Tags that Tailwind's base styles make plain boxes. */
const plainTags: ReadonlySet<string> = new Set(
  splitWords('h1 h2 h3 h4 h5 h6 p ul ol menu blockquote figure dl dd fieldset legend'),
);
const lists: ReadonlySet<string> = new Set(['ul', 'ol', 'menu']);

const control: Style = {
  ...{ padding: 0, borderWidth: 0, borderRadius: 0, backgroundColor: 'transparent' },
  ...{ color: 'inherit', fontSize: 'inherit' },
};
const shifted: Style = { fontSize: '75%', lineHeight: 0, position: 'relative', verticalAlign: 'baseline' };

/** What Tailwind's base styles change of other tags. Source: tailwindcss/preflight.css. */
const styles: Readonly<Record<string, Style>> = {
  hr: {
    height: 0,
    margin: 0,
    borderWidth: '1px 0 0',
    borderStyle: 'solid',
    borderColor: 'currentColor',
    color: 'inherit',
  },
  pre: { margin: 0 },
  a: { color: 'inherit', textDecoration: 'inherit' },
  address: { margin: 0 },
  small: { fontSize: '80%' },
  sub: { ...shifted, bottom: '-0.25em' },
  sup: { ...shifted, top: '-0.5em' },
  img: { display: 'block', maxWidth: '100%' },
  svg: { display: 'block' },
  button: control,
  input: control,
  select: control,
  textarea: control,
};

/** Line height of the root. */
export const preflightLineHeight = 1.5;

/** Returns the tag that stands for another under Tailwind's base styles, and what these set on it. */
export const resetTag = (type: string): { readonly type: string; readonly style: Style } => ({
  type: plainTags.has(type) ? 'div' : type,
  style: lists.has(type) ? { listStyleType: 'none' } : (Object.hasOwn(styles, type) && styles[type]) || {},
});
