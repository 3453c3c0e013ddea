import { getLength } from '../../../rendering/css/lengths.ts';
import { fixedWidthTags, getTextStyle, type TextStyle } from '../../../rendering/fonts/text-style.ts';
import { getGraphemes } from '../../../rendering/tree/emoji.ts';
import type { Style } from '../../../rendering/tree/normalise-style.ts';
import type { PreparedElement, PreparedNode, PreparedProps } from '../../../rendering/tree/prepared-tree.ts';
import type { TreeImages } from '../images.ts';
import type { DeclarationReader } from '../readable.ts';
import type { TakumiNode } from '../takumi-call.ts';
import type { TakumiFonts } from '../takumi-fonts.ts';
import { tagStyles } from './tag-styles.ts';
import { takumiStyle } from './takumi-style.ts';
import { fitVector, ownFit, styledFit, type VectorFit } from './vector-fit.ts';

/** What nodes are made with. */
export interface NodeContext {
  /** What text is set in that no element says anything about. */
  readonly root: TextStyle;
  readonly namesFor: TakumiFonts['namesFor'];
  /** Keys of the images of graphemes that are rendered as such. */
  readonly emoji: ReadonlyMap<string, string>;
  /** Keeps an `<svg>` as an image. @returns its key; undefined where nothing of it may be rendered. */
  readonly retainSvg: (svg: PreparedElement) => string | undefined;
  /** A vector image by its address, and what it asks for by itself. */
  readonly vectorAt: TreeImages['vectorAt'];
  /** Style sheets match by attributes, too. */
  readonly hasSheets: boolean;
  readonly reader: Pick<DeclarationReader, 'readableStyle'>;
}

/** A tree as takumi takes it, and which node is which element. */
export interface WrittenNodes {
  readonly root: TakumiNode;
  readonly elements: ReadonlyMap<TakumiNode, PreparedElement>;
}

export const writeNodes = (tree: PreparedElement, context: NodeContext): WrittenNodes => {
  const elements = new Map<TakumiNode, PreparedElement>();

  const write = (element: PreparedElement, parent: TextStyle | undefined): TakumiNode | undefined => {
    const { type, props } = element;
    // one that is not shown ends the line it stands in
    if (type === 'style' || props.style?.display === 'none') return undefined;
    const own = getTextStyle(element, parent ?? context.root);
    const node: TakumiNode = {
      ...getContent(element, own),
      tagName: type,
      ...getNames(props),
      ...(context.hasSheets && { attributes: getAttributes(props) }),
      style: { ...context.reader.readableStyle(takumiStyle(props.style ?? {})), ...getFont(element, own, parent) },
      preset: { ...(Object.hasOwn(tagStyles, type) && tagStyles[type]), ...getSize(element) },
    };
    const fit = getFit(element);
    const fitted = fit && node.type === 'image' ? fitVector(node, fit) : node;
    elements.set(fitted, element);
    return fitted;
  };

  const getFit = ({ type, props }: PreparedElement): VectorFit | undefined => {
    if (type === 'svg') return ownFit(getAttributes(props));
    const vector = type === 'img' ? context.vectorAt(String(props.src)) : undefined;
    return vector && styledFit(props.style ?? {}, vector);
  };

  const getContent = (
    element: PreparedElement,
    own: TextStyle,
  ): Pick<TakumiNode, 'type' | 'children' | 'text' | 'src'> => {
    const { type, props } = element;
    if (type === 'br') return { type: 'text', text: '\n' };
    if (type === 'img') return { type: 'image', src: String(props.src) };
    if (type === 'svg') {
      const src = context.retainSvg(element);
      return src === undefined ? { type: 'container' } : { type: 'image', src };
    }
    const { children = [] } = props;
    const shown = children.length === 0 ? formText(element) : children;
    return { type: 'container', children: shown.flatMap((child) => writeChild(child, own)) };
  };

  const writeChild = (child: PreparedNode, own: TextStyle): readonly TakumiNode[] => {
    if (typeof child !== 'string') {
      const node = write(child, own);
      return node ? [node] : [];
    }
    const parts = getParts(child);
    // a text with emoji stays one thing, where a flex box would make things of its parts
    return parts.length > 1 ? [{ type: 'container', style: { display: 'inline' }, children: parts }] : parts;
  };

  /** A text cut where it has emoji. */
  const getParts = (text: string): TakumiNode[] => {
    const parts: TakumiNode[] = [];
    let plain = '';
    const endPlain = () => {
      if (plain !== '') parts.push({ type: 'text', text: plain });
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

  /** Fonts are written where they change: families by the names they are registered under. */
  const getFont = (element: PreparedElement, own: TextStyle, parent: TextStyle | undefined): Style => {
    const { style = {} } = element.props;
    const isChanged = own.families !== parent?.families || own.language !== parent.language;
    const isNamed = style.fontFamily !== undefined || style.font !== undefined || fixedWidthTags.has(element.type);
    return isChanged || isNamed ? { fontFamily: context.namesFor(own.families, own.language) } : {};
  };

  const root = write(tree, undefined) ?? { type: 'container' };
  return { root, elements };
};

/** As large as the letters, and as far below their line as browsers put images for emoji. */
const emojiStyle: Style = { display: 'inline', width: '1em', height: '1em', verticalAlign: '-0.15em' };

/** What a form control shows: its value, or what stands there without one. */
const formText = ({ type, props: { value, placeholder } }: PreparedElement): PreparedNode[] => {
  if (type !== 'input' && type !== 'textarea') return [];
  const text = value ?? placeholder;
  return typeof text === 'string' ? [text] : [];
};

/** The size attributes of an image name; its style wins over them. */
const getSize = ({ type, props: { width, height } }: PreparedElement): Style => {
  if (type !== 'img' && type !== 'svg') return {};
  const side = (name: string, value: unknown): Style => {
    const { amount = -1, unit } = getLength(value) ?? {};
    return amount < 0 ? {} : { [name]: unit === '' ? amount : `${amount}${unit}` };
  };
  // browsers let an `<svg>` become smaller than its content
  const least = type === 'svg' ? { minWidth: 0, minHeight: 0 } : {};
  return { ...least, ...side('width', width), ...side('height', height) };
};

const getNames = ({ className, id, dir, lang }: PreparedProps): Partial<TakumiNode> => ({
  ...(typeof className === 'string' && { className }),
  ...(typeof id === 'string' && { id }),
  ...((dir === 'ltr' || dir === 'rtl') && { dir }),
  ...(isLanguage(lang) && { lang }),
});

/** takumi 2.16 refuses a tree for a language that no tag is well formed for. */
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
