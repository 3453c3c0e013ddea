import type { Json } from '../../../../contract/schemas/mint.ts';
import { type FontFamily, parseKnownFamilies, parseRenderedFamilies } from '../../../rendering/fonts/catalogue.ts';
import { getFamilyOfShorthand } from '../../../rendering/fonts/text-style.ts';
import type { FoundFamily } from '../../../rendering/fonts/typography.ts';
import { readUtilities } from '../../../rendering/tailwind/utilities.ts';
import { getStyle, type VElement } from '../../../vnode/vnode.ts';
import { getText, type RuleInput, type TreeDiagnostic, type TreeLintRequest } from './tree-lint.ts';

/** System fonts in font stacks, for which a fallback is expected. */
const systemFonts =
  /^(?:arial|helvetica|helvetica neue|segoe ui(?: .*)?|apple color emoji|noto color emoji|twemoji.*|twitter color emoji|emojione.*|sf pro.*|sf mono|sfmono.*|san francisco|roboto|ubuntu|cantarell|oxygen|oxygen-sans|menlo|monaco|consolas|liberation (?:sans|serif|mono)|courier|courier new|times|times new roman|georgia|verdana|tahoma|trebuchet ms|lucida .*|dejavu .*|droid sans.*|cambria|palatino.*|garamond|impact|fira sans|hiragino.*|yu gothic|meiryo|microsoft .*|pingfang.*|heiti.*|stheiti|simsun|malgun gothic|apple sd gothic neo|noto sans.*)$/i;

/** Reports unknown font families in the style and classes of an element that contains text. */
export const lintFamilies = ({ element, request, own, theme, at, isSample }: RuleInput): TreeDiagnostic[] => {
  const { tw, className, class: plain } = element.props;
  const inline = getStyle(element);
  const utilities = readUtilities(`${getText(tw)} ${getText(className ?? plain)}`, request.width, theme).style;
  const given: [string, readonly string[]][] = [
    [getText(inline.fontFamily ?? inline['font-family']), ['style.fontFamily', 'style.font-family', 'style']],
    [getFamilyOfShorthand(getText(inline.font)) ?? '', ['style.font', 'style']],
    [getText(utilities.fontFamily as Json), ['tw', 'className', 'class']],
  ];
  return given.flatMap(([value, positions]) => {
    const problem = isSample(value) ? undefined : lintFamily(value, own, request.outside);
    return problem && hasText(element) ? [{ ...at(...positions), ...problem }] : [];
  });
};

/** Returns whether an element contains a text that inherits its font family. */
const hasText = (element: VElement): boolean =>
  element.children.some((child) => {
    if (typeof child === 'string') return child.trim() !== '';
    const { fontFamily } = getStyle(child);
    return child.type !== 'style' && (fontFamily === undefined || fontFamily === 'inherit') && hasText(child);
  });

/** Reports a missing family only once, where it is first used. */
export const removeDuplicates = (diagnostics: readonly TreeDiagnostic[]): TreeDiagnostic[] => {
  const seen = new Set<string>();
  return diagnostics.filter(({ code, message }) => {
    if (code !== 'unknown-font') return true;
    const isNew = !seen.has(message);
    seen.add(message);
    return isNew;
  });
};

/** Reports unknown font families in the options. */
export const lintRootFamily = (
  { rootFamily, outside }: TreeLintRequest,
  own: readonly FontFamily[],
): TreeDiagnostic[] => {
  const problem = rootFamily && lintFamily(rootFamily.value, own, outside);
  return problem ? [{ line: rootFamily.line, column: rootFamily.column, ...problem }] : [];
};

/** Returns why the first known family of a list is replaced, if it could not be fetched. */
const fetchProblem = (value: string, own: readonly FontFamily[], outside: readonly FoundFamily[]) => {
  const [first] = parseKnownFamilies(value, own);
  const found =
    first?.substitute &&
    outside.find(({ family }) => first.name === (first.weight === undefined ? family : `${family} ${first.weight}`));
  if (!found?.problem) return undefined;
  const { reason, mend } = found.problem;
  return `The font ${found.family} ${reason}; ${first?.substitute?.name} is rendered instead. ${mend}`;
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
  const unfetched = fetchProblem(value, own, outside);
  if (unfetched !== undefined) return { code: 'unknown-font', message: unfetched };
  const names = value
    .split(',')
    .map(getName)
    .filter((name) => name !== '');
  const firstKnown = names.findIndex((name) => parseRenderedFamilies(name, own).length > 0);
  const missing = (firstKnown < 0 ? names : names.slice(0, firstKnown)).filter(
    (name) => !(names.length > 1 && systemFonts.test(name)),
  );
  if (missing.length === 0) return undefined;
  const rendered = firstKnown < 0 ? 'the default font' : renderedBy(names[firstKnown] as string, own);
  return {
    code: 'unknown-font',
    message: `The font ${missing.join(', ')} is not available; ${rendered} is rendered instead.`,
  };
};

const getName = (part: string): string =>
  part
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim();

const renderedBy = (name: string, own: readonly FontFamily[]): string =>
  parseRenderedFamilies(name, own)[0]?.name ?? name;
