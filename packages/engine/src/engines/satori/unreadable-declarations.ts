import type { ImageDiagnostic } from '../../lint/image/image-diagnostics.ts';
import { isRejected } from '../../rendering/engine-errors.ts';
import { toDeclarationText } from '../../styles/normalise-style.ts';
import { getElements, getStyle, type VElement } from '../../vnode/vnode.ts';
import { createLeftOutDiagnostic } from '../left-out-declaration.ts';

/** Maximum number of declarations to test. Each needs its own layout; more would exceed the time limit of a layout. */
const maxTested = 500;

/**
 * Finds the declarations that make satori reject a tree by testing each on a separate element.
 *
 * @param layOut lays out a tree.
 * @returns texts of declarations; none if no declaration is the cause, or if there are more than 500 declarations.
 */
export const findUnreadableDeclarations = async (
  tree: VElement,
  layOut: (trial: VElement) => Promise<unknown>,
): Promise<ReadonlySet<string>> => {
  const trials = new Map<string, VElement['props']>();
  for (const [property, value] of [...getElements(tree)].flatMap(getDeclarations))
    trials.set(
      toDeclarationText(property, value),
      property === 'tw' ? { tw: value } : { style: { [property]: value } },
    );
  const found = new Set<string>();
  if (trials.size > maxTested) return found;
  for (const [text, props] of trials)
    if (await isRejected(() => layOut({ type: 'div', props, children: ['a'] }))) found.add(text);
  return found;
};

/** Returns the declarations of an element. All of its classes together are one with the property `tw`. */
const getDeclarations = (element: VElement) =>
  Object.entries({ ...getStyle(element), tw: element.props.tw }).filter(
    (entry): entry is [string, string | number] =>
      typeof entry[1] === 'string' || (typeof entry[1] === 'number' && entry[0] !== 'tw'),
  );

/** Returns diagnostics for declarations that are left out, one for each element that has one. */
export const lintLeftOut = (tree: VElement, leftOut: ReadonlySet<string>): ImageDiagnostic[] =>
  [...getElements(tree)].flatMap((element) =>
    getDeclarations(element)
      .filter((declaration) => leftOut.has(toDeclarationText(...declaration)))
      .map((declaration) => createLeftOutDiagnostic(...declaration, element.props)),
  );
