import { createLinePositions, type Diagnostic, type Position } from '../../diagnostics/diagnostics.ts';
import { getOwn } from '../../get-own.ts';
import { getOwnFamilies } from '../../rendering/fonts/custom-fonts.ts';
import { getStyleSheets } from '../../styles/style-sheets.ts';
import { getPlaces } from '../../styles/tailwind/places.ts';
import type { Place } from '../../styles/tailwind/variants.ts';
import { sourcePositionProperty, toPosition } from '../../vnode/source-position.ts';
import { getElements, getStyle, type VElement, type VNode } from '../../vnode/vnode.ts';
import { lintClasses, lintPreflight, lintTailwindDefaults } from './classes.ts';
import { lintCost } from './cost.ts';
import { lintBrowserShapes, lintElement, lintFit, lintUnrendered } from './elements.ts';
import { lintFamilies, lintRootFamily } from './families.ts';
import { lintFloats } from './floats.ts';
import { lintImageElement, lintImageSource } from './images.ts';
import { lintForeignReferences, lintSvg } from './shapes.ts';
import { lintSheet } from './sheets.ts';
import { lintSpaces } from './spaces.ts';
import { lintStyle } from './styled.ts';
import { readStyles, type TreeStyles } from './styles.ts';
import { lintTexts } from './texts.ts';
import type { RuleInput, TreeDiagnostic, TreeLint, TreeLintRequest } from './tree-lint.ts';
import { lintUndeclared } from './undeclared.ts';

const rules = [
  lintImageSource,
  lintImageElement,
  lintStyle,
  lintBrowserShapes,
  lintUnrendered,
  lintTexts,
  lintSpaces,
  lintSvg,
  lintForeignReferences,
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

/** Applies the rules to the elements of a sample. Returns what they found of each, in document order, and the styles. */
const lintElements = (
  request: TreeLintRequest,
): { found: ReadonlyMap<VElement, readonly TreeDiagnostic[]>; styles: TreeStyles } => {
  const { texts, theme } = getStyleSheets(request.tree, request.width);
  const styles = readStyles(request, texts);
  const inSheet = positionsInSheets(request);
  const families = getOwnFamilies(request.fonts, request.outside);
  const found = new Map<VElement, readonly TreeDiagnostic[]>();
  const visit = (node: VNode, around: Position, isInsideSvg: boolean, place?: Place) => {
    if (typeof node === 'string') return;
    const own = toPosition(node.props[sourcePositionProperty]);
    const parts = own && request.positions[String(node.props[sourcePositionProperty])];
    const position = own ?? around;
    const at = (...names: readonly string[]) =>
      names.map((name) => parts?.[name]).find((found) => found !== undefined) ?? position;
    const reviewed: RuleInput = {
      element: node,
      request,
      isInsideSvg,
      place,
      resolved: styles.of(node),
      styles,
      theme,
      own: families,
      at,
      where: (...properties) => {
        const inline = properties.find((name) => Object.hasOwn(getStyle(node), name));
        if (inline !== undefined) return at(`style.${inline}`, 'style');
        const rule = styles.lastOf(node, properties);
        return rule ? inSheet(rule.sheet, rule.written) : at(...properties, 'tw', 'className', 'class');
      },
      inSheet,
      isSample: (text) => request.sampleTexts.some((sample) => sample !== '' && text.includes(sample)),
    };
    found.set(
      node,
      rules.flatMap((rule) => rule(reviewed)),
    );
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
  return { found, styles };
};

/** Applies all rules to a sample. Pure; does not lay out the tree. */
export const lintTreeRules = (request: TreeLintRequest): TreeLint => {
  const { found, styles } = lintElements(request);
  const families = getOwnFamilies(request.fonts, request.outside);
  const diagnostics = [...found.values()].flat();
  diagnostics.push(...lintRootFamily(request, families), ...lintCost(request, styles));
  const errors: Diagnostic[] = [];
  const warnings: Diagnostic[] = [];
  const once = new Set<string>();
  for (const { isError, ...diagnostic } of diagnostics) {
    const { line, column, code, message: text } = diagnostic;
    const same = `${line}:${column} ${code} ${text}`;
    if (once.has(same)) continue;
    once.add(same);
    // A missing family is reported only once, where it is first used; what an option would mend, for one element.
    const key = { 'unknown-font': diagnostic.message, 'tailwind-defaults': 'tailwind-defaults' };
    const reported = getOwn<string>(key, diagnostic.code);
    if (reported !== undefined && once.has(reported)) continue;
    if (reported !== undefined) once.add(reported);
    (isError ? errors : warnings).push(diagnostic);
  }
  return { errors, warnings, ...(request.engine === 'satori' && { doubtful: findDoubtful(request, found) }) };
};

/** Returns the positions of elements of which takumi has a warning that satori has not, and of what is in them. */
const findDoubtful = (
  request: TreeLintRequest,
  own: ReadonlyMap<VElement, readonly TreeDiagnostic[]>,
): readonly string[] => {
  const doubtful = new Set<VElement>();
  for (const [element, found] of lintElements({ ...request, engine: 'takumi' }).found) {
    const known = new Set(own.get(element)?.map(({ message }) => message));
    const isShown = ({ code, message }: TreeDiagnostic) =>
      !/^(?:unlike-browser|no-effect)$/.test(code) || known.has(message);
    if (element.type === 'style' || doubtful.has(element) || found.every(isShown)) continue;
    for (const inside of getElements(element)) doubtful.add(inside);
  }
  return [...new Set(Array.from(doubtful, ({ props }) => String(props[sourcePositionProperty])))];
};

/** Returns a function that finds a piece of a `<style>` in the source. */
const positionsInSheets = ({ source, componentAt }: TreeLintRequest): RuleInput['inSheet'] => {
  const positions = createLinePositions(source);
  const found = new Map<string, Position>();
  return ({ props }, written) => {
    const mark = props[sourcePositionProperty];
    const key = `${mark} ${written}`;
    const known = found.get(key);
    if (known) return known;
    const at = toPosition(mark) ?? componentAt;
    const start = positions.getOffset(at);
    const end = source.indexOf('</style', start);
    const offset = written === '' ? -1 : source.indexOf(written, start);
    const position = offset >= 0 && (end < 0 || offset < end) ? positions.positionOf(offset) : at;
    found.set(key, position);
    return position;
  };
};
