import { defaultTheme } from '../../styles/tailwind/default-theme.ts';
import { readUtilities } from '../../styles/tailwind/utilities.ts';
import { truncate } from '../../truncate.ts';
import { getClasses, getStyle } from '../../vnode/vnode.ts';
import type { RuleInput, TreeDiagnostic } from './tree-lint.ts';

/** A `var()` without a fallback. */
const reference = /(?<![\w-])var\(\s*(--[\w-]+)\s*\)/g;
const namesIn = (value: unknown): string[] =>
  typeof value === 'string' && value.includes('var(')
    ? [...value.matchAll(reference)].map(([, name = '']) => name)
    : [];

/** Attributes of SVG that are properties. */
const presentation = /^(?:fill|stroke|color|stop-?color|flood-?color)$/i;

/**
 * Reports custom properties that nothing in the tree declares: the declaration that names one has no effect. Tokens of
 * Tailwind are declared for the engine takumi.
 */
export const lintUndeclared = ({ element, request, theme, variables, at, isSample }: RuleInput): TreeDiagnostic[] => {
  const isDeclared = (name: string) =>
    variables.has(name) || isSample(name) || (request.engine === 'takumi' && defaultTheme.has(name));
  const undeclared = (values: readonly unknown[]) =>
    new Set(values.flatMap(namesIn).filter((name) => !isDeclared(name)));
  const report = (names: ReadonlySet<string>, ...parts: string[]): TreeDiagnostic[] =>
    [...names].slice(0, 5).map((name) => ({
      ...at(...parts),
      code: 'unknown-value',
      message: `var(${truncate(name, 60)}) has no value: no <style> and no style declares it. Declare it, or write a fallback after a comma.`,
    }));
  if (element.type === 'style') return report(undeclared(element.children));
  const classes = getClasses(element);
  const { style, betweenChildren, before, after } = readUtilities(
    classes.includes('--') ? classes : '',
    request.width,
    theme,
  );
  const ofClasses = [style, betweenChildren, before ?? {}, after ?? {}].flatMap((one) => Object.values(one));
  const attributes = Object.entries(element.props).filter(([name]) => presentation.test(name));
  return [
    ...Object.entries(getStyle(element)).flatMap(([name, value]) =>
      report(undeclared([value]), `style.${name}`, 'style'),
    ),
    ...report(undeclared(ofClasses), 'tw', 'className', 'class'),
    ...attributes.flatMap(([name, value]) => report(undeclared([value]), name)),
  ];
};
