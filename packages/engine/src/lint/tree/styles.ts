import { ident } from 'css-tree/utils';
import { kinds, readTokens } from '../../css-tokens.ts';
import type { EngineName } from '../../engine-names.ts';
import { type Resolved, resolveStyles } from '../../styles/resolve.ts';
import { readSheet } from '../../styles/sheet-text.ts';
import type { SheetDeclaration, SheetRule } from '../../styles/sheets.ts';
import type { Style } from '../../styles/style.ts';
import type { Variables } from '../../styles/values/variables.ts';
import { getElements, type VElement } from '../../vnode/vnode.ts';

/** A box that a declaration of a style sheet applies to. */
export interface Styled {
  readonly style: Style;
  readonly variables: Variables;
  readonly isInsideSvg: boolean;
}

/** The styles of a sample, as its engine reads them. */
export interface TreeStyles {
  readonly of: (element: VElement) => Resolved;
  /** Rules of a `<style>`, in order. */
  readonly rulesOf: (sheet: VElement) => readonly SheetRule[];
  /** Conditions of `@container` in a `<style>` that could not be decided. */
  readonly undecidedOf: (sheet: VElement) => readonly string[];
  /** Returns the first boxes that a declaration applies to. */
  readonly usersOf: (declaration: SheetDeclaration) => readonly Styled[];
  /** Returns the last declaration of a `<style>` for an element that sets one of these properties. */
  readonly lastOf: (
    element: VElement,
    properties: readonly string[],
  ) => { readonly sheet: VElement; readonly written: string } | undefined;
  /** The ids of all elements. */
  readonly ids: ReadonlySet<string>;
  /** Classes that a `<style>` names, wherever it does. */
  readonly classes: ReadonlySet<string>;
}

/** Maximum number of boxes for each declaration. */
const maxUsers = 20;

/** A tree with its image's size in CSS pixels, and the engine that renders it. */
interface Shown {
  readonly tree: VElement;
  readonly engine: EngineName;
  readonly width: number;
  readonly height: number;
}

/** @param texts style sheets of the tree in plain CSS */
export const readStyles = ({ tree, engine, width, height }: Shown, texts: readonly string[]): TreeStyles => {
  const isSatori = engine === 'satori';
  const read = isSatori ? withoutSheets(tree, false) : tree;
  const { root, rules, page, undecided } = resolveStyles(read, { width, height }, { hasTokens: !isSatori });
  const byElement = new Map<VElement, Resolved>();
  const users = new Map<SheetDeclaration, Styled[]>();
  const use = ({ declarations }: SheetRule, box: Styled): void => {
    for (const declaration of declarations) {
      const known = users.get(declaration);
      if (!known) users.set(declaration, [box]);
      else if (known.length < maxUsers) known.push(box);
    }
  };
  const visit = (element: VElement, resolved: Resolved, isInsideSvg: boolean): void => {
    byElement.set(element, resolved);
    const { specified, before, after, variables } = resolved;
    for (const [part, style] of [['', specified] as const, ['before', before?.style], ['after', after?.style]] as const)
      if (style) for (const { rule } of resolved.matched.get(part) ?? []) use(rule, { style, variables, isInsideSvg });
    const isInside = isInsideSvg || element.type === 'svg';
    for (const [index, child] of element.children.entries())
      if (typeof child !== 'string') visit(child, resolved.children[index] as Resolved, isInside);
  };
  visit(tree, root, false);
  const outermost = { style: root.specified, variables: root.variables, isInsideSvg: false };
  for (const { rule } of page) use(rule, outermost);
  const sheets = [...getElements(tree)].filter(({ type }) => type === 'style');
  const indexes = new Map(sheets.map((sheet, index) => [sheet, index]));
  const bySheet = Map.groupBy(rules, ({ sheet }) => sheet);
  return {
    of: (element) => byElement.get(element) as Resolved,
    rulesOf: (sheet) => bySheet.get(indexes.get(sheet) ?? -1) ?? [],
    undecidedOf: (sheet) => [...undecided].filter(([, at]) => sheets[at] === sheet).map(([condition]) => condition),
    lastOf: (element, properties) => {
      for (const { rule } of (byElement.get(element)?.matched.get('') ?? []).toReversed()) {
        const written = rule.declarations.findLast(({ name }) => properties.includes(name))?.written;
        const sheet = sheets[rule.sheet];
        if (written !== undefined && sheet) return { sheet, written };
      }
      return undefined;
    },
    usersOf: (declaration) => users.get(declaration) ?? [],
    ids: new Set(Array.from(byElement.keys(), ({ props }) => String(props.id))),
    classes: getNamedClasses(texts),
  };
};

/** Returns a tree with what satori reads: no style sheets, and of classes only `tw`. */
const withoutSheets = ({ type, props, children }: VElement, isInsideSvg: boolean): VElement => {
  if (type === 'style') return { type, props: {}, children: [] };
  const { className: _, class: _plain, preflight: _mark, ...read } = props;
  const isInside = isInsideSvg || type === 'svg';
  return {
    type,
    props: isInsideSvg ? props : read,
    children: children.map((child) => (typeof child === 'string' ? child : withoutSheets(child, isInside))),
  };
};

/** Returns the classes that the selectors of style sheets in plain CSS name. */
const getNamedClasses = (texts: readonly string[]): ReadonlySet<string> => {
  const classes = new Set<string>();
  const open = (head: string): void => {
    let isClass = false;
    readTokens(head, (kind, start, end) => {
      const text = head.slice(start, end);
      if (isClass && kind === kinds.Ident) classes.add(ident.decode(text));
      isClass = text === '.';
    });
  };
  for (const text of texts) readSheet(text, { open, declaration: () => undefined });
  return classes;
};
