import { getCustomFamilies } from '../../../rendering/fonts/custom-fonts.ts';
import { getPinnedFamilies } from '../../../rendering/fonts/pinned-families.ts';
import { getStyleSheets } from '../../../rendering/tree/style-sheets.ts';
import { sourcePositionProperty, toPosition } from '../../../vnode/source-position.ts';
import type { VNode } from '../../../vnode/vnode.ts';
import type { Diagnostic, Position } from '../source/diagnostics.ts';
import { lintClasses } from './classes.ts';
import { lintCost } from './cost.ts';
import { lintElement } from './elements.ts';
import { lintFamilies, lintRootFamily, removeDuplicates } from './families.ts';
import { lintFit } from './fit.ts';
import { lintImageSource } from './images.ts';
import { lintSheet } from './sheets.ts';
import { lintStyle } from './styles.ts';
import type { RuleInput, TreeDiagnostic, TreeLint, TreeLintRequest } from './tree-lint.ts';

type Check = (reviewed: RuleInput) => TreeDiagnostic[];
const checks: readonly Check[] = [
  lintImageSource,
  lintStyle,
  lintClasses,
  lintFamilies,
  lintSheet,
  lintFit,
  lintElement,
];

/** Applies all rules to the elements of a sample. Pure; does not lay out the tree. */
export const lintTreeRules = (request: TreeLintRequest): TreeLint => {
  const { text: sheets, theme } = getStyleSheets(request.tree, request.width);
  const families = [...getCustomFamilies(request.fonts), ...getPinnedFamilies(request.outside ?? [])];
  const diagnostics: TreeDiagnostic[] = [];
  const visit = (node: VNode, around: Position, isInsideSvg: boolean) => {
    if (typeof node === 'string') return;
    const own = toPosition(node.props[sourcePositionProperty]);
    const parts = own ? request.positions[String(node.props[sourcePositionProperty])] : undefined;
    const position = own ?? around;
    const reviewed: RuleInput = {
      element: node,
      request,
      isInsideSvg,
      sheets,
      theme,
      own: families,
      at: (...names) => names.map((name) => parts?.[name]).find((found) => found !== undefined) ?? position,
      isSample: (text) => request.sampleTexts.some((sample) => sample !== '' && text.includes(sample)),
    };
    for (const check of checks) diagnostics.push(...check(reviewed));
    for (const child of node.children) visit(child, position, isInsideSvg || node.type === 'svg');
  };
  visit(request.tree, request.componentAt, false);
  diagnostics.push(...lintRootFamily(request, families));
  diagnostics.push(...lintCost(request));
  const plain = ({ isError: _, ...diagnostic }: TreeDiagnostic): Diagnostic => diagnostic;
  const reported = removeDuplicates(diagnostics);
  return {
    errors: reported.filter(({ isError }) => isError === true).map(plain),
    warnings: reported.filter(({ isError }) => isError !== true).map(plain),
  };
};
