import type { Diagnostic, Position } from '../../diagnostics/diagnostics.ts';
import { getOwn } from '../../get-own.ts';
import { getOwnFamilies } from '../../rendering/fonts/custom-fonts.ts';
import { getStyleSheets } from '../../styles/style-sheets.ts';
import { getTreeVariables } from '../../styles/tailwind/default-theme.ts';
import { getPlaces } from '../../styles/tailwind/places.ts';
import type { Place } from '../../styles/tailwind/variants.ts';
import { sourcePositionProperty, toPosition } from '../../vnode/source-position.ts';
import type { VNode } from '../../vnode/vnode.ts';
import { lintCost } from './cost.ts';
import {
  lintBrowserShapes,
  lintClasses,
  lintElement,
  lintFit,
  lintPreflight,
  lintStyle,
  lintTailwindDefaults,
  lintUnrendered,
} from './elements.ts';
import { lintFamilies, lintRootFamily } from './families.ts';
import { lintFloats } from './floats.ts';
import { lintImageElement, lintImageSource } from './images.ts';
import { lintSvg } from './shapes.ts';
import { lintSheet } from './sheets.ts';
import type { RuleInput, TreeDiagnostic, TreeLint, TreeLintRequest } from './tree-lint.ts';
import { lintUndeclared } from './undeclared.ts';

const rules = [
  lintImageSource,
  lintImageElement,
  lintStyle,
  lintBrowserShapes,
  lintUnrendered,
  lintSvg,
  lintFloats,
  lintClasses,
  lintTailwindDefaults,
  lintPreflight,
  lintFamilies,
  lintSheet,
  lintFit,
  lintElement,
  lintUndeclared,
];

/** Applies all rules to the elements of a sample. Pure; does not lay out the tree. */
export const lintTreeRules = (request: TreeLintRequest): TreeLint => {
  const { texts, theme } = getStyleSheets(request.tree, request.width);
  const sheets = texts.join('');
  const { declared: variables } = getTreeVariables(request.tree);
  const families = getOwnFamilies(request.fonts, request.outside);
  const diagnostics: TreeDiagnostic[] = [];
  const visit = (node: VNode, around: Position, isInsideSvg: boolean, place?: Place) => {
    if (typeof node === 'string') return;
    const own = toPosition(node.props[sourcePositionProperty]);
    const parts = own && request.positions[String(node.props[sourcePositionProperty])];
    const position = own ?? around;
    const reviewed: RuleInput = {
      element: node,
      request,
      isInsideSvg,
      place,
      sheets,
      theme,
      variables,
      own: families,
      at: (...names) => names.map((name) => parts?.[name]).find((found) => found !== undefined) ?? position,
      isSample: (text) => request.sampleTexts.some((sample) => sample !== '' && text.includes(sample)),
    };
    for (const rule of rules) diagnostics.push(...rule(reviewed));
    const places = getPlaces(node.children);
    for (const child of node.children)
      visit(
        child,
        position,
        isInsideSvg || node.type === 'svg',
        typeof child === 'string' ? undefined : places.get(child),
      );
  };
  visit(request.tree, request.componentAt, false);
  diagnostics.push(...lintRootFamily(request, families), ...lintCost(request));
  const errors: Diagnostic[] = [];
  const warnings: Diagnostic[] = [];
  const once = new Set<string>();
  for (const { isError, ...diagnostic } of diagnostics) {
    // A missing family is reported only once, where it is first used; what an option would mend, for one element.
    const key = { 'unknown-font': diagnostic.message, 'tailwind-defaults': 'tailwind-defaults' };
    const reported = getOwn<string>(key, diagnostic.code);
    if (reported !== undefined && once.has(reported)) continue;
    if (reported !== undefined) once.add(reported);
    (isError ? errors : warnings).push(diagnostic);
  }
  return { errors, warnings };
};
