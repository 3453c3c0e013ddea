import { LRUCache } from 'lru-cache';
import type { Style } from '../../rendering/tree/normalise-style.ts';
import { getBoxes, type PreparedElement } from '../../rendering/tree/prepared-tree.ts';
import type { Declaration } from '../left-out-declaration.ts';
import { onePixel, type TakumiNode, type TakumiRenderer } from './takumi-call.ts';
import { toTakumiStyle } from './tree/takumi-style.ts';

/** Maximum total characters of cached declarations. */
const maxCachedCharacters = 4_000_000;

/** Messages of takumi 2.16 for an unreadable declaration. */
const unreadableDeclarationMessage = /invalid (?:value|type) for /i;

/** Returns whether takumi rejected a tree because of a declaration. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && unreadableDeclarationMessage.test(error.message);

/** A declaration that is left out of an element. */
interface LeftOut extends Declaration {
  readonly element: PreparedElement;
}

/**
 * takumi 2.16 rejects a whole tree for one unreadable declaration, and names one at a time. This tests each declaration
 * separately, caches the result for all trees, and leaves out the unreadable ones, as a browser does.
 */
export const createDeclarationReader = () => {
  const cache = new LRUCache<string, 'read' | 'unreadable'>({
    maxSize: maxCachedCharacters,
    sizeCalculation: (_found, name) => name.length + 1,
  });

  const tryEach = async (node: TakumiNode, renderer: TakumiRenderer): Promise<void> => {
    for (const [property, value] of Object.entries(node.style ?? {})) {
      const name = getName(property, value);
      if (cache.has(name)) continue;
      const alone: TakumiNode = { type: 'container', style: { [property]: value } };
      const isRead = await renderer.measure(alone, onePixel).then(
        () => true,
        (error: unknown) => !isUnreadable(error),
      );
      cache.set(name, isRead ? 'read' : 'unreadable');
    }
    for (const child of node.children ?? []) await tryEach(child, renderer);
  };

  const isReadable = (property: string, value: string | number) => cache.get(getName(property, value)) !== 'unreadable';

  return {
    tryEach,
    /** Returns a style without the declarations known to be unreadable. */
    readableStyle: (style: Style): Style =>
      Object.fromEntries(Object.entries(style).filter(([property, value]) => isReadable(property, value))),
    leftOutOf: (tree: PreparedElement): LeftOut[] =>
      [...getBoxes(tree)].flatMap((element) =>
        Object.entries(toTakumiStyle(element.props.style ?? {}))
          .filter(([property, value]) => !isReadable(property, value))
          .map(([property, value]) => ({ element, property, value })),
      ),
  };
};

export type DeclarationReader = ReturnType<typeof createDeclarationReader>;

const getName = (property: string, value: string | number): string => `${property}:${value}`;
