import { isRejected } from '../../rendering/engine-errors.ts';
import type { IsLeftOut } from '../../rendering/tree/normalise-style.ts';
import type { ImageDiagnostic } from '../../template/lint/image/image-diagnostics.ts';
import { getElements, getStyle, type VElement } from '../../vnode/vnode.ts';
import { createLeftOutDiagnostic, type Declaration } from '../left-out-declaration.ts';

/** Maximum number of declarations to test. Each needs its own layout; more would exceed the time limit of a layout. */
const maxTested = 500;

/**
 * Finds the declarations that make satori reject a tree by testing each on a separate element.
 *
 * @param layOut lays out a tree.
 * @returns an empty list if no declaration is the cause, or if there are more than 500 declarations.
 */
export const findUnreadableDeclarations = async (
  tree: VElement,
  layOut: (trial: VElement) => Promise<unknown>,
): Promise<Declaration[]> => {
  const declarations = new Map<string, Declaration>();
  for (const element of getElements(tree))
    for (const declaration of getDeclarations(element)) declarations.set(getText(declaration), declaration);
  if (declarations.size > maxTested) return [];
  const found: Declaration[] = [];
  for (const declaration of declarations.values())
    if (await isRejected(() => layOut(getTrial(declaration)))) found.push(declaration);
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

/** Returns a function that checks whether a declaration is in the list; undefined for an empty list. */
export const createDeclarationFilter = (declarations: readonly Declaration[]): IsLeftOut | undefined => {
  if (declarations.length === 0) return undefined;
  const texts = new Set(declarations.map(getText));
  return (property, value) => texts.has(getText({ property, value }));
};

/** Returns diagnostics for declarations that were left out, one for each element that has one. */
export const toUnreadableDiagnostics = (tree: VElement, isLeftOut: IsLeftOut | undefined): ImageDiagnostic[] =>
  isLeftOut === undefined
    ? []
    : [...getElements(tree)].flatMap((element) =>
        getDeclarations(element)
          .filter(({ property, value }) => isLeftOut(property, value))
          .map((declaration) => createLeftOutDiagnostic(declaration, element.props)),
      );
