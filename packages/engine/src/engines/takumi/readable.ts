import { LRUCache } from 'lru-cache';
import { getOwn } from '../../get-own.ts';
import type { ImageDiagnostic } from '../../lint/image/image-diagnostics.ts';
import { getBoxes, type PreparedElement } from '../../rendering/tree/prepared-tree.ts';
import { toDeclarationText } from '../../styles/normalise-style.ts';
import type { Style } from '../../styles/style.ts';
import { createLeftOutDiagnostic } from '../left-out-declaration.ts';
import { onePixel, type TakumiImage, type TakumiNode, type TakumiRenderer } from './takumi-call.ts';
import { isTabLength } from './tree/text-widths.ts';

/** Maximum total characters of cached names. */
const maxCachedCharacters = 4_000_000;

/**
 * takumi 2.16 rejects a whole tree for one unreadable declaration or image, names one declaration at a time and never
 * an image. This tests each separately and caches the results for all trees.
 *
 * @param message of errors about such a part.
 */
export const createTrials = (message: RegExp) => {
  const readable = new LRUCache<string, boolean>({
    maxSize: maxCachedCharacters,
    sizeCalculation: (_isReadable, name) => name.length + 1,
  });
  /** Returns whether takumi rejected a tree because of such a part. */
  const isCause = (error: unknown): boolean => error instanceof Error && message.test(error.message);
  return {
    isCause,
    isUnreadable: (name: string): boolean => readable.get(name) === false,
    /** Tests a part alone in a node, unless it was tested. */
    run: async (name: string, renderer: TakumiRenderer, node: TakumiNode, images: readonly TakumiImage[] = []) => {
      if (readable.has(name)) return;
      const measured = renderer.measure(node, { ...onePixel, images });
      const isReadable = await measured.then(
        () => true,
        (error: unknown) => !isCause(error),
      );
      readable.set(name, isReadable);
    },
  };
};

/** Leaves out the declarations that takumi cannot read, as a browser does. */
export const createDeclarationReader = () => {
  const { isCause, isUnreadable, run } = createTrials(/invalid (?:value|type) for /i);

  const tryEach = async (node: TakumiNode, renderer: TakumiRenderer): Promise<void> => {
    for (const [property, value] of Object.entries(node.style ?? {}))
      await run(toDeclarationText(property, value), renderer, { type: 'container', style: { [property]: value } });
    for (const child of node.children ?? []) await tryEach(child, renderer);
  };

  const isLeftOut = (declaration: [property: string, value: string | number]) =>
    isUnreadable(toDeclarationText(...declaration));

  return {
    isCause,
    tryEach,
    /** Returns a style with only values that takumi supports, without the declarations known to be unreadable. */
    readableStyle: (style: Style): Style =>
      Object.fromEntries(getSupported(style).filter((declaration) => !isLeftOut(declaration))),
    lintLeftOut: (tree: PreparedElement): ImageDiagnostic[] =>
      [...getBoxes(tree)].flatMap(({ props }) =>
        getSupported(props.style ?? {})
          .filter(isLeftOut)
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

/** Returns the declarations of a style, with only values that takumi supports. */
const getSupported = (style: Style): [property: string, value: string | number][] =>
  Object.entries(style).flatMap(([name, value]): [string, string | number][] =>
    // `placeTabs` reads it
    name === 'tabSize' && isTabLength(value)
      ? []
      : [[name, getOwn(getOwn(replacements, name) ?? {}, String(value)) ?? value]],
  );
