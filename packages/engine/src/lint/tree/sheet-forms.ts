import { kinds, readTokens } from '../../css-tokens.ts';

/** A selector or at-rule of a style sheet, by the name under which its support was measured. */
export interface SheetForm {
  /** `:nth-child()`, `::before`, `@media (orientation)`, `@container`. */
  readonly form: string;
  /** As it stands in the sheet, up to its brace. */
  readonly written: string;
}

/** Returns the pseudo-classes and pseudo-elements of a selector. */
const getSelectorForms = (selector: string): string[] => {
  const forms: string[] = [];
  let colons = 0;
  let isNth = false;
  readTokens(selector, (kind, start, end) => {
    const text = selector.slice(start, end).toLowerCase();
    if (kind === kinds.Colon) {
      colons += 1;
      return;
    }
    if (isNth && kind === kinds.Ident && text === 'of') forms.push(':nth-child( of )');
    if (colons > 0 && kind === kinds.Ident) forms.push(`${colons > 1 ? '::' : ':'}${text}`);
    if (colons > 0 && kind === kinds.Function) forms.push(`${colons > 1 ? '::' : ':'}${text})`);
    if (kind === kinds.Function) isNth = text === 'nth-child(';
    colons = 0;
  });
  return forms;
};

/** Returns the name of an at-rule, and the features and words that `@media` and `@supports` ask for. */
const getRuleForms = (head: string): string[] => {
  const [, name = ''] = /^(@[\w-]+)/.exec(head) ?? [];
  const rule = name.toLowerCase();
  const prelude = head.slice(name.length).toLowerCase();
  if (rule === '@media') {
    const features = [...prelude.matchAll(/\(([^()]*)\)/g)].map(([, feature = '']) => getFeature(feature));
    const words = prelude.replaceAll(/\([^()]*\)/g, ' ').match(/[a-z-]+/g) ?? [];
    return [...new Set([...features, ...words])].filter((word) => word !== 'only').map((word) => `@media ${word}`);
  }
  if (rule !== '@supports') return [rule];
  const words = [...(/\bnot\b/.test(prelude) ? ['not'] : []), ...(/\bselector\(/.test(prelude) ? ['selector()'] : [])];
  return words.length > 0 ? words.map((word) => `@supports ${word}`) : [rule];
};

const getFeature = (feature: string): string => {
  const ranged = /[<>=]/.test(feature) ? /\b(?:width|height|aspect-ratio|resolution)\b/.exec(feature)?.[0] : undefined;
  return `(${ranged ?? feature.split(':')[0]?.trim() ?? ''})`;
};

/**
 * Returns the pseudo-classes, pseudo-elements and at-rules of a style sheet in plain CSS.
 *
 * @param mayApply whether what is in a block counts; nothing in another one is returned. @default all do
 */
export const getSheetForms = (css: string, mayApply: (head: string) => boolean = () => true): SheetForm[] => {
  const found: SheetForm[] = [];
  /** Whether nothing in a block is a selector or an at-rule that counts. */
  const blocks: boolean[] = [];
  const open: string[] = [];
  let start = 0;
  let depth = 0;
  const take = (end: number) => {
    const written = css
      .slice(start, end)
      .replaceAll(/\/\*[\s\S]*?\*\//g, ' ')
      .trim();
    // the steps of an animation are no selectors
    if (written === '' || blocks.at(-1) === true) return written;
    const forms = written.startsWith('@') ? getRuleForms(written) : getSelectorForms(written);
    // of an @scope, the root
    const isScoped = open.some((head) => /^@scope\b/i.test(head));
    found.push(...forms.filter((form) => form !== ':scope' || !isScoped).map((form) => ({ form, written })));
    return written;
  };
  readTokens(css, (kind, from, to) => {
    if (kind === kinds.Function || kind === kinds.LeftParenthesis) depth += 1;
    if (kind === kinds.RightParenthesis) depth = Math.max(0, depth - 1);
    if (depth > 0) return;
    if (kind === kinds.LeftCurlyBracket) {
      const head = take(from);
      const isOther = /^@(?!media|supports|layer|container|scope|starting-style)/i.test(head) || !mayApply(head);
      blocks.push(blocks.at(-1) === true || isOther);
      open.push(head);
    } else if (kind === kinds.RightCurlyBracket) {
      blocks.pop();
      open.pop();
    } else if (kind === kinds.Semicolon) {
      if (/^\s*@/.test(css.slice(start, from))) take(from);
    } else return;
    start = to;
  });
  return found;
};
