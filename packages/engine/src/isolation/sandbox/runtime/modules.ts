import type { Props } from './elements.ts';
import type { CallHost } from './host.ts';
import type { Primordials } from './primordials.ts';

/**
 * Returns the modules that templates may import besides `react`, by the names that the compiler writes into a script.
 * Runs inside the sandbox as text: refers to nothing outside itself.
 */
export function importable(
  { NativeString, isArray }: Primordials,
  react: { readonly createElement: (type: string, props: Props) => unknown },
  callHost: CallHost,
) {
  const { createElement } = react;

  /** `next/image` as a plain `img`: props about loading are dropped, `fill` becomes the equivalent style. */
  const image = (given: Props) => {
    const { src, fill, loader, quality, priority, placeholder, blurDataURL, unoptimized, onLoad, onError, ...props } =
      given;
    const source = typeof src === 'object' && src !== null && 'src' in src ? src.src : src;
    const filling = { position: 'absolute', inset: 0, width: '100%', height: '100%' };
    const style = fill ? { ...filling, ...(props.style as object) } : props.style;
    return createElement('img', { ...props, src: source, ...(style === undefined ? {} : { style }) });
  };

  /** Joins two lists of class names. */
  const joined = (one: string, other: string) => (one !== '' && other !== '' ? one + ' ' + other : one + other);
  const joinedAll = (given: readonly unknown[], getClasses: (one: unknown) => string): string => {
    let classes = '';
    for (let i = 0; i < given.length; i += 1) classes = joined(classes, getClasses(given[i]));
    return classes;
  };

  /** Joins class names from strings, arrays and objects of conditions, like the package `clsx`. */
  const conditional = (given: unknown): string => {
    if (typeof given === 'string' || typeof given === 'number') return given ? NativeString(given) : '';
    if (isArray(given)) return joinedAll(given, conditional);
    if (typeof given !== 'object' || given === null) return '';
    let classes = '';
    for (const name in given) if ((given as Record<string, unknown>)[name]) classes = joined(classes, name);
    return classes;
  };
  const clsx = (...given: unknown[]) => joinedAll(given, conditional);

  /** Flattens the arguments of `twMerge`, which ignores objects. */
  const flat = (given: unknown): string => {
    if (typeof given === 'string') return given;
    return isArray(given) ? joinedAll(given, flat) : '';
  };
  const twJoin = (...given: unknown[]) => joinedAll(given, flat);
  const twMerge = (...given: unknown[]) => callHost('twMerge', joinedAll(given, flat));

  return {
    react: { ...react, default: react },
    'next/image': { default: image },
    clsx: { default: clsx, clsx },
    'tailwind-merge': { twMerge, twJoin },
  };
}
