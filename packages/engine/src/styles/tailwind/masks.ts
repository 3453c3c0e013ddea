import type { Style } from '../style.ts';
import { parseUtilityColour } from './colours.ts';
import { parseArbitrary } from './lengths.ts';

interface Stops {
  readonly from: Stop;
  readonly to: Stop;
}
interface Stop {
  readonly colour: string;
  readonly position: string;
}

const usualStops: Stops = {
  from: { colour: 'black', position: '0%' },
  to: { colour: 'transparent', position: '100%' },
};

const sides: Readonly<Record<string, readonly string[]>> = {
  ...{ t: ['top'], r: ['right'], b: ['bottom'], l: ['left'], x: ['left', 'right'], y: ['bottom', 'top'] },
  ...{ linear: ['linear'], radial: ['radial'], conic: ['conic'] },
};
const opposite: readonly (readonly [string, string])[] = [
  ['left', 'right'],
  ['bottom', 'top'],
];

const places = 'top-left|top-right|bottom-left|bottom-right|top|right|bottom|left|center';
const sizes = /^(closest|farthest)-(?:side|corner)$/;

/** Collects utilities of masks: gradients from a side, along a line, around a point. */
export class MaskUtilities {
  private readonly stops = new Map<string, Stops>();
  private readonly angles = new Map<string, string>();
  private radial = { shape: 'ellipse', size: 'farthest-corner', at: 'center' };

  /** @returns whether the utility is one of these. */
  take(name: string, isNegative: boolean): boolean {
    const [, kind = '', end, value = ''] = /^mask-([trblxy]|linear|radial|conic)-(from|to)-(.+)$/.exec(name) ?? [];
    if (end === 'from' || end === 'to') return this.takeStop(sides[kind] ?? [], end, value);
    const [, turned, angle = ''] = /^mask-(linear|conic)-(.+)$/.exec(name) ?? [];
    if (turned !== undefined) return this.takeAngle(turned, angle, isNegative);
    const box = parseArbitrary(/^mask-radial-(\[.+\])$/.exec(name)?.[1] ?? '');
    if (box !== undefined) this.radial.size = box;
    else if (name === 'mask-circle' || name === 'mask-ellipse') this.radial.shape = name.slice(5);
    else if (sizes.test(name.slice('mask-radial-'.length))) this.radial.size = name.slice('mask-radial-'.length);
    else {
      const [, place, given] = new RegExp(`^mask-radial-at-(?:(${places})|(.+))$`).exec(name) ?? [];
      const at = place?.replace('-', ' ') ?? parseArbitrary(given ?? '');
      if (!name.startsWith('mask-radial-at-') || at === undefined) return false;
      this.radial.at = at;
    }
    return true;
  }

  addTo(style: Style): void {
    const images = this.getImages();
    if (images.length === 0) return;
    style.maskImage = images.join(', ');
    if (images.length > 1) style.maskComposite = 'intersect';
  }

  private takeStop(groups: readonly string[], end: 'from' | 'to', value: string): boolean {
    const position = getPosition(value);
    const colour = position === undefined ? parseUtilityColour(value) : undefined;
    if (position === undefined && colour === undefined) return false;
    for (const group of groups) {
      const known = this.stops.get(group) ?? usualStops;
      const stop = { colour: colour ?? known[end].colour, position: position ?? known[end].position };
      this.stops.set(group, { ...known, [end]: stop });
    }
    return true;
  }

  private takeAngle(kind: string, value: string, isNegative: boolean): boolean {
    const angle = parseArbitrary(value) ?? (/^\d+$/.test(value) ? `${value}deg` : undefined);
    if (angle === undefined) return false;
    this.angles.set(kind, isNegative ? `-${angle}` : angle);
    return true;
  }

  private getImages(): string[] {
    const merged = opposite.flatMap(([one, other]) => mergeSides(one, other, this.stops) ?? []);
    const left = [...this.stops].filter(([group]) => !merged.some(({ groups }) => groups.includes(group)));
    return [...merged.map(({ image }) => image), ...left.map(([group, stops]) => this.getGradient(group, stops))];
  }

  private getGradient(group: string, stops: Stops): string {
    const list = getList(stops);
    const { shape, size, at } = this.radial;
    if (group === 'radial')
      return `radial-gradient(${/^[\d.]/.test(size) ? '' : `${shape} `}${size} at ${at}, ${list})`;
    if (group === 'conic') return `conic-gradient(from ${this.angles.get('conic') ?? '0deg'}, ${list})`;
    return `linear-gradient(${group === 'linear' ? (this.angles.get('linear') ?? '0deg') : `to ${group}`}, ${list})`;
  }
}

const getList = ({ from, to }: Stops): string => `${from.colour} ${from.position}, ${to.colour} ${to.position}`;

/** Parses `20` (quarters of 16 pixels), `50%`, `[12px]`. */
const getPosition = (value: string): string | undefined => {
  if (/^\d+(?:\.\d+)?$/.test(value)) return `${Number(value) * 4}px`;
  if (/^\d+(?:\.\d+)?%$/.test(value)) return value;
  const given = parseArbitrary(value);
  return given !== undefined && /^(?:calc\(|-?\.?\d)/.test(given) ? given : undefined;
};

const percentage = /^\d+(?:\.\d+)?%$/;

/**
 * Returns one gradient for the masks of two opposite sides; undefined where they overlap or have colours of their own. No
 * engine intersects masks.
 */
const mergeSides = (
  one: string,
  other: string,
  all: ReadonlyMap<string, Stops>,
): { readonly groups: readonly string[]; readonly image: string } | undefined => {
  const [first, second] = [all.get(one), all.get(other)];
  if (!first || !second) return undefined;
  const isPlain = ({ from, to }: Stops) =>
    from.colour === 'black' &&
    to.colour === 'transparent' &&
    [from, to].every(({ position }) => percentage.test(position));
  const turned = (position: string) => 100 - Number.parseFloat(position);
  const begin = turned(first.from.position);
  if (!isPlain(first) || !isPlain(second) || begin > Number.parseFloat(second.from.position)) return undefined;
  const start = `transparent ${turned(first.to.position)}%, black ${begin}%`;
  return { groups: [one, other], image: `linear-gradient(to ${other}, ${start}, ${getList(second)})` };
};
