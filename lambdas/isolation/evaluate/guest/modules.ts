import type { Props } from './elements.ts';
import type { CallHost } from './locale.ts';

/**
 * What templates may import beside `react`, under the names the compiler writes into a plan's script. Runs inside the
 * guest as text: refers to nothing outside itself.
 */
export function importable(react: { createElement: (type: string, props: Props) => unknown }, callHost: CallHost) {
  /** `next/image` as a plain `img`: what only serves loading is dropped, `fill` becomes the style it stands for. */
  const image = (given: Props) => {
    const { src, fill, loader, quality, priority, placeholder, blurDataURL, unoptimized, onLoad, onError, ...props } =
      given;
    const source = typeof src === 'object' && src !== null && 'src' in src ? src.src : src;
    const filling = { position: 'absolute', inset: 0, width: '100%', height: '100%' };
    const style = fill ? { ...filling, ...(props.style as object) } : props.style;
    return react.createElement('img', { ...props, src: source, ...(style === undefined ? {} : { style }) });
  };

  /** Class names out of texts, lists and objects of conditions, as the package of that name puts them together. */
  const clsx = (...given: unknown[]): string => given.map(classesOf).filter(Boolean).join(' ');
  const classesOf = (given: unknown): string => {
    if (typeof given === 'string' || typeof given === 'number') return given ? String(given) : '';
    if (Array.isArray(given)) return clsx(...given);
    if (typeof given !== 'object' || given === null) return '';
    const names: string[] = [];
    for (const name in given) if ((given as Record<string, unknown>)[name]) names.push(name);
    return names.join(' ');
  };

  /** Flattens what `twMerge` takes; objects mean nothing to it. */
  const listed = (given: unknown): string => {
    if (typeof given === 'string') return given;
    return Array.isArray(given) ? given.map(listed).filter(Boolean).join(' ') : '';
  };
  const twJoin = (...given: unknown[]) => listed(given);
  const twMerge = (...given: unknown[]) => callHost('twMerge', listed(given));

  return {
    react: { ...react, default: react },
    'next/image': { default: image },
    clsx: { default: clsx, clsx },
    'tailwind-merge': { twMerge, twJoin },
  };
}
