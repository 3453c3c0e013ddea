import { lookUp } from '../../../look-up.ts';
import { readSheet } from '../../../rendering/css/sheets.ts';
import { kinds, readTokens } from '../../../rendering/css/tokens.ts';
import { plainSheet } from '../../../rendering/tailwind/sheet.ts';
import { isTooLong, themeLimits } from '../../../rendering/tailwind/theme.ts';
import { shortened } from '../../../shortened.ts';
import { withoutLoading } from '../../../vnode/css-urls.ts';
import { linePositions } from '../source/diagnostics.ts';
import { declarationProblem } from './declarations.ts';
import { familyProblem } from './families.ts';
import type { LintDiagnostic, Reviewed } from './tree-lint.ts';

/** Each is looked for in the source, and no more are told of a whole template. */
const maxMessages = 50;

/** Something said of a piece of a sheet as it is written there. */
type Reported = Pick<LintDiagnostic, 'code' | 'message'> & { readonly written: string };

/** Rules whose insides are no declarations of elements. */
const otherRule = /@(?:font-face|keyframes|-webkit-keyframes|property|page|counter-style)/;
/** Rules and declarations of a `<style>` that mean nothing here. */
export const lintSheet = (reviewed: Reviewed): LintDiagnostic[] => {
  const { element } = reviewed;
  if (element.type !== 'style') return [];
  const css = element.children.filter((child) => typeof child === 'string').join('');
  const position = positionsFrom(reviewed);
  const note: Reported[] = [...getRules(css), ...getTokens(css)];
  const { request, theme } = reviewed;
  const plain = plainSheet(withoutLoading(css), { width: request.width, theme, report: (unread) => note.push(unread) });
  return [...note, ...getDeclarations(plain, reviewed)].slice(0, maxMessages).map(({ written, ...note }) => ({
    ...position(written),
    ...note,
  }));
};

/** Tokens of `@theme` that no class can name. */
const getTokens = (css: string): Reported[] => {
  const note: Reported[] = [];
  const heads: string[] = [];
  let tokens = 0;
  readSheet(css, {
    open: (head) => heads.push(head),
    close: () => heads.pop(),
    declaration: ({ property, value, start, end }) => {
      if (heads.length !== 1 || !/^@theme\b/.test(heads[0] ?? '')) return;
      tokens += 1;
      const message = isTooLong(value)
        ? `${shortened(property, 60)} is longer than ${themeLimits.characters} characters: no class can name it.`
        : `A theme has at most ${themeLimits.tokens} tokens: classes cannot name the others.`;
      if (isTooLong(value) || tokens === themeLimits.tokens + 1)
        note.push({ code: 'no-effect', written: css.slice(start, end).trim(), message });
    },
  });
  return note;
};

const getDeclarations = (css: string, { isSample, own, request }: Reviewed): Reported[] => {
  const note: Reported[] = [];
  const isOther: boolean[] = [];
  readSheet(css, {
    open: (head) => isOther.push(isOther.at(-1) === true || otherRule.test(head)),
    close: () => isOther.pop(),
    declaration: ({ property, value, start, end }) => {
      if (isOther.at(-1) !== false || isSample(value)) return;
      const isFamily = property === 'font-family';
      const problem =
        declarationProblem(property, value) ?? (isFamily ? familyProblem(value, own, request.outside) : undefined);
      if (problem) note.push({ written: css.slice(start, end).trim(), ...problem });
    },
  });
  return note;
};

const getRules = (css: string): Reported[] => {
  const note: Reported[] = [];
  let open = 0;
  readTokens(css, (kind, start, end) => {
    if (kind === kinds.LeftCurlyBracket) open += 1;
    if (kind === kinds.RightCurlyBracket) open -= 1;
    const written = css.slice(start, end);
    const message = kind === kinds.AtKeyword ? lookUp(loading, written.slice(1).toLowerCase()) : undefined;
    // its utilities are here
    if (/^@import\s+["']tailwindcss["']/i.test(css.slice(start, start + 60))) return;
    if (message !== undefined) note.push({ written, code: 'no-effect', message });
  });
  const message = 'A { of this <style> is not closed: the rules after it are lost.';
  return open > 0 ? [...note, { written: '', code: 'no-effect', message }] : note;
};

const loading: Readonly<Record<string, string>> = {
  import: '@import loads nothing: write the rules here, and name fonts in font-family.',
  'font-face':
    '@font-face loads nothing: name fonts in font-family, those of the catalogue or your own (POST /v1/fonts).',
};

/** Finds a piece of a sheet in the source, where it stands there as it is; else the sheet's element. */
const positionsFrom = ({ at, request: { source } }: Reviewed) => {
  const positions = linePositions(source);
  const start = positions.getOffset(at());
  const end = source.indexOf('</style', start);
  return (written: string) => {
    const found = written === '' ? -1 : source.indexOf(written, start);
    return found >= 0 && (end < 0 || found < end) ? positions.positionOf(found) : at();
  };
};
