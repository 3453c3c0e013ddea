import { kinds, readTokens } from '../../../css-tokens.ts';
import type { Measure } from '../../../rendering/boxes.ts';
import { isFlexible } from '../../../rendering/tree/inline-tags.ts';
import type { PreparedElement, PreparedNode } from '../../../rendering/tree/prepared-tree.ts';
import type { Style } from '../../../styles/style.ts';
import { getPixels } from '../../../styles/values/lengths.ts';
import { type Styled, upwards, visitStyled } from './styled.ts';

/** A text in the font of an element, of which only the width matters. */
interface Probe {
  readonly text: PreparedElement;
  /** The text inside elements that hand down its font. */
  readonly line: PreparedElement;
}

const handedDown = /^(?:font|--|letterSpacing|wordSpacing|textTransform)/;

const createProbe = (styled: Styled, words: string, own: Style = {}): Probe => {
  const text: PreparedElement = {
    type: 'div',
    props: { style: { ...own, whiteSpace: 'pre', flexShrink: 0 }, children: [words] },
  };
  const line = upwards(styled).reduce<PreparedElement>((inside, { element: { type, props }, style }) => {
    const font = Object.entries(style).filter(([name, value]) => handedDown.test(name) && !hasZeroWidth(value));
    const box: Style = { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', flexShrink: 0 };
    const language = props.lang === undefined ? {} : { lang: props.lang };
    return { type, props: { ...language, style: { ...Object.fromEntries(font), ...box }, children: [inside] } };
  }, text);
  return { text, line };
};

/** Returns the widths of texts in CSS pixels, from one layout. */
const measureProbes = async (probes: readonly Probe[], measure: Measure): Promise<readonly number[]> => {
  const style: Style = { display: 'flex', flexDirection: 'column', alignItems: 'flex-start' };
  const boxes = await measure({ type: 'div', props: { style, children: probes.map(({ line }) => line) } });
  return probes.map(({ text }) => boxes.get(text)?.width ?? 0);
};

/** Most elements of the layouts that measure: a text of which the width stays unknown is left as it is. */
const mostElements = 4_000;

const getDepth = (styled: Styled): number => [...upwards(styled)].length;

const hasZeroWidth = (value: unknown): value is string => typeof value === 'string' && /\dch\b/i.test(value);

/** Returns a value with its lengths in `ch` in pixels. @param width of a zero, in pixels. */
const toPixels = (value: string, width: number): string => {
  let text = '';
  readTokens(value, (kind, start, end) => {
    const token = value.slice(start, end);
    const isZeroWidth = kind === kinds.Dimension && /ch$/i.test(token);
    text += isZeroWidth ? `${Number((Number.parseFloat(token) * width).toFixed(3))}px` : token;
  });
  return text;
};

/** Characters that are measured at once, because boxes are rounded. */
const repeated = 50;

/**
 * Replaces lengths in `ch`, the width of a zero, by pixels: takumi 2.16 does not know the unit.
 *
 * Needs one extra layout if there is such a length.
 */
export const computeZeroWidths = async (tree: PreparedElement, measure: Measure): Promise<void> => {
  const found: { readonly style: Style; readonly probe: Probe }[] = [];
  let elements = 0;
  visitStyled(tree, (styled) => {
    const { style } = styled;
    if (!Object.values(style).some(hasZeroWidth)) return;
    elements += getDepth(styled);
    if (elements > mostElements) return;
    found.push({ style, probe: createProbe(styled, '0'.repeat(repeated), { letterSpacing: 0 }) });
  });
  if (found.length === 0) return;
  const probes = found.map(({ probe }) => probe);
  const widths = await measureProbes(probes, measure);
  found.forEach(({ style }, index) => {
    for (const [name, value] of Object.entries(style))
      if (hasZeroWidth(value)) style[name] = toPixels(value, (widths[index] as number) / repeated);
  });
};

/** A text with tabs that are no indentation. */
interface Tabbed {
  readonly styled: Styled;
  /** By line: the texts between tabs. */
  readonly lines: readonly (readonly string[])[];
}

/**
 * Replaces tabs between words by boxes up to the next tab stop: takumi 2.16 gives every tab the same width.
 *
 * Needs one extra layout if there is such a tab.
 */
export const placeTabs = async (tree: PreparedElement, measure: Measure): Promise<void> => {
  const found: Tabbed[] = [];
  let elements = 0;
  visitStyled(tree, (styled) => {
    const [text, ...others] = styled.element.props.children ?? [];
    if (typeof text !== 'string' || others.length > 0 || !text.includes('\t') || !keepsTabs(styled)) return;
    // takumi places those before a line, unless their size is a length
    if (!/[^\t\n]\t/.test(text) && !isTabLength(getTabSize(styled))) return;
    const lines = text.split('\n').map((line) => line.split('\t'));
    elements += lines.flat().length * getDepth(styled);
    if (elements <= mostElements) found.push({ styled, lines });
  });
  if (found.length === 0) return;
  const probes = found.flatMap(({ styled, lines }) =>
    [' '.repeat(repeated), ...lines.flat()].map((words) => createProbe(styled, words)),
  );
  const widths = (await measureProbes(probes, measure)).values();
  const next = () => widths.next().value ?? 0;
  for (const { styled, lines } of found) {
    const { element, style } = styled;
    const space = next() / repeated;
    const stop = getTabStop(styled, space);
    // Chromium passes over a stop nearer than half of a space
    const least = space / 2;
    const children = lines.flatMap((line, index): PreparedNode[] => {
      let at = 0;
      const written = line.flatMap((words, piece): PreparedNode[] => {
        at += words === '' ? 0 : next();
        if (words === '') next();
        if (piece === line.length - 1) return [words];
        const end = Math.ceil((at + least) / stop) * stop;
        const width = end - at;
        at = end;
        return [words, { type: 'span', props: { style: { display: 'inline-block', width }, children: [] } }];
      });
      return [...(index === 0 ? [] : ['\n']), ...written].filter((node) => node !== '');
    });
    element.props.children = isFlexible(style)
      ? [{ type: 'div', props: { style: { boxSizing: 'border-box' }, children } }]
      : children;
  }
};

/** Returns whether tabs of an element are no spaces. */
const keepsTabs = (styled: Styled): boolean => {
  const [nearest] = upwards(styled).flatMap(({ element: { type }, style: { whiteSpaceCollapse, whiteSpace } }) =>
    [whiteSpaceCollapse ?? whiteSpace ?? (type === 'pre' ? type : undefined)].filter((value) => value !== undefined),
  );
  return /^(?:pre(?:-wrap)?|preserve|break-spaces)$/.test(String(nearest));
};

const getTabSize = (styled: Styled): string | number =>
  upwards(styled).find(({ style }) => style.tabSize !== undefined)?.style.tabSize ?? 8;

/** Returns whether a `tab-size` is a length: takumi 2.16 knows numbers only. */
export const isTabLength = (size: string | number): boolean => !Number.isFinite(Number(size));

/** Returns the distance of tab stops in CSS pixels. */
const getTabStop = (styled: Styled, space: number): number => {
  const size = getTabSize(styled);
  const stop = isTabLength(size) ? (getPixels(size, styled.fontSize) ?? 8 * space) : Number(size) * space;
  return Math.max(1, stop);
};
