import { LRUCache } from 'lru-cache';
import type { Style } from '../../rendering/tree/normalise-style.ts';
import { getBoxes, type PreparedElement } from '../../rendering/tree/prepared-tree.ts';
import type { Declaration } from '../left-out-declaration.ts';
import { onePixel, type TakumiNode, type TakumiRenderer } from './takumi-call.ts';
import { takumiStyle } from './tree/takumi-style.ts';

/** Characters of declarations cached. */
const mostCached = 4_000_000;

/** How takumi 2.16 begins to say that it cannot read a declaration. */
const complaint = /invalid (?:value|type) for /i;

/** Whether takumi refused a tree for a declaration. */
export const isUnreadable = (error: unknown): boolean => error instanceof Error && complaint.test(error.message);

/** A declaration that is left out of an element. */
interface LeftOut extends Declaration {
  readonly element: PreparedElement;
}

/**
 * takumi 2.16 refuses a whole tree for one declaration it cannot read, and names one at a time. This tries each by itself, once for
 * all trees, and leaves out those that cannot be read, as a browser does.
 */
export const declarationReader = () => {
  const known = new LRUCache<string, 'read' | 'unreadable'>({
    maxSize: mostCached,
    sizeCalculation: (_found, name) => name.length + 1,
  });

  const tryEach = async (node: TakumiNode, renderer: TakumiRenderer): Promise<void> => {
    for (const [property, value] of Object.entries(node.style ?? {})) {
      const name = getName(property, value);
      if (known.has(name)) continue;
      const alone: TakumiNode = { type: 'container', style: { [property]: value } };
      const isRead = await renderer.measure(alone, onePixel).then(
        () => true,
        (error: unknown) => !isUnreadable(error),
      );
      known.set(name, isRead ? 'read' : 'unreadable');
    }
    for (const child of node.children ?? []) await tryEach(child, renderer);
  };

  const isReadable = (property: string, value: string | number) => known.get(getName(property, value)) !== 'unreadable';

  return {
    tryEach,
    /** A style without what is known to be unreadable. */
    readableStyle: (style: Style): Style =>
      Object.fromEntries(Object.entries(style).filter(([property, value]) => isReadable(property, value))),
    leftOutOf: (tree: PreparedElement): LeftOut[] =>
      [...getBoxes(tree)].flatMap((element) =>
        Object.entries(takumiStyle(element.props.style ?? {}))
          .filter(([property, value]) => !isReadable(property, value))
          .map(([property, value]) => ({ element, property, value })),
      ),
  };
};

export type DeclarationReader = ReturnType<typeof declarationReader>;

const getName = (property: string, value: string | number): string => `${property}:${value}`;
