import { getTextStyle, type TextStyle } from '../../../rendering/fonts/text-style.ts';
import { getGraphemes } from '../../../rendering/tree/emoji.ts';
import { halfWidthMarks } from '../../../rendering/tree/full-width-marks.ts';
import { isFlexible, isInlineTag } from '../../../rendering/tree/inline-tags.ts';
import type { PreparedElement, PreparedNode, PreparedProps } from '../../../rendering/tree/prepared-tree.ts';
import { fixedWidthTags, getTagStyle } from '../../../styles/defaults.ts';
import type { Style } from '../../../styles/style.ts';
import { getLength } from '../../../styles/values/lengths.ts';
import type { TreeImages } from '../images.ts';
import type { DeclarationReader } from '../readable.ts';
import type { TakumiNode } from '../takumi-call.ts';
import type { TakumiFonts } from '../takumi-fonts.ts';
import { readAttribute } from './image-size.ts';
import { fitVector, getStyleFit, ownFit, type VectorFit } from './vector-fit.ts';

interface NodeContext {
  /** The text style that elements inherit by default. */
  readonly root: TextStyle;
  readonly namesFor: TakumiFonts['namesFor'];
  /** Image keys of graphemes that are rendered as emoji. */
  readonly emoji: ReadonlyMap<string, string>;
  readonly images: Pick<TreeImages, 'retainSvg' | 'vectorAt'>;
  readonly reader: Pick<DeclarationReader, 'readableStyle'>;
}

/** What surrounds a node. */
interface Around {
  /** Of the inline elements around it together. */
  readonly opacity: number;
  /** Whether it is an item of a flex box or grid, or the root, so that it is never inline. */
  readonly isItem: boolean;
}

/** A tree in takumi's format, and the element of each node. */
export interface WrittenNodes {
  readonly root: TakumiNode;
  readonly elements: ReadonlyMap<TakumiNode, PreparedElement>;
}

export const writeNodes = (tree: PreparedElement, context: NodeContext): WrittenNodes => {
  const elements = new Map<TakumiNode, PreparedElement>();

  /** @param around the inline elements around it: takumi 2.16 does not apply their opacity to their content. */
  const write = (
    element: PreparedElement,
    parent: TextStyle | undefined,
    { opacity, isItem }: Around,
  ): TakumiNode | undefined => {
    const { type, props } = element;
    // A hidden node would end its line.
    if (props.style?.display === 'none') return undefined;
    const own = getTextStyle(element, parent ?? context.root);
    const faded = opacity * getOpacity(props.style);
    const isInline = !isItem && isInlineTag(type, props.style ?? {});
    const inside: Around = { opacity: isInline ? faded : 1, isItem: isFlexible(props.style) };
    const node: TakumiNode = {
      ...getContent(element, own, inside),
      tagName: type,
      ...getNames(props),
      style: {
        ...context.reader.readableStyle(props.style ?? {}),
        ...(opacity < 1 && { opacity: faded }),
        ...getFont(element, own, parent),
      },
      preset: { ...getTagStyle(type, props), ...getSize(element) },
    };
    const fit = getFit(element);
    const fitted = fit && node.type === 'image' ? fitVector(node, fit) : node;
    elements.set(fitted, element);
    return fitted;
  };

  const getFit = ({ type, props }: PreparedElement): VectorFit | undefined => {
    if (type === 'svg') return ownFit(getAttributes(props));
    const vector = type === 'img' ? context.images.vectorAt(String(props.src)) : undefined;
    return vector && getStyleFit(props.style ?? {}, vector);
  };

  const getContent = (
    element: PreparedElement,
    own: TextStyle,
    inside: Around,
  ): Pick<TakumiNode, 'type' | 'children' | 'text' | 'src'> => {
    const { type, props } = element;
    if (type === 'br') return { type: 'text', text: '\n' };
    if (type === 'img') return { type: 'image', src: String(props.src) };
    if (type === 'svg') {
      const src = context.images.retainSvg(element);
      return src === undefined ? { type: 'container' } : { type: 'image', src };
    }
    const { children = [] } = props;
    const shown = children.length === 0 ? formText(element) : children;
    return { type: 'container', children: shown.flatMap((child) => writeChild(child, own, inside)) };
  };

  const writeChild = (child: PreparedNode, own: TextStyle, inside: Around): readonly TakumiNode[] => {
    if (typeof child !== 'string') {
      const node = write(child, own, inside);
      return node ? [node] : [];
    }
    const { opacity } = inside;
    const parts = opacity < 1 ? getParts(child).map((part) => fade(part, opacity)) : getParts(child);
    // A flex box would make each part of a text with emoji a separate item.
    return parts.length > 1 ? [{ type: 'container', style: { display: 'inline' }, children: parts }] : parts;
  };

  /** Splits a text at its emoji, and at full-width marks that take half of their width. */
  const getParts = (text: string): TakumiNode[] => {
    const parts: TakumiNode[] = [];
    let plain = '';
    const endPlain = () => {
      let at = 0;
      for (const { 0: mark, index } of plain.matchAll(halfWidthMarks)) {
        if (index > at) parts.push({ type: 'text', text: plain.slice(at, index) });
        parts.push({ type: 'text', text: mark, style: { fontFeatureSettings: '"halt" 1' } });
        at = index + mark.length;
      }
      if (plain.length > at) parts.push({ type: 'text', text: plain.slice(at) });
      plain = '';
    };
    for (const grapheme of getGraphemes(text)) {
      const src = context.emoji.get(grapheme);
      if (src === undefined) plain += grapheme;
      else {
        endPlain();
        parts.push({ type: 'image', src, style: emojiStyle });
      }
    }
    endPlain();
    return parts;
  };

  /** `fontFamily` is written where it changes, with the names of the registered families. */
  const getFont = (element: PreparedElement, own: TextStyle, parent: TextStyle | undefined): Style => {
    const { style = {} } = element.props;
    const isChanged = own.families !== parent?.families || own.language !== parent.language;
    const isNamed = style.fontFamily !== undefined || fixedWidthTags.has(element.type);
    const names = isChanged || isNamed ? context.namesFor(own.families, own.language) : '';
    // An element without a text needs no font, and takumi rejects a list without names.
    return names === '' ? {} : { fontFamily: names };
  };

  const root = write(tree, undefined, { opacity: 1, isItem: true }) ?? { type: 'container' };
  return { root, elements };
};

/** Returns a text or an emoji with an opacity. takumi 2.16 ignores that of an inline image. */
const fade = (part: TakumiNode, opacity: number): TakumiNode => ({
  ...part,
  style: { ...part.style, opacity, ...(part.type === 'image' && { display: 'inline-block' }) },
});

/** Returns an `opacity` from 0 to 1; 1 if it depends on layout. */
const getOpacity = (style: Style | undefined): number => {
  const { amount = 1, unit = '' } = getLength(style?.opacity) ?? {};
  return unit === '' || unit === '%' ? Math.min(1, Math.max(0, unit === '%' ? amount / 100 : amount)) : 1;
};

/** As large as the letters; browsers place emoji images at this offset. */
const emojiStyle: Style = { display: 'inline', width: '1em', height: '1em', verticalAlign: '-0.15em' };

/** Returns the text of a form control: its value or its placeholder. */
const formText = ({ type, props: { value, placeholder } }: PreparedElement): PreparedNode[] => {
  if (type !== 'input' && type !== 'textarea') return [];
  const text = value ?? placeholder;
  return typeof text === 'string' ? [text] : [];
};

/** Returns the size that an image's attributes specify. */
const getSize = ({ type, props: { width, height } }: PreparedElement): Style => {
  if (type !== 'img' && type !== 'svg') return {};
  const side = (name: string, value: unknown): Style => {
    const length = readAttribute(value);
    return length === undefined ? {} : { [name]: length };
  };
  // Browsers let an `<svg>` become smaller than its content.
  const least = type === 'svg' ? { minWidth: 0, minHeight: 0 } : {};
  return { ...least, ...side('width', width), ...side('height', height) };
};

const getNames = ({ dir, lang }: PreparedProps): Partial<TakumiNode> => ({
  ...((dir === 'ltr' || dir === 'rtl') && { dir }),
  ...(isLanguage(lang) && { lang }),
});

/** Returns whether a language tag is well formed: takumi 2.16 rejects a tree with any other. */
const isLanguage = (lang: unknown): lang is string => {
  try {
    return typeof lang === 'string' && Intl.getCanonicalLocales(lang).length > 0;
  } catch {
    return false;
  }
};

const getAttributes = (props: PreparedProps): Record<string, string> =>
  Object.fromEntries(
    Object.entries(props).flatMap(([name, value]) =>
      name !== 'src' && (typeof value === 'string' || typeof value === 'number') ? [[name, String(value)]] : [],
    ),
  );
