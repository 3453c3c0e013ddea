import { splitList } from '../../css-tokens.ts';
import { getOwn } from '../../get-own.ts';
import { parseArbitrary } from './lengths.ts';

/** The part of a gradient before its colours. */
export interface GradientHead {
  readonly kind: 'linear' | 'radial' | 'conic';
  /** Direction, shape or place, and colour space. */
  readonly line: string;
  /** Whether `line` has the colours as well, as in `bg-linear-[25deg,red,blue]`. */
  readonly isWhole?: boolean;
}

const directions: Readonly<Record<string, string>> = {
  t: 'to top',
  tr: 'to top right',
  r: 'to right',
  br: 'to bottom right',
  b: 'to bottom',
  bl: 'to bottom left',
  l: 'to left',
  tl: 'to top left',
};

/** Returns the colour space that `/oklch` or `/longer` names; undefined for another word. */
const getMethod = (name: string): string | undefined => {
  if (/^(?:longer|shorter|increasing|decreasing)$/.test(name)) return `in oklch ${name} hue`;
  return /^(?:oklab|oklch|srgb|hsl)$/.test(name) ? `in ${name}` : undefined;
};

/** Returns the direction of a linear gradient, or the angle from which a conic one begins. */
const getLine = (kind: string, written: string, isNegative: boolean): string | undefined => {
  const direction = getOwn(directions, /^to-(.+)$/.exec(written)?.[1] ?? '');
  if (kind === 'linear' && direction !== undefined) return direction;
  if (kind !== 'linear' && written === '') return '';
  if (kind === 'radial' || !/^\d+$/.test(written)) return undefined;
  return `${kind === 'conic' ? 'from ' : ''}${isNegative ? '-' : ''}${written}deg`;
};

/** Parses `bg-linear-45`, `bg-radial`, `bg-conic-90/oklch`, and `bg-gradient-to-r` as Tailwind 4 reads it. */
export const parseGradient = (name: string, isNegative: boolean): GradientHead | undefined => {
  const older = getOwn(directions, /^bg-gradient-to-([trbl]{1,2})$/.exec(name)?.[1] ?? '');
  if (older !== undefined) return { kind: 'linear', line: `${older} in oklab` };
  const [, kind, written = '', space = 'oklab'] =
    /^bg-(linear|radial|conic)(?:-(\[[^\]]+\]|[^/]+))?(?:\/(.+))?$/.exec(name) ?? [];
  if (kind !== 'linear' && kind !== 'radial' && kind !== 'conic') return undefined;
  const given = parseArbitrary(written);
  if (given?.includes(',') && splitList(given, ',').length > 1) return { kind, line: given, isWhole: true };
  const line = given ?? getLine(kind, written, isNegative);
  const method = getMethod(space);
  if (line === undefined || method === undefined) return undefined;
  return { kind, line: /\bin /.test(line) ? line : `${line} ${method}`.trim() };
};
