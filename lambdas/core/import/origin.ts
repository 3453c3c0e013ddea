import type { EngineName } from '../../contract/engine-names.ts';
import type { SyntaxTree } from '../template/source/syntax-tree.ts';

/** What code was written for: takumi, or Vercel OG and compatible libraries. */
export type Origin = 'vercel-og' | 'takumi';

const modules: readonly (readonly [RegExp, Origin])[] = [
  [/^(?:@takumi-rs\/|takumi-js(?:\/|$))/, 'takumi'],
  [/^(?:@vercel\/og|next\/(?:dist\/.*\/)?(?:og|server)|satori(?:-html)?|workers-og|frog)(?:\/|$)/, 'vercel-og'],
];

/**
 * Returns what a file was written for, by the modules it imports. takumi's take precedence, because its files may also
 * import types of Next.js. A file that creates images and imports none of them was written for Vercel OG, which made
 * the API popular.
 */
export const readOrigin = ({ program }: SyntaxTree, makesImages: boolean): Origin | undefined => {
  const sources = program.body.flatMap((one) => (one.type === 'ImportDeclaration' ? [one.source.value] : []));
  for (const [names, origin] of modules) {
    const canMatch = origin === 'takumi' || makesImages;
    if (canMatch && sources.some((source) => names.test(source))) return origin;
  }
  return makesImages ? 'vercel-og' : undefined;
};

/** Returns the engine that renders code as its original does; undefined for the default engine of the stage. */
export const getEngineOfOrigin = (origin: Origin | undefined): EngineName | undefined =>
  origin === 'vercel-og' ? 'satori' : undefined;
