import { getOwn } from '../../get-own.ts';
import type { Style } from '../css/style.ts';
import { applyOpacity, getOpacity, parseUtilityColour } from './colours.ts';
import { type GradientHead, parseGradient } from './gradients.ts';
import { negateIf, parseArbitrary, parseUtilityLength } from './lengths.ts';
import { blurs, dropShadows, insetShadows, shadows, textShadows } from './type.ts';

/** Filter functions with a percentage. */
const percentFilters = new Set(['brightness', 'contrast', 'saturate', 'grayscale', 'invert', 'sepia']);

/** Properties that `bg-opacity-50` and similar utilities change. */
const opacityProperties: Readonly<Record<string, readonly string[]>> = {
  bg: ['backgroundColor'],
  text: ['color'],
  border: ['borderTopColor', 'borderRightColor', 'borderBottomColor', 'borderLeftColor'],
};

/** Collects utilities that combine into one property: transforms, filters, gradients, shadows, opacity. */
export class CombinedUtilities {
  private readonly transforms = new Map<string, string>();
  private readonly filters: string[] = [];
  private readonly backdropFilters: string[] = [];
  private gradientHead: GradientHead | undefined;
  private textShadow: string | undefined;
  private insetShadow: string | undefined;
  private readonly stops = new Map<string, { colour: string | undefined; position: string | undefined }>();
  private shadow: string | undefined;
  private shadowColour: string | undefined;
  private ring: { width?: number; colour?: string; isInset?: boolean } | undefined;
  private readonly opacities = new Map<string, number>();

  /** @returns whether the utility is one of these. */
  take(name: string, isNegative: boolean): boolean {
    return (
      this.takeTransform(name, isNegative) ||
      this.takeFilter(name, isNegative) ||
      this.takeGradient(name, isNegative) ||
      this.takeOtherShadow(name) ||
      this.takeShadow(name) ||
      this.takeOpacity(name)
    );
  }

  /** Writes the combined properties to a style. */
  addTo(style: Style): void {
    if (this.transforms.size > 0) {
      const order = [
        'translateX',
        'translateY',
        'rotateX',
        'rotateY',
        'rotateZ',
        'rotate',
        'skewX',
        'skewY',
        'scaleX',
        'scaleY',
      ];
      style.transform = order
        .flatMap((name) => (this.transforms.has(name) ? `${name}(${this.transforms.get(name)})` : []))
        .join(' ');
    }
    if (this.filters.length > 0) style.filter = this.filters.join(' ');
    if (this.backdropFilters.length > 0) style.backdropFilter = this.backdropFilters.join(' ');
    if (this.textShadow !== undefined) style.textShadow = this.textShadow;
    const gradient = this.gradient();
    if (gradient !== undefined) style.backgroundImage = gradient;
    const boxShadow = this.boxShadow();
    if (boxShadow !== undefined) style.boxShadow = boxShadow;
    for (const [property, opacity] of this.opacities) {
      const colour = style[property];
      if (typeof colour === 'string') style[property] = applyOpacity(colour, opacity);
    }
  }

  private takeTransform(name: string, isNegative: boolean): boolean {
    const [, kind = '', axis, value = ''] = /^(translate|rotate|scale|skew)(?:-([xyz]))?-(.+)$/.exec(name) ?? [];
    if (kind === '') return false;
    const amount = negateIf(transformAmount(kind, value), isNegative);
    if (amount === undefined) return false;
    if (axis === 'z' && kind !== 'rotate') return false;
    const names =
      kind === 'rotate'
        ? [axis ? `rotate${axis.toUpperCase()}` : 'rotate']
        : (axis ? [axis] : ['x', 'y']).map((each) => `${kind}${each.toUpperCase()}`);
    for (const name of names) this.transforms.set(name, String(amount));
    return true;
  }

  private takeFilter(name: string, isNegative: boolean): boolean {
    const [, backdrop] = /^backdrop-(.+)$/.exec(name) ?? [];
    if (backdrop === undefined) return takeFilterInto(this.filters, name, isNegative);
    return backdrop.startsWith('opacity-')
      ? takeBackdropOpacity(this.backdropFilters, backdrop.slice(8))
      : takeFilterInto(this.backdropFilters, backdrop, isNegative);
  }

  private takeGradient(name: string, isNegative: boolean): boolean {
    const gradient = parseGradient(name, isNegative);
    if (gradient !== undefined) {
      this.gradientHead = gradient;
      return true;
    }
    const [, stop, value = ''] = /^(from|via|to)-(.+)$/.exec(name) ?? [];
    if (stop === undefined) return false;
    const position = /^\d+%$/.test(value) ? value : parseArbitrary(value)?.match(/^\d+(?:\.\d+)?%$/)?.[0];
    const colour = position === undefined ? parseUtilityColour(value) : undefined;
    if (position === undefined && colour === undefined) return false;
    const own = this.stops.get(stop);
    this.stops.set(stop, { position: position ?? own?.position, colour: colour ?? own?.colour });
    return true;
  }

  private gradient(): string | undefined {
    if (this.gradientHead === undefined) return undefined;
    const { kind, line } = this.gradientHead;
    const [from, via, to] = ['from', 'via', 'to'].map((name) => this.stops.get(name));
    const faded = (colour: string | undefined) => (colour === undefined ? 'transparent' : applyOpacity(colour, 0));
    const list = [
      `${from?.colour ?? faded(via?.colour ?? to?.colour)} ${from?.position ?? ''}`,
      ...(via?.colour ? [`${via.colour} ${via.position ?? ''}`] : []),
      `${to?.colour ?? faded(via?.colour ?? from?.colour)} ${to?.position ?? ''}`,
    ];
    return `${kind}-gradient(${line}${line === '' ? '' : ', '}${list.map((stop) => stop.trim()).join(', ')})`;
  }

  /** Takes `text-shadow-lg` and `inset-shadow-sm`. */
  private takeOtherShadow(name: string): boolean {
    const [, kind, size = ''] = /^(text|inset)-shadow-(.+)$/.exec(name) ?? [];
    const list = parseArbitrary(size) ?? getOwn(kind === 'text' ? textShadows : insetShadows, size);
    if (kind === undefined || list === undefined) return false;
    if (kind === 'text') this.textShadow = list;
    else this.insetShadow = /^(?:inset|none)/.test(list) ? list : `inset ${list}`;
    return true;
  }

  private takeShadow(name: string): boolean {
    const [, kind, value = ''] = /^(shadow|ring)(?:-(.+))?$/.exec(name) ?? [];
    const colour = value === '' ? undefined : parseUtilityColour(value);
    if (kind === 'shadow') {
      if (value === 'none') this.shadow = undefined;
      else if (Object.hasOwn(shadows, value)) this.shadow = shadows[value];
      else if (colour !== undefined) this.shadowColour = colour;
      else if (parseArbitrary(value) !== undefined) this.shadow = parseArbitrary(value);
      else return false;
      return true;
    }
    if (kind !== 'ring') return false;
    if (value === 'inset') this.ring = { ...this.ring, isInset: true };
    else if (value === '' || /^\d+$/.test(value)) this.ring = { ...this.ring, width: value === '' ? 3 : Number(value) };
    else if (colour !== undefined) this.ring = { ...this.ring, colour };
    else return false;
    return true;
  }

  private boxShadow(): string | undefined {
    const list: string[] = [];
    const { width, colour = 'rgba(59, 130, 246, 0.5)', isInset = false } = this.ring ?? {};
    if (width !== undefined) list.push(`${isInset ? 'inset ' : ''}0 0 0 ${width}px ${colour}`);
    if (this.shadow !== undefined) {
      list.push(
        this.shadow.replace(/COLOUR\(([\d.]+)\)/g, (_all, opacity) => this.shadowColour ?? `rgba(0, 0, 0, ${opacity})`),
      );
    }
    if (this.insetShadow !== undefined && this.insetShadow !== 'none') list.unshift(this.insetShadow);
    return list.length === 0 ? undefined : list.join(', ');
  }

  private takeOpacity(name: string): boolean {
    const [, kind = '', value = ''] = /^(bg|text|border)-opacity-(.+)$/.exec(name) ?? [];
    const opacity = getOpacity(value);
    if (kind === '' || opacity === undefined) return false;
    for (const property of opacityProperties[kind] ?? []) this.opacities.set(property, opacity);
    return true;
  }
}

/** Adds the function of a filter. @returns whether the name is one. */
const takeFilterInto = (filters: string[], name: string, isNegative: boolean): boolean => {
  const [, kind = '', value = ''] = /^(blur|drop-shadow|hue-rotate|[a-z]+)(?:-(.+))?$/.exec(name) ?? [];
  const given = parseArbitrary(value);
  if (kind === 'blur') {
    const radius = given ?? (Object.hasOwn(blurs, value) ? `${blurs[value]}px` : undefined);
    return radius !== undefined && filters.push(`blur(${radius})`) > 0;
  }
  if (kind === 'drop-shadow') {
    const shadow = given === undefined ? getOwn(dropShadows, value) : `drop-shadow(${given})`;
    return shadow !== undefined && filters.push(shadow) > 0;
  }
  if (kind === 'hue-rotate') return filters.push(`hue-rotate(${isNegative ? '-' : ''}${given ?? `${value}deg`})`) > 0;
  if (!percentFilters.has(kind)) return false;
  return filters.push(`${kind}(${given ?? `${value === '' ? 100 : Number(value)}%`})`) > 0;
};

const takeBackdropOpacity = (filters: string[], value: string): boolean => {
  const opacity = getOpacity(value);
  return opacity !== undefined && filters.push(`opacity(${opacity})`) > 0;
};

const transformAmount = (kind: string, value: string): string | number | undefined => {
  const given = parseArbitrary(value);
  if (kind === 'translate') {
    const length = parseUtilityLength(value);
    return typeof length === 'number' ? `${length}px` : length;
  }
  if (given !== undefined) return given;
  if (!/^\d+(?:\.\d+)?$/.test(value)) return undefined;
  return kind === 'scale' ? Number(value) / 100 : `${value}deg`;
};
