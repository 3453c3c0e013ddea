import { readUtilities } from '../../styles/tailwind/utilities.ts';
import { getClasses } from '../../vnode/vnode.ts';
import { findUndeclared, undeclaredProblem } from './styled.ts';
import type { RuleInput, TreeDiagnostic } from './tree-lint.ts';

/** Attributes of SVG that are properties. */
const presentation = /^(?:fill|stroke|color|stop-?color|flood-?color)$/i;

/** Reports custom properties in attributes and classes that have no value: the declaration has no effect. */
export const lintUndeclared = ({ element, isInsideSvg, request, theme, resolved, at, isSample }: RuleInput) => {
  const box = { style: resolved.specified, variables: resolved.variables, isInsideSvg };
  const report = (value: unknown, ...parts: string[]): TreeDiagnostic[] =>
    findUndeclared(value, [box])
      .filter((name) => !isSample(name))
      .map((name) => ({ ...at(...parts), ...undeclaredProblem(name) }));
  const classes = getClasses(element);
  const {
    betweenChildren,
    before = {},
    after = {},
  } = readUtilities(classes.includes('--') ? classes : '', request.width, theme);
  const ofClasses = [betweenChildren, before, after].flatMap((one) => Object.values(one));
  const attributes = Object.entries(element.props).filter(([name]) => presentation.test(name));
  return [
    ...ofClasses.flatMap((value) => report(value, 'tw', 'className', 'class')),
    ...attributes.flatMap(([name, value]) => report(value, name)),
  ];
};
