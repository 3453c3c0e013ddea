import type { EngineName } from '../../contract/engine-names.ts';
import type { SyntaxTree } from '../template/source/syntax-tree.ts';

/** What code was written for: Vercel OG and what renders like it, or takumi. */
export type Origin = 'vercel-og' | 'takumi';

const modules: readonly (readonly [RegExp, Origin])[] = [
  [/^(?:@takumi-rs\/|takumi-js(?:\/|$))/, 'takumi'],
  [/^(?:@vercel\/og|next\/(?:dist\/.*\/)?(?:og|server)|satori(?:-html)?|workers-og|frog)(?:\/|$)/, 'vercel-og'],
];

/**
 * Returns what a file was written for, by the modules it imports: takumi's before all others, since its files may import types of
 * Next. A file that makes images and imports none of them was written for Vercel OG, which made the form popular.
 */
export const readOrigin = ({ program }: SyntaxTree, makesImages: boolean): Origin | undefined => {
  const sources = program.body.flatMap((one) => (one.type === 'ImportDeclaration' ? [one.source.value] : []));
  for (const [names, origin] of modules) {
    const isMeant = origin === 'takumi' || makesImages;
    if (isMeant && sources.some((source) => names.test(source))) return origin;
  }
  return makesImages ? 'vercel-og' : undefined;
};

/** Which engine renders code as it was rendered where it came from; undefined where the default of the stage does. */
export const engineOfOrigin = (origin: Origin | undefined): EngineName | undefined =>
  origin === 'vercel-og' ? 'satori' : undefined;
