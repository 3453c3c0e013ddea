import { effect, signal } from '@preact/signals';
import { words } from '../words.ts';

const { splitters: texts } = words;

interface Split {
  readonly label: string;
  /** Axis for arrow keys and pointer. */
  readonly axis: 'x' | 'y';
  /** Percent of the window's width or height. */
  readonly usual: number;
  readonly least: number;
  readonly most: number;
}

const splits = {
  code: { label: texts.code, axis: 'x', usual: 50, least: 25, most: 75 },
  image: { label: texts.image, axis: 'y', usual: 50, least: 10, most: 75 },
} as const satisfies Record<string, Split>;
type SplitName = keyof typeof splits;

const storageKey = (name: SplitName): string => `studio-split-${name}`;

const clamp = ({ least, most }: Split, percent: number): number => Math.min(most, Math.max(least, percent));

const openSplit = (name: SplitName) => {
  const stored = Number(localStorage.getItem(storageKey(name)) ?? Number.NaN);
  const size = signal(Number.isFinite(stored) ? clamp(splits[name], stored) : splits[name].usual);
  effect(() => document.documentElement.style.setProperty(`--split-${name}`, String(size.value)));
  return size;
};

/** Returns the part's current size in percent of the window; an image may be smaller than its maximum. */
const measure = (name: SplitName): number => {
  const height = document.querySelector('.canvas img')?.clientHeight ?? innerHeight;
  return name === 'image' ? Math.min(sizes.image.value, (height / innerHeight) * 100) : sizes[name].value;
};

const sizes = { code: openSplit('code'), image: openSplit('image') };

const stepPercent = 2;
const keys: Readonly<Record<Split['axis'], readonly [less: string, more: string]>> = {
  x: ['ArrowLeft', 'ArrowRight'],
  y: ['ArrowUp', 'ArrowDown'],
};

/** A border that pointer and arrow keys move; a double click resets it. Its position is stored in this browser. */
export const Splitter = ({ name }: { name: SplitName }) => {
  const split: Split = splits[name];
  const { label, axis, usual, least, most } = split;
  const size = sizes[name];
  const resize = (percent: number): void => {
    size.value = clamp(split, percent);
    localStorage.setItem(storageKey(name), String(size.value));
  };
  const onPointerDown = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
    const { currentTarget: handle, pointerId, clientX, clientY } = event;
    const from = measure(name);
    handle.setPointerCapture(pointerId);
    handle.onpointermove = (move) =>
      resize(
        from + (axis === 'x' ? (move.clientX - clientX) / innerWidth : (move.clientY - clientY) / innerHeight) * 100,
      );
    handle.onlostpointercapture = () => {
      handle.onpointermove = null;
    };
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = [-1, 1][keys[axis].indexOf(event.key)];
    if (direction === undefined) return;
    event.preventDefault();
    resize(measure(name) + direction * stepPercent);
  };
  return (
    <div
      class={`splitter ${name}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={axis === 'x' ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(size.value)}
      aria-valuemin={least}
      aria-valuemax={most}
      onPointerDown={onPointerDown}
      onDblClick={() => resize(usual)}
      onKeyDown={onKeyDown}
    />
  );
};
