import { splitList } from '../../css-tokens.ts';
import { getOwn } from '../../get-own.ts';
import { getOpacity, parseUtilityColour } from './colours.ts';
import { parseArbitrary } from './lengths.ts';
import { insetShadows, shadows, textShadows } from './type.ts';

/** Named shadows by the prefix of their utilities, longest first. */
const named: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'inset-shadow': insetShadows,
  'text-shadow': textShadows,
  shadow: shadows,
};

/** Utilities that set a width in pixels, with the one that they have without a number. */
const widths: Readonly<Record<string, number | undefined>> = { 'ring-offset': undefined, 'inset-ring': 1, ring: 1 };

interface Part {
  /** Layers, or a width in pixels. */
  readonly size?: string | undefined;
  readonly colour?: string | undefined;
  /** Replaces that of the colour in the layers, 0 to 1. */
  readonly opacity?: number | undefined;
}

const kindOf = /^(inset-shadow|text-shadow|shadow|ring-offset|inset-ring|ring)(?:-(.+))?$/;
const writtenColour = /rgba\(0, 0, 0, ([\d.]+)\)/g;

/** Returns layers in the colour of a part; lengths and `inset` stay. */
const paint = (layers: string, { colour, opacity }: Part): string => {
  if (opacity !== undefined && colour === undefined)
    return layers.replaceAll(writtenColour, `rgba(0, 0, 0, ${opacity})`);
  if (colour === undefined || layers === 'none') return layers;
  return splitList(layers, ',')
    .map((layer) => {
      const words = splitList(layer, ' ').filter((word) => word === 'inset' || /^(?:calc\(|-?\.?\d)/.test(word));
      return `${words.join(' ')} ${colour}`;
    })
    .join(', ');
};

/** Collects utilities of shadows and rings. */
export class ShadowUtilities {
  private readonly parts = new Map<string, Part>();
  private isRingInset = false;

  /** @returns whether the utility is one of these. */
  take(name: string): boolean {
    const [, kind, value = ''] = kindOf.exec(name) ?? [];
    if (kind === undefined) return false;
    if (kind === 'ring' && value === 'inset') this.isRingInset = true;
    else {
      const part = Object.hasOwn(widths, kind) ? readWidth(kind, value) : readShadow(kind, value);
      if (!part) return false;
      this.parts.set(kind, { ...this.parts.get(kind), ...part });
    }
    return true;
  }

  getTextShadow(): string | undefined {
    return this.getLayers('text-shadow');
  }

  /** Returns the layers of `box-shadow` in Tailwind's order. */
  getBoxShadow(): string | undefined {
    const [inset, outer] = [this.getLayers('inset-shadow'), this.getLayers('shadow')];
    const list = [inset, this.getInsetRing(), ...this.getRing(), outer].filter((layers) => layers !== undefined);
    const shown = list.filter((layers) => layers !== 'none');
    return shown.length > 0 ? shown.join(', ') : list.at(-1);
  }

  private getLayers(kind: string): string | undefined {
    const part = this.parts.get(kind);
    return part?.size === undefined ? undefined : paint(part.size, part);
  }

  private getInsetRing(): string | undefined {
    const { size, colour = 'currentColor' } = this.parts.get('inset-ring') ?? {};
    return size === undefined ? undefined : `inset 0 0 0 ${size} ${colour}`;
  }

  private getRing(): string[] {
    const { size, colour = 'currentColor' } = this.parts.get('ring') ?? {};
    if (size === undefined) return [];
    const inset = this.isRingInset ? 'inset ' : '';
    const { size: offset, colour: ground = '#fff' } = this.parts.get('ring-offset') ?? {};
    if (offset === undefined) return [`${inset}0 0 0 ${size} ${colour}`];
    return [`${inset}0 0 0 ${offset} ${ground}`, `${inset}0 0 0 calc(${size} + ${offset}) ${colour}`];
  }
}

/** Reads `ring`, `ring-2`, `ring-[3px]`, `ring-red-500`. */
const readWidth = (kind: string, value: string): Part | undefined => {
  const usual = widths[kind];
  if (value === '') return usual === undefined ? undefined : { size: `${usual}px` };
  if (/^\d+$/.test(value)) return { size: `${value}px` };
  const given = parseArbitrary(value)?.replace(/^length:/, '');
  if (given !== undefined && /^(?:calc\(|-?\.?\d)/.test(given)) return { size: given };
  const colour = parseUtilityColour(value);
  return colour === undefined ? undefined : { colour };
};

/** Reads `shadow-lg`, `shadow-lg/50`, `shadow-[0_0_4px_red]`, `shadow-red-500`. */
const readShadow = (kind: string, value: string): Part | undefined => {
  const [, name = '', share] = /^(\[[^\]]+\]|[^/]*)(?:\/(.+))?$/.exec(value) ?? [];
  const opacity = share === undefined ? undefined : getOpacity(share);
  if (share !== undefined && opacity === undefined) return undefined;
  if (name === 'none') return { size: 'none', opacity };
  if (name === 'initial') return { colour: undefined };
  const size = getOwn(named[kind] ?? {}, name);
  if (size !== undefined) return { size, opacity };
  const colour = parseUtilityColour(value);
  if (colour !== undefined) return { colour };
  const given = parseArbitrary(name);
  if (given === undefined || given === '') return undefined;
  const layers = kind === 'inset-shadow' && !/^inset\b/.test(given) ? `inset ${given}` : given;
  return { size: layers.replace(/^shadow:/, ''), opacity };
};
