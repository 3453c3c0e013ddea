import { LRUCache } from 'lru-cache';
import { getOwn } from '../../get-own.ts';
import { type Style, toDeclarationText } from '../../rendering/tree/normalise-style.ts';
import { getBoxes, type PreparedElement } from '../../rendering/tree/prepared-tree.ts';
import type { ImageDiagnostic } from '../../template/lint/image/image-diagnostics.ts';
import { createLeftOutDiagnostic } from '../left-out-declaration.ts';
import { onePixel, type TakumiNode, type TakumiRenderer } from './takumi-call.ts';

/** Maximum total characters of cached declarations. */
const maxCachedCharacters = 4_000_000;

/** Messages of takumi 2.16 for an unreadable declaration. */
const unreadableDeclarationMessage = /invalid (?:value|type) for /i;

/** Returns whether takumi rejected a tree because of a declaration. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && unreadableDeclarationMessage.test(error.message);

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
      const name = toDeclarationText(property, value);
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

  const isReadable = (property: string, value: string | number) =>
    cache.get(toDeclarationText(property, value)) !== 'unreadable';

  return {
    tryEach,
    /** Returns a style without the declarations known to be unreadable. */
    readableStyle: (style: Style): Style =>
      Object.fromEntries(Object.entries(style).filter((declaration) => isReadable(...declaration))),
    /** Returns diagnostics for declarations that are left out. */
    lintLeftOut: (tree: PreparedElement): ImageDiagnostic[] =>
      [...getBoxes(tree)].flatMap(({ props }) =>
        Object.entries(toTakumiStyle(props.style ?? {}))
          .filter((declaration) => !isReadable(...declaration))
          .map((declaration) => createLeftOutDiagnostic(...declaration, props)),
      ),
  };
};

export type DeclarationReader = ReturnType<typeof createDeclarationReader>;

/** Values that takumi 2.16 does not support, and supported ones that look the same in an image. */
const replacements: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  position: { sticky: 'relative' },
  whiteSpace: { 'break-spaces': 'pre-wrap' },
};

/** Returns a style with only values that takumi supports. */
export const toTakumiStyle = (style: Style): Style =>
  Object.fromEntries(
    Object.entries(style).map(([name, value]) => [
      name,
      getOwn(getOwn(replacements, name) ?? {}, String(value)) ?? value,
    ]),
  );
