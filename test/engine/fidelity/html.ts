import { applyLayoutRules } from '#engine/engines/takumi/tree/prepare-tree.ts';
import { openEmojiFiles } from '#engine/isolation/render/emoji-files.ts';
import { type HanLanguage, parseRenderedFamilies } from '#engine/rendering/fonts/catalogue.ts';
import { allFamilies } from '#engine/rendering/fonts/font-index.ts';
import { getHanLanguage, guessHanLanguage } from '#engine/rendering/fonts/han.ts';
import { getEmoji, getGraphemes } from '#engine/rendering/tree/emoji.ts';
import { fixedWidthTags } from '#engine/styles/defaults.ts';
import { readUtilities } from '#engine/styles/tailwind/utilities.ts';
import { getElements, type VElement, type VNode } from '#engine/vnode/vnode.ts';
import { type GoldenCase, getOptions } from '../golden/case.ts';
import { browserFamilies, modules } from './font-faces.ts';
import { preflight, tailwindSheet } from './tailwind.ts';

const emoji = openEmojiFiles(modules);

/** What a browser has no way to know: our base font, our box sizing, a bold made from a font that lacks it but no slant. */
const pageStyle = (width: number, height: number, language: HanLanguage) => `
  html, body { margin: 0; padding: 0; width: ${width}px; height: ${height}px; overflow: hidden; }
  body { position: relative; font-family: ${browserFamilies('Inter', language)}; font-synthesis: weight small-caps; line-height: normal; }
  *, ::before, ::after { box-sizing: border-box; }
  img.emoji { display: inline !important; width: 1em !important; height: 1em !important; vertical-align: -0.15em !important; }`;

/**
 * A case's tree as a page, written as its author wrote it, with Tailwind's own style sheet for its classes; nothing of our normaliser
 * but the declared layout rules.
 */
export const getPage = async (golden: GoldenCase): Promise<string> => {
  const { width, height } = getOptions(golden);
  const language = guessHanLanguage(getText(golden.tree));
  const sheets = getSheets(golden.tree);
  const getFamilies = (value: string) => browserFamilies(value, language);
  const css = await tailwindSheet([...getElements(golden.tree)].map(getClasses), sheets, getFamilies);
  const base =
    golden.tree.props.preflight === true ? `@layer preflight { ${preflight} body { line-height: inherit } }` : '';
  const body = getHtml(golden.tree, { width, language, isInsideSvg: false, sheets });
  return `<!doctype html><meta charset="utf-8"><style>@layer page, base, preflight; @layer page { ${pageStyle(width, height, language)} } ${base}</style><style>${css}</style><body>${body}</body>`;
};

/** `tw` and `className` are read alike. */
const getClasses = ({ props: { tw, className, class: plain } }: VElement): string =>
  withOpacity([tw, className ?? plain].filter((value) => typeof value === 'string').join(' '));

/** Writes the opacities of Tailwind 3, `bg-black bg-opacity-50`, as Tailwind 4 does: `bg-black/50`. */
const withOpacity = (classes: string): string =>
  classes
    .split(/\s+/)
    .map((name, _index, all) => {
      const [, kind] = /^(bg|text|border|ring|divide)-(?:black|white|[a-z]+-\d+)$/.exec(name) ?? [];
      const opacity = kind && all.find((other) => other.startsWith(`${kind}-opacity-`));
      return opacity ? `${name}/${opacity.replace(/^.*-/, '')}` : name;
    })
    .join(' ');

interface Context {
  readonly width: number;
  readonly language: HanLanguage;
  readonly isInsideSvg: boolean;
  readonly sheets: string;
}

const getText = (node: VNode): string => (typeof node === 'string' ? node : node.children.map(getText).join(''));
const getSheets = (node: VNode): string =>
  typeof node === 'string' ? '' : node.type === 'style' ? getText(node) : node.children.map(getSheets).join('');

const getHtml = (node: VNode, context: Context): string => {
  if (typeof node === 'string') return textHtml(node);
  // stands in the page's own
  if (node.type === 'style') return '';
  const { style, tw: _tw, className, class: _class, children: _children, ...attributes } = node.props;
  const classes = getClasses(node);
  const isSvgPart = context.isInsideSvg;
  const css: Record<string, string | number> = {};
  if (typeof style === 'object' && style !== null && !Array.isArray(style)) {
    for (const [name, value] of Object.entries(style)) {
      if ((typeof value === 'string' && value !== '') || typeof value === 'number') css[camel(name)] = value;
    }
  }
  const lang = typeof attributes.lang === 'string' ? getHanLanguage(attributes.lang) : undefined;
  const language = lang ?? context.language;
  if (!isSvgPart) {
    const mayMatch = className !== undefined || attributes.id !== undefined;
    addLayoutRules(css, classes, context.width, (property) => mayMatch && context.sheets.includes(`${property}:`));
    clampLines(css);
    if (css.fontFamily === undefined && fixedWidthTags.has(node.type)) css.fontFamily = 'monospace';
    // `Lato Black` is a family and a weight
    const weight =
      css.fontWeight === undefined
        ? parseRenderedFamilies(String(css.fontFamily ?? ''), allFamilies)[0]?.weight
        : undefined;
    if (weight !== undefined) css.fontWeight = weight;
    if (css.fontFamily !== undefined && !/var\(|^(?:inherit|unset)$/.test(String(css.fontFamily)))
      css.fontFamily = browserFamilies(String(css.fontFamily), language);
    else if (lang !== undefined && css.fontFamily === undefined) css.fontFamily = browserFamilies('Inter', language);
  }
  const written = [
    ...Object.entries(attributes)
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number' || value === true)
      .map(
        ([name, value]) =>
          ` ${isSvgPart || node.type === 'svg' ? svgName(name) : name}="${value === true ? '' : escaped(String(value))}"`,
      ),
    ...(classes === '' ? [] : [` class="${escaped(classes)}"`]),
    ` style="${escaped(cssText(css))}"`,
  ].join('');
  const inner: Context = { ...context, language, isInsideSvg: isSvgPart || node.type === 'svg' };
  const children = node.children.map((child) => getHtml(child, inner));
  const isVoid = ['img', 'br', 'hr', 'input', 'wbr'].includes(node.type);
  return isVoid ? `<${node.type}${written}>` : `<${node.type}${written}>${children.join('')}</${node.type}>`;
};

/** Adds what follows from the classes and the style of an element; what the classes say themselves, Tailwind's sheet does. */
const addLayoutRules = (
  css: Record<string, string | number>,
  classes: string,
  width: number,
  sheetNames: (property: string) => boolean,
): void => {
  const { style } = readUtilities(classes, width);
  const all = { ...style, ...css };
  if (!sheetNames('display')) applyLayoutRules(all);
  for (const name of ['display', 'boxSizing']) {
    const value = all[name];
    if (value !== undefined && style[name] === undefined) css[name] = value;
  }
};

/** Browsers know `lineClamp` by another name, and only in such a box. */
const clampLines = (css: Record<string, string | number>): void => {
  if (css.lineClamp === undefined) return;
  const box = { display: '-webkit-box', WebkitBoxOrient: 'vertical', overflow: 'hidden' };
  // a text in place of the ellipsis, `2 "... more"`, is satori's own
  Object.assign(css, box, { WebkitLineClamp: Number.parseInt(String(css.lineClamp), 10) });
};

/** Emoji as images; a text with some stays one thing, as it is here, where a flex box would make things of its parts. */
const textHtml = (text: string): string => {
  const parts = getGraphemes(text).map((grapheme) => {
    const svg = getEmoji(grapheme, emoji);
    return svg === undefined
      ? escaped(grapheme)
      : `<img class="emoji" src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}">`;
  });
  const html = parts.join('');
  return html.includes('<img') ? `<span>${html}</span>` : html;
};

const unitless = new Set(
  'aspectRatio columnCount columns fillOpacity flex flexGrow flexShrink fontWeight lineClamp lineHeight opacity order orphans scale strokeOpacity tabSize WebkitLineClamp widows zIndex zoom gridRow gridColumn gridRowStart gridRowEnd gridColumnStart gridColumnEnd borderImageSlice'.split(
    ' ',
  ),
);

const cssText = (css: Readonly<Record<string, string | number>>): string =>
  Object.entries(css)
    .map(([name, value]) => {
      const isCustom = name.startsWith('--');
      const isLength = typeof value === 'number' && value !== 0 && !isCustom && !unitless.has(name);
      const text = isLength ? `${value}px` : String(value);
      return `${isCustom ? name : kebab(name)}:${text.replace(/;\s*$/, '')}`;
    })
    .join(';');

const camel = (name: string) =>
  name.startsWith('--') ? name : name.replace(/-+([a-z])/gi, (_all, letter: string) => letter.toUpperCase());
const kebab = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^webkit-/, '-webkit-');
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Attributes of SVG that keep their capitals; React writes all others that way which have hyphens. */
const svgCapitals =
  /^(?:viewBox|preserveAspectRatio|gradientUnits|gradientTransform|patternUnits|patternTransform|patternContentUnits|maskUnits|maskContentUnits|clipPathUnits|stdDeviation|spreadMethod|pathLength|baseFrequency|numOctaves|textLength|lengthAdjust|refX|refY|markerWidth|markerHeight|filterUnits|primitiveUnits|tableValues|startOffset)$/;
const svgName = (name: string) => (name === 'xlinkHref' ? 'href' : svgCapitals.test(name) ? name : kebab(name));
