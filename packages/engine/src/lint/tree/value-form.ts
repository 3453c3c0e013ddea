import { lexer } from 'css-tree/dist/csstree.esm';
import { kinds, readTokens, splitList } from '../../css-tokens.ts';

/** Units that both engines read like pixels: a value in them has the form of one in pixels. */
const plainUnits: ReadonlySet<string> = new Set(['px', 'em', 'rem', 'deg', '%']);

/** Functions whose arguments are names that authors choose. */
const namesOnly: ReadonlySet<string> = new Set(['attr(', 'counter(', 'counters(']);

/**
 * Returns the form of a CSS value: what is left when any number and any colour counts like another. `10px solid #f00`
 * and `1em solid red` are both `# solid colour`; the unit stays where it is unusual (`10ch` is `#ch`).
 */
export const getValueForm = (value: string): string => {
  let form = '';
  let skipped = 0;
  readTokens(value, (kind, start, end) => {
    const text = value.slice(start, end).toLowerCase();
    if (skipped > 0) {
      if (kind === kinds.Function || kind === kinds.LeftParenthesis) skipped += 1;
      if (kind === kinds.RightParenthesis) skipped -= 1;
      return;
    }
    if (kind === kinds.Function && /^rgba?\($/.test(text) && !/^\s*from\b/i.test(value.slice(end))) {
      form += 'colour';
      skipped = 1;
    } else if (kind === kinds.Function && namesOnly.has(text)) {
      form += `${text})`;
      skipped = 1;
    } else form = append(form, getTokenForm(kind, text));
  });
  return form.trim();
};

/** Appends a token with no white space inside brackets and before commas, one space after these, and never two. */
const append = (form: string, token: string): string => {
  if (token === ' ') return form.endsWith(' ') || form.endsWith('(') ? form : `${form} `;
  if (token === ',') return `${form.trimEnd()}, `;
  return token === ')' ? `${form.trimEnd()})` : `${form}${token}`;
};

const getTokenForm = (kind: number, text: string): string => {
  switch (kind) {
    case kinds.Number:
    case kinds.Percentage:
      return '#';
    case kinds.Dimension: {
      const unit = text.replace(/^[+-]?[\d.]+(?:e[+-]?\d+)?/, '');
      return plainUnits.has(unit) ? '#' : `#${unit}`;
    }
    case kinds.Hash:
      return 'colour';
    case kinds.String:
      return '""';
    case kinds.Url:
      return 'url()';
    case kinds.WhiteSpace:
    case kinds.Comment:
      return ' ';
    case kinds.Ident:
      return isNamedColour(text) ? 'colour' : text;
    default:
      return text;
  }
};

const namedColours = new Map<string, boolean>();
const isNamedColour = (word: string): boolean => {
  const known = namedColours.get(word);
  if (known !== undefined) return known;
  const isColour = word.length < 24 && lexer.match('<named-color>', word).error === null;
  if (namedColours.size < 1_000) namedColours.set(word, isColour);
  return isColour;
};

/** Returns the functions of a form, which count by themselves: `rotatex(#)` of `scale(#) rotatex(#)`. */
export const getFormFunctions = (form: string): readonly string[] => {
  const items = splitList(form, ',').flatMap((item) => splitList(item, ' '));
  return [...new Set(items)].filter((item) => item.endsWith(')'));
};
