import { isRefused } from '../../rendering/engine-errors.ts';
import type { IsLeftOut } from '../../rendering/tree/normalise-style.ts';
import type { ImageDiagnostic } from '../../template/lint/image/image-diagnostics.ts';
import { getElements, getStyle, type VElement } from '../../vnode/vnode.ts';
import { type Declaration, leftOutDiagnostic } from '../left-out-declaration.ts';

/** Declarations tried at most, each in a layout of its own: more take longer than a layout may. */
const mostTried = 500;

/**
 * Finds the declarations that make satori refuse a tree, by trying each on an element of its own.
 *
 * @param layOut lays a tree out.
 * @returns none where the fault lies with something else, or is looked for among more than 500.
 */
export const unreadableIn = async (
  tree: VElement,
  layOut: (trial: VElement) => Promise<unknown>,
): Promise<Declaration[]> => {
  const declarations = new Map<string, Declaration>();
  for (const element of getElements(tree))
    for (const declaration of getDeclarations(element)) declarations.set(getText(declaration), declaration);
  if (declarations.size > mostTried) return [];
  const found: Declaration[] = [];
  for (const declaration of declarations.values())
    if (await isRefused(() => layOut(getTrial(declaration)))) found.push(declaration);
  return found;
};

const getDeclarations = (element: VElement): Declaration[] =>
  Object.entries({ ...getStyle(element), tw: element.props.tw }).flatMap(([property, value]) =>
    typeof value === 'string' || (typeof value === 'number' && property !== 'tw') ? [{ property, value }] : [],
  );

const getText = ({ property, value }: Declaration): string => `${property}: ${value}`;

const getTrial = ({ property, value }: Declaration): VElement => ({
  type: 'div',
  props: property === 'tw' ? { tw: value } : { style: { [property]: value } },
  children: ['a'],
});

/**
 * Returns a function that checks whether a declaration is in the list; undefined for an empty list, to skip the checks.
 */
export const among = (declarations: readonly Declaration[]): IsLeftOut | undefined => {
  if (declarations.length === 0) return undefined;
  const texts = new Set(declarations.map(getText));
  return (property, value) => texts.has(getText({ property, value }));
};

/** Diagnostics for declarations that were left out, at each element that has one. */
export const unreadableDiagnostics = (tree: VElement, isLeftOut: IsLeftOut | undefined): ImageDiagnostic[] =>
  isLeftOut === undefined
    ? []
    : [...getElements(tree)].flatMap((element) =>
        getDeclarations(element)
          .filter(({ property, value }) => isLeftOut(property, value))
          .map((declaration) => leftOutDiagnostic(declaration, element.props)),
      );
