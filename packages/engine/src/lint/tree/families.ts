import {
  type FontFamily,
  parseKnownFamilies,
  parseRenderedFamilies,
  unquote,
} from '../../rendering/fonts/catalogue.ts';
import type { FoundFamily } from '../../rendering/fonts/typography.ts';
import type { Resolved } from '../../styles/resolve.ts';
import type { RuleInput, TreeDiagnostic, TreeLintRequest } from './tree-lint.ts';

/** System fonts in font stacks, for which a fallback is expected. */
const systemFonts =
  /^(?:arial|helvetica|helvetica neue|segoe ui(?: .*)?|apple color emoji|noto color emoji|twemoji.*|twitter color emoji|emojione.*|sf pro.*|sf mono|sfmono.*|san francisco|roboto|ubuntu|cantarell|oxygen|oxygen-sans|menlo|monaco|consolas|liberation (?:sans|serif|mono)|courier|courier new|times|times new roman|georgia|verdana|tahoma|trebuchet ms|lucida .*|dejavu .*|droid sans.*|cambria|palatino.*|garamond|impact|fira sans|hiragino.*|yu gothic|meiryo|microsoft .*|pingfang.*|heiti.*|stheiti|simsun|malgun gothic|apple sd gothic neo|noto sans.*)$/i;

/** Reports unknown font families of an element that contains text, and of the boxes before and after its content. */
export const lintFamilies = ({ resolved, request, own, where, isSample }: RuleInput): TreeDiagnostic[] => {
  const { specified, before, after } = resolved;
  const families = [hasText(resolved) && specified.fontFamily, before?.style.fontFamily, after?.style.fontFamily];
  return families.flatMap((family) => {
    const value = typeof family === 'string' ? family : '';
    const problem = isSample(value) ? undefined : lintFamily(value, own, request.outside);
    return problem ? [{ ...where('fontFamily', 'font-family', 'font'), ...problem }] : [];
  });
};

/** Returns whether an element contains a text that inherits its font family. */
const hasText = ({ children }: Resolved): boolean =>
  children.some((child) => {
    if (typeof child === 'string') return child.trim() !== '';
    const { fontFamily } = child.specified;
    return child.type !== 'style' && (fontFamily === undefined || fontFamily === 'inherit') && hasText(child);
  });

/** Reports unknown font families in the options. */
export const lintRootFamily = (
  { rootFamily, outside }: TreeLintRequest,
  own: readonly FontFamily[],
): TreeDiagnostic[] => {
  const problem = rootFamily && lintFamily(rootFamily.value, own, outside);
  return problem ? [{ line: rootFamily.line, column: rootFamily.column, ...problem }] : [];
};

/**
 * Returns the problem of a list of families: the first known one could not be fetched, or unknown ones precede it.
 * Those after it are never used.
 *
 * @param outside families outside the core, with their problems.
 */
export const lintFamily = (
  value: string,
  own: readonly FontFamily[],
  outside: readonly FoundFamily[] = [],
): { code: 'unknown-font'; message: string } | undefined => {
  if (value === '' || /\bvar\(|^\s*(?:inherit|initial|unset)\s*$/.test(value)) return undefined;
  const unfetched = getFetchProblem(parseKnownFamilies(value, own)[0], outside);
  if (unfetched !== undefined) return { code: 'unknown-font', message: unfetched };
  const names = value
    .split(',')
    .map(unquote)
    .filter((name) => name !== '');
  const rendered = names.map((name) => parseRenderedFamilies(name, own)[0]);
  const firstKnown = rendered.findIndex((family) => family !== undefined);
  const missing = (firstKnown < 0 ? names : names.slice(0, firstKnown)).filter(
    (name) => !(names.length > 1 && systemFonts.test(name)),
  );
  if (missing.length === 0) return undefined;
  const message = `The font ${missing.join(', ')} is not available; ${rendered[firstKnown]?.name ?? 'the default font'} is rendered instead.`;
  return { code: 'unknown-font', message };
};

/** Returns why a family is replaced, if it could not be fetched. */
const getFetchProblem = (first: FontFamily | undefined, outside: readonly FoundFamily[]): string | undefined => {
  if (!first?.substitute) return undefined;
  const isIt = ({ family }: FoundFamily) => first.name === (first.weight ? `${family} ${first.weight}` : family);
  const { family, problem } = outside.find(isIt) ?? {};
  return (
    problem && `The font ${family} ${problem.reason}; ${first.substitute.name} is rendered instead. ${problem.mend}`
  );
};
