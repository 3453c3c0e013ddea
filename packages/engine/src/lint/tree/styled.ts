import type { EngineName } from '../../engine-names.ts';
import { splitWords } from '../../split-words.ts';
import { type Style, toCamelCase } from '../../styles/style.ts';
import { readUtilities } from '../../styles/tailwind/utilities.ts';
import { replaceVariables } from '../../styles/values/variables.ts';
import { truncate } from '../../truncate.ts';
import { getClasses, getStyle } from '../../vnode/vnode.ts';
import { type DeclarationProblem, lintDeclaration } from './declarations.ts';
import { isOfSample } from './sample-texts.ts';
import type { Styled } from './styles.ts';
import type { RuleInput, TreeDiagnostic } from './tree-lint.ts';
import { getFormFunctions, getValueForm } from './value-form.ts';

/** Reports declarations of an element's `style` and classes that have no effect. */
export const lintStyle = (input: RuleInput): TreeDiagnostic[] => {
  const { element, isInsideSvg, at, request, resolved } = input;
  const box: Styled = { style: resolved.specified, variables: resolved.variables, isInsideSvg };
  const ofStyle = Object.entries(getStyle(element)).flatMap(([name, value]): TreeDiagnostic[] => {
    const place = at(`style.${name}`, 'style');
    if (typeof value === 'object' && value !== null) {
      const message = `${name} is neither text nor a number: a style holds no rules and no lists; use a <style> for selectors.`;
      return [{ ...place, code: 'no-effect', message }];
    }
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return [];
    if (isOfSample(String(value), request.sampleTexts)) return [];
    return lintStyled(name, value, [box], request.engine).map((problem) => ({ ...place, ...problem }));
  });
  return isInsideSvg || element.type === 'svg' ? ofStyle : [...ofStyle, ...lintUtilities(input, box)];
};

/** Reports what the declarations of classes lack in the engine. The values of named ones are valid. */
const lintUtilities = ({ element, request, theme, at }: RuleInput, box: Styled): TreeDiagnostic[] =>
  [...new Set(getClasses(element).split(/\s+/))].flatMap((name) =>
    Object.entries(readUtilities(name, request.width, theme).style).flatMap(([property, value]) => {
      const undeclared = findUndeclared(value, [box]).map(undeclaredProblem);
      const lacking = lintWritten(property, value, [box], request.engine)
        .filter(({ code }) => name.includes('[') || !code.startsWith('unknown-'))
        .map(({ code, message }) => ({ code, message: `${truncate(name, 60)}: ${message}` }));
      return [...undeclared, ...lacking].map((problem) => ({ ...at('tw', 'className', 'class'), ...problem }));
    }),
  );

/**
 * Returns the problems of a declaration with the boxes that it applies to.
 *
 * @param name as in a `style`, or in a style sheet
 */
export const lintStyled = (
  name: string,
  value: string | number,
  boxes: readonly Styled[],
  engine: EngineName,
): DeclarationProblem[] => {
  const undeclared = name.startsWith('--') ? [] : findUndeclared(value, boxes);
  return undeclared.length > 0 ? undeclared.map(undeclaredProblem) : lintWritten(name, value, boxes, engine);
};

const lintWritten: typeof lintStyled = (name, value, boxes, engine) => {
  if (boxes.every(({ style }) => isPartOfOther(name, style))) return [];
  const problem = lintDeclaration(name, value, engine) ?? lintColourStops(name, value, engine);
  if (!problem) return [];
  // what a property lacks in boxes says nothing of shapes
  return boxes.every(({ isInsideSvg }) => isInsideSvg) && !problem.code.startsWith('unknown-') ? [] : [problem];
};

const unprefixed = (name: string): string => name.replace(/^Webkit(.)/, (_all, first: string) => first.toLowerCase());

/** Returns whether a declaration counts with others of its box, not by itself. */
const isPartOfOther = (name: string, style: Style): boolean => {
  const property = toCamelCase(name);
  if (clamping.has(property) && isClamp(style)) return true;
  if (isAskedFor(property, style)) return true;
  // beside the property itself, a prefix is for other browsers
  return property.startsWith('Webkit') && Object.hasOwn(style, unprefixed(property));
};

/** Returns whether a property shows nothing itself, and counts where it is asked for: counters, sizes, `light-dark()`. */
const isAskedFor = (property: string, { containerType, height }: Style): boolean =>
  /^(?:counter(?:Reset|Set|Increment)|containerName|colorScheme)$/.test(property) ||
  // a container without a height has none in a browser
  (/^container(?:Type)?$/.test(property) && (containerType !== 'size' || height !== undefined));

/** What cuts a text after some lines, all of it together. */
const clamping: ReadonlySet<string> = new Set(
  splitWords('display WebkitLineClamp lineClamp WebkitBoxOrient textOverflow'),
);

const isClamp = ({ display, WebkitLineClamp, lineClamp, WebkitBoxOrient, overflowY, textOverflow }: Style): boolean =>
  display === '-webkit-box' &&
  (WebkitLineClamp ?? lineClamp) !== undefined &&
  WebkitBoxOrient === 'vertical' &&
  overflowY === 'hidden' &&
  textOverflow === 'ellipsis';

/** Reports colours with two positions in gradients. A test shows that satori reads the first one alone. */
const lintColourStops = (name: string, value: string | number, engine: EngineName): DeclarationProblem | undefined => {
  if (engine !== 'satori' || !/gradient\(/.test(String(value).slice(0, 2_000))) return undefined;
  const gradients = getFormFunctions(getValueForm(String(value))).filter((one) => one.includes('gradient('));
  if (!gradients.some((one) => /colour # #[,)]/.test(one))) return undefined;
  const message = `${name}: satori ignores the second position of a colour, so a hard edge becomes a gradient: write the colour twice, red 0%, red 50%.`;
  return { code: 'unlike-browser', message };
};

/** A `var()` without a fallback. */
const reference = /(?<![\w-])var\(\s*(--[\w-]+)\s*\)/g;

/** Returns the custom properties for want of which a value is none in any of the boxes. */
export const findUndeclared = (value: unknown, boxes: readonly Styled[]): string[] => {
  if (typeof value !== 'string' || !value.includes('var(')) return [];
  if (boxes.some(({ variables }) => replaceVariables(value, variables) !== undefined)) return [];
  const names = new Set(Array.from(value.matchAll(reference), ([, name = '']) => name));
  return [...names].filter((name) => boxes.every(({ variables }) => variables[name] === undefined)).slice(0, 5);
};

export const undeclaredProblem = (name: string): DeclarationProblem => ({
  code: 'unknown-value',
  message: `var(${truncate(name, 60)}) has no value here: nothing around it declares it, or what does has none itself. Declare it, or write a fallback after a comma.`,
});
