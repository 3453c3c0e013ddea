import { splitList } from '../../css-tokens.ts';
import { getOwn } from '../../get-own.ts';
import type { Style } from '../style.ts';
import { applyOpacity, getOpacity, parseUtilityColour } from './colours.ts';
import { type GradientHead, parseGradient } from './gradients.ts';
import { negateIf, parseArbitrary, parseUtilityLength } from './lengths.ts';
import { MaskUtilities } from './masks.ts';
import { ShadowUtilities } from './shadows.ts';
import { blurs, dropShadows } from './type.ts';

/** Filter functions with a percentage. */
const percentFilters = new Set(['brightness', 'contrast', 'saturate', 'grayscale', 'invert', 'sepia']);

/** Words of `font-variant-numeric`; of each kind, one applies. */
const numeralKinds: Readonly<Record<string, string>> = {
  ...{ ordinal: 'ordinal', 'slashed-zero': 'zero', 'lining-nums': 'figure', 'oldstyle-nums': 'figure' },
  ...{ 'proportional-nums': 'spacing', 'tabular-nums': 'spacing' },
  ...{ 'diagonal-fractions': 'fraction', 'stacked-fractions': 'fraction' },
};

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
  private readonly stops = new Map<string, { colour: string | undefined; position: string | undefined }>();
  private readonly shadows = new ShadowUtilities();
  private readonly masks = new MaskUtilities();
  private readonly numerals = new Map<string, string>();
  private dropShadowColour: string | undefined;
  private readonly opacities = new Map<string, number>();

  /** @returns whether the utility is one of these. */
  take(name: string, isNegative: boolean): boolean {
    return (
      this.takeTransform(name, isNegative) ||
      this.takeFilter(name, isNegative) ||
      this.takeGradient(name, isNegative) ||
      this.shadows.take(name) ||
      this.masks.take(name, isNegative) ||
      this.takeNumerals(name) ||
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
    if (this.filters.length > 0) style.filter = this.filters.map((filter) => this.paintFilter(filter)).join(' ');
    if (this.backdropFilters.length > 0) style.backdropFilter = this.backdropFilters.join(' ');
    if (this.numerals.size > 0) style.fontVariantNumeric = [...this.numerals.values()].join(' ');
    this.masks.addTo(style);
    const textShadow = this.shadows.getTextShadow();
    if (textShadow !== undefined) style.textShadow = textShadow;
    const gradient = this.gradient();
    if (gradient !== undefined) style.backgroundImage = gradient;
    const boxShadow = this.shadows.getBoxShadow();
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
    const [across = '', down] = kind === 'scale' && !axis ? splitList(String(amount), ' ') : [];
    if (down !== undefined) {
      this.transforms.set('scaleX', across).set('scaleY', down);
      return true;
    }
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
    const colour = name.startsWith('drop-shadow-') ? parseUtilityColour(name.slice(12)) : undefined;
    if (colour !== undefined) this.dropShadowColour = colour;
    if (colour !== undefined) return true;
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
    const { kind, line, isWhole } = this.gradientHead;
    if (isWhole) return `${kind}-gradient(${line})`;
    if (this.stops.size === 0) return undefined;
    const [from, via, to] = ['from', 'via', 'to'].map((name) => this.stops.get(name));
    const faded = (colour: string | undefined) => (colour === undefined ? 'transparent' : applyOpacity(colour, 0));
    const list = [
      `${from?.colour ?? faded(via?.colour ?? to?.colour)} ${from?.position ?? ''}`,
      ...(via?.colour ? [`${via.colour} ${via.position ?? ''}`] : []),
      `${to?.colour ?? faded(via?.colour ?? from?.colour)} ${to?.position ?? ''}`,
    ];
    return `${kind}-gradient(${line}${line === '' ? '' : ', '}${list.map((stop) => stop.trim()).join(', ')})`;
  }

  /** Returns a filter with the colour of `drop-shadow-red-500`. */
  private paintFilter(filter: string): string {
    const colour = this.dropShadowColour;
    return colour === undefined ? filter : filter.replaceAll(/rgba\(0, ?0, ?0, ?[\d.]+\)/g, colour);
  }

  /** Takes `tabular-nums` and others, of which each kind adds a word. */
  private takeNumerals(name: string): boolean {
    const kind = getOwn(numeralKinds, name);
    if (name === 'normal-nums') this.numerals.clear();
    if (kind !== undefined || name === 'normal-nums')
      this.numerals.set(kind ?? 'normal', name === 'normal-nums' ? 'normal' : name);
    if (kind !== undefined) this.numerals.delete('normal');
    return kind !== undefined || name === 'normal-nums';
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
  if (value === 'none' && (kind === 'blur' || kind === 'drop-shadow')) {
    const others = filters.filter((filter) => !filter.startsWith(kind));
    filters.splice(0, filters.length, ...others);
    return true;
  }
  if (kind === 'blur') {
    const radius = given ?? (Object.hasOwn(blurs, value) ? `${blurs[value]}px` : undefined);
    return radius !== undefined && filters.push(`blur(${radius})`) > 0;
  }
  if (kind === 'drop-shadow') {
    const shadows = given ?? getOwn(dropShadows, value);
    return shadows !== undefined && filters.push(toDropShadows(shadows)) > 0;
  }
  if (kind === 'hue-rotate') return filters.push(`hue-rotate(${isNegative ? '-' : ''}${given ?? `${value}deg`})`) > 0;
  if (!percentFilters.has(kind)) return false;
  return filters.push(`${kind}(${given ?? `${value === '' ? 100 : Number(value)}%`})`) > 0;
};

/** Returns a filter of several shadows, each of which is a function. */
const toDropShadows = (shadows: string): string =>
  splitList(shadows, ',')
    .map((shadow) => `drop-shadow(${shadow.trim()})`)
    .join(' ');

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
