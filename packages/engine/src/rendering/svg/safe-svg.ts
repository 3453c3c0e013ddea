import { kinds, readTokens } from '../../css-tokens.ts';
import {
  allowedAttributes,
  allowedElements,
  allowedProperties,
  referencingElements,
  textAttributes,
  textElements,
} from './allow-list.ts';
import { clampNumbers } from './clamp.ts';
import { parseXml, type XmlElement, XmlError, type XmlNode } from './xml.ts';

/** An `<image>` of an SVG document. */
export interface SvgImage {
  readonly href: string;
  /** The allowed attributes of the `<image>`, with x, y, width and height in its user space. Mutable. */
  readonly attributes: Record<string, string>;
  /** Maximum number of device pixels per unit of that user space. */
  readonly scale: number;
}

/** A sanitised document, to be rendered inside another one. */
export interface SafeDocument {
  readonly document: XmlElement;
  /** Whether it stays inside its box and has no ids, so that it can be inlined, which is faster. */
  readonly isPlain?: boolean;
}

/** Returns the `data:` URI of a bitmap, or a document; undefined to leave the image out. */
export type ImageResolver = (image: SvgImage) => string | SafeDocument | undefined;

/**
 * Reduces an SVG document to allowed elements and attributes. No reference leaves the document, and no number is large
 * enough to exhaust a rasteriser's memory. Rasterisers are native code that can read local files, so nothing else may
 * reach them.
 *
 * @param scale device pixels per unit of the document's outermost user space.
 * @throws XmlError if it is not XML, or its root is not an `<svg>`.
 */
export const sanitiseSvg = (text: string, resolveImage: ImageResolver, scale = 1): XmlElement =>
  sanitiseDocument(parseXml(text), { resolveImage, scale });

/** Reduces a document in the same way. @throws XmlError if it is not an SVG */
export const sanitiseDocument = (document: XmlElement, context: Context): XmlElement => {
  const root = safeElement(document, context);
  if (root?.name !== 'svg') throw new XmlError('The document is no SVG.');
  root.attributes.xmlns = 'http://www.w3.org/2000/svg';
  return root;
};

interface Context {
  /** Whether its texts stay, to be outlined. @default false */
  readonly keepsTexts?: boolean;
  readonly resolveImage: ImageResolver;
  readonly scale: number;
}

const safeElement = (element: XmlElement, context: Context): XmlElement | undefined => {
  const name = localName(element.name);
  if (context.keepsTexts && textElements.has(name)) return safeText(element, name, context);
  if (!allowedElements.has(name)) return name === 'a' ? safeElement({ ...element, name: 'g' }, context) : undefined;
  if (name === 'style') {
    const css = safeStyleSheet(element.children.filter((child) => typeof child === 'string').join(''));
    return { name, attributes: {}, children: css === '' ? [] : [css] };
  }
  const scale = context.scale * getScale(element.attributes.transform);
  const attributes = safeAttributes(name, element.attributes, context.keepsTexts);
  const inside = { ...context, scale };
  if (name === 'image') return safeImage(element, attributes, inside);
  clampNumbers(name, attributes);
  return { name, attributes, children: safeChildren(element, inside) };
};

const safeText = (element: XmlElement, name: string, context: Context): XmlElement => ({
  name,
  attributes: safeAttributes(name, element.attributes, true),
  children: element.children.flatMap((child): XmlNode[] => {
    if (typeof child === 'string') return [child];
    // a link in a text
    const inner = localName(child.name) === 'a' ? 'tspan' : localName(child.name);
    return textElements.has(inner) ? [safeText(child, inner, context)] : [];
  }),
});

/** @returns undefined if the image is unavailable. */
const safeImage = (
  { attributes: given, children }: XmlElement,
  attributes: Record<string, string>,
  context: Context,
): XmlElement | undefined => {
  const href = given.href ?? given['xlink:href'];
  const resolved = href && context.resolveImage({ href, attributes, scale: context.scale });
  if (!resolved) return undefined;
  clampNumbers('image', attributes);
  if (typeof resolved === 'object') {
    if (resolved.isPlain) return inlineDocument(attributes, resolved.document);
    return { name: 'image', attributes, children: [], embedded: resolved.document };
  }
  if (!/^data:image\/(?:png|jpeg);/.test(resolved)) return undefined;
  // The same object, because the resolver may change the attributes later.
  attributes.href = resolved;
  return { name: 'image', attributes, children: safeChildren({ children }, context) };
};

/** Returns a group that looks like the `<image>`. Isolated, so that its shapes blend only with each other. */
const inlineDocument = (image: Record<string, string>, document: XmlElement): XmlElement => {
  const { x = '0', y = '0', width = '', height = '', preserveAspectRatio = '', ...group } = image;
  const { xmlns: _, ...own } = document.attributes;
  const viewport = { ...own, x, y, width, height, overflow: 'visible' };
  if (preserveAspectRatio !== '') Object.assign(viewport, { preserveAspectRatio });
  return {
    name: 'g',
    attributes: { ...group, style: 'isolation:isolate' },
    children: [{ name: 'svg', attributes: viewport, children: document.children }],
  };
};

const safeChildren = ({ children: given }: Pick<XmlElement, 'children'>, context: Context): XmlNode[] => {
  const children: XmlNode[] = [];
  for (const child of given) {
    if (typeof child === 'string') continue;
    const safe = safeElement(child, context);
    if (safe) children.push(safe);
  }
  return children;
};

export const localName = (name: string): string => (name.startsWith('svg:') ? name.slice(4) : name);

const safeAttributes = (
  element: string,
  given: Readonly<Record<string, string>>,
  keepsTexts = false,
): Record<string, string> => {
  const attributes: Record<string, string> = {};
  for (const name in given) {
    const value = given[name] as string;
    if (name === 'href' || name === 'xlink:href') {
      if (referencingElements.has(element) && isLocalReference(value)) attributes.href = value.trim();
    } else if (name === 'style') {
      const style = safeDeclarations(value);
      if (style !== '') attributes.style = style;
    } else if (
      (allowedAttributes.has(name) || allowedProperties.has(name) || (keepsTexts && textAttributes.has(name))) &&
      isSafeValue(value) &&
      isPaint(name, value)
    ) {
      attributes[name] = value;
    }
  }
  return attributes;
};

/** Invalid paint is inherited, as in a browser; resvg would use black, or a colour that a browser does not read. */
const isPaint = (name: string, value: string) =>
  (name !== 'fill' && name !== 'stroke') || (/^\s*(?:#|[a-z-]+\s*(?:\(|$))/i.test(value) && !lacksPercent(value));

/** With commas, saturation and lightness are percentages: `hsl(200, 0.5, 0.5)` is invalid. */
const lacksPercent = (value: string): boolean => {
  const [name = '', ...shares] = value.split(',', 3);
  return /^\s*hsla?\(/i.test(name) && shares.some((share) => !share.includes('%'));
};

const isLocalReference = (value: string) => /^\s*#[^\s"'()<>\\]+\s*$/.test(value);

/** Only `url(#id)` is allowed; a backslash or a comment could hide another reference. */
const isSafeValue = (value: string): boolean =>
  !value.includes('(') ||
  (!/[\\@]|\/\*/.test(value) && !/url\((?!\s*["']?#[^\s"'()<>]+["']?\s*\))|image(?:-set)?\(|src\(/i.test(value));

/** Returns the declarations of a `style` attribute or rule that have an allowed property and a safe value. */
const safeDeclarations = (css: string): string =>
  css
    .split(';')
    .map((declaration) => {
      const colon = declaration.indexOf(':');
      const property = declaration.slice(0, colon).trim();
      const value = declaration.slice(colon + 1).trim();
      const isSafe = colon > 0 && allowedProperties.has(property) && isSafeValue(value) && !/[\\@{}<]|\/\*/.test(value);
      return isSafe ? `${property}:${value}` : '';
    })
    .filter((declaration) => declaration !== '')
    .join(';');

/** Returns the plain rules of a style sheet. At-rules are removed with their content. */
const safeStyleSheet = (css: string): string => {
  const rules: string[] = [];
  let text = '';
  let selector = '';
  /** Number of open braces inside an at-rule. */
  let skipped = 0;
  readTokens(css, (kind, start, end) => {
    const [opens, closes] = [kind === kinds.LeftCurlyBracket, kind === kinds.RightCurlyBracket];
    if (skipped > 0) skipped += Number(opens) - Number(closes);
    else if (opens) {
      const isAtRule = text.trimStart().startsWith('@');
      skipped = Number(isAtRule);
      [selector, text] = [isAtRule ? '' : text.trim(), ''];
    } else if (closes) {
      if (selector !== '') rules.push(...safeRule(selector, text));
      [selector, text] = ['', ''];
      // Inside a rule, semicolons separate declarations.
    } else if (kind === kinds.Semicolon && selector === '') text = '';
    else text += kind === kinds.Comment ? ' ' : css.slice(start, end);
  });
  return rules.join('\n');
};

const safeRule = (selector: string, body: string): string[] => {
  const declarations = safeDeclarations(body);
  return declarations !== '' && /^[\w\s.#,:>*[\]="()-]+$/.test(selector) ? [`${selector}{${declarations}}`] : [];
};

/** Returns the larger scale factor of the two axes; 1 without a transform. */
const getScale = (transform: string | undefined): number => {
  let scale = 1;
  for (const [, kind, list = ''] of (transform ?? '').matchAll(/(matrix|scale)\(([^()]*)\)/g)) {
    const [a = 1, b = 0, c = 0, d = a] = list
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number);
    scale *= kind === 'scale' ? Math.max(Math.abs(a), Math.abs(b || a)) : Math.max(Math.hypot(a, b), Math.hypot(c, d));
  }
  return Number.isFinite(scale) ? scale : 1;
};
