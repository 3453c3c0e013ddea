import { type Answer, answerFeature, evaluate, getParts, type Part } from './conditions.ts';
import { isInlineByDefault } from './defaults.ts';
import type { Style } from './style.ts';
import { getPixels } from './values/lengths.ts';
import { replaceVariables, type Variables } from './values/variables.ts';

/** An element whose size rules may ask for. */
export interface Container {
  readonly names: ReadonlySet<string>;
  readonly hasHeight: boolean;
  /** Of its content, in CSS pixels; NaN where only a layout would tell. */
  readonly width: number;
  readonly height: number;
  readonly around: Container | undefined;
}

/** What is known of the box that an element is in. */
export interface ContentBox {
  readonly width: number;
  readonly height: number;
  /** Whether boxes are as wide as it, one below the other. */
  readonly isBlock: boolean;
}

const edges = {
  width: ['paddingLeft', 'paddingRight', 'borderLeftWidth', 'borderRightWidth'],
  height: ['paddingTop', 'paddingBottom', 'borderTopWidth', 'borderBottomWidth'],
} as const;

const sum = (values: readonly unknown[], share: number): number =>
  values.reduce<number>((total, value) => total + (value === undefined ? 0 : getSize(value, share)), 0);

/** Returns a length in pixels; NaN if it is not known. */
const getSize = (value: unknown, share: number): number => {
  if (typeof value === 'number') return value;
  const [, percentage] = /^([\d.]+)%$/.exec(String(value)) ?? [];
  return percentage === undefined ? (getPixels(String(value)) ?? Number.NaN) : (Number(percentage) / 100) * share;
};

const isNoLimit = (limit: unknown): boolean => /^(?:undefined|none|auto|0|100%)$/.test(String(limit));

/** Returns the size of an element's content, as far as its style says it. @param type its tag */
const getContentBox = (type: string, style: Style, around: ContentBox): ContentBox => {
  const { display, position, float, boxSizing } = style;
  const isInFlow = !/absolute|fixed/.test(String(position)) && (float === undefined || float === 'none');
  const isBlock = display === undefined ? !isInlineByDefault(type) : display === 'block' || display === 'flow-root';
  const isWide = /^(?:flex|grid|list-item)$/.test(String(display)) || isBlock;
  const inside = (side: 'width' | 'height', whole: number) =>
    whole -
    sum(
      edges[side].map((name) => style[name]),
      around.width,
    );
  const content = (side: 'width' | 'height', given: number) =>
    boxSizing === 'content-box' ? given : inside(side, given);
  const fills = around.isBlock && isWide && isInFlow && (style.width ?? 'auto') === 'auto';
  const limited = ['minWidth', 'maxWidth', 'minHeight', 'maxHeight'].some((name) => !isNoLimit(style[name]));
  const margins = sum([style.marginLeft, style.marginRight], around.width);
  return {
    width: limited
      ? Number.NaN
      : fills
        ? inside('width', around.width - margins)
        : content('width', getSize(style.width, around.width)),
    height: limited ? Number.NaN : content('height', getSize(style.height, around.height)),
    isBlock,
  };
};

const getContainer = (
  style: Style,
  { width, height }: ContentBox,
  around: Container | undefined,
): Container | undefined => {
  const [name, type] = String(style.container ?? '')
    .split('/')
    .map((part) => part.trim());
  const kind = String(style.containerType ?? type ?? '').trim();
  if (kind !== 'size' && kind !== 'inline-size') return around;
  const names = new Set(String(style.containerName ?? name ?? '').split(/\s+/));
  return { names, hasHeight: kind === 'size', width, height, around };
};

/** What is known of the boxes around an element. */
interface Surroundings {
  readonly box: ContentBox;
  readonly container: Container | undefined;
}

/** Returns what is known of the boxes around the content of an element. @param type its tag */
export const enter = (type: string, style: Style, around: Surroundings): Surroundings => {
  const box = getContentBox(type, style, around.box);
  return { box, container: getContainer(style, box, around.container) };
};

/** Answers of conditions about sizes, by container. */
const answers = new WeakMap<Container, Map<string, Answer>>();

/** Returns whether a condition of `@container` is true of an element; undefined if only a layout would tell. */
export const answerContainer = (prelude: string, nearest: Container | undefined, variables: Variables): Answer => {
  if (!nearest || /style\(/i.test(prelude)) return answer(prelude, nearest, variables);
  const known = answers.get(nearest) ?? new Map<string, Answer>();
  answers.set(nearest, known);
  if (!known.has(prelude)) known.set(prelude, answer(prelude, nearest, variables));
  return known.get(prelude);
};

const answer = (prelude: string, nearest: Container | undefined, variables: Variables): Answer => {
  const parts = getParts(prelude);
  const [first] = parts;
  const name = first && 'word' in first && first.word !== 'not' ? first.word : undefined;
  const hasHeight = /\b(?:height|block-size|aspect-ratio|orientation)\b/i.test(prelude);
  let container = nearest;
  while (container && ((name !== undefined && !container.names.has(name)) || (hasHeight && !container.hasHeight)))
    container = container.around;
  const isOfStyle = /^\s*(?:not\s+)?style\(/i.test(prelude);
  // a question about the size of no container is never true, nor is its negation
  if (!container && !isOfStyle) return false;
  const answerPart = (part: Part, depth: number): Answer => {
    if ('word' in part) return undefined;
    if (part.name === 'style') return answerStyle(part.inside, variables);
    if (part.name !== '') return undefined;
    const inner = getParts(part.inside);
    if (inner.some((one) => 'inside' in one)) return evaluate(inner, answerPart, depth + 1);
    const feature = part.inside.replaceAll('inline-size', 'width').replaceAll('block-size', 'height');
    return container && answerFeature(feature, container);
  };
  return evaluate(name === undefined ? parts : parts.slice(1), answerPart);
};

const answerStyle = (condition: string, variables: Variables): Answer => {
  const [, name = '', value] = /^\s*(--[\w-]+)\s*(?::(.*))?$/s.exec(condition) ?? [];
  if (name === '') return undefined;
  const own = variables[name];
  return value === undefined ? own !== undefined : own === replaceVariables(value.trim(), variables);
};
