import { rewriteCssUrls, type SourceRewriter, withoutLoading } from './css-urls.ts';
import { getElements, getStyle, type VElement } from './vnode.ts';

const imageAttributes: Readonly<Record<string, readonly string[]>> = {
  img: ['src'],
  image: ['href', 'xlinkHref', 'xlink:href'],
};

/** The attributes of an element that name an image, most important first. */
export const getImageAttributes = (type: string): readonly string[] =>
  (Object.hasOwn(imageAttributes, type) && imageAttributes[type]) || [];

/** Every image source of a tree in document order, each once: data URIs, addresses, and whatever else stands there. */
export const getImageSources = (tree: VElement): string[] => {
  const sources = new Set<string>();
  const note: SourceRewriter = (source) => {
    if (source !== '') sources.add(source);
    return source;
  };
  for (const element of getElements(tree)) {
    for (const name of getImageAttributes(element.type)) {
      const source = element.props[name];
      if (typeof source === 'string') note(source.trim());
    }
    for (const css of getCssTexts(element)) rewriteCssUrls(css, (source = '') => note(source));
  }
  return [...sources];
};

/** References to files in an element's CSS that are left out, as they are written. */
export const getUnsupportedReferences = (element: VElement): string[] => {
  const references = new Set<string>();
  for (const css of getCssTexts(element))
    rewriteCssUrls(css, (source, written) => {
      if (source === undefined) references.add(written);
      return '';
    });
  return [...references];
};

/** CSS of an element that may name images: style values, utility classes, a style sheet's text. */
const getCssTexts = (element: VElement): string[] => {
  const { tw, className, class: plain } = element.props;
  // class by class: an apostrophe in one opens no string in the next
  const texts: unknown[] = [tw, className ?? plain].flatMap((classes) =>
    typeof classes === 'string' && classes.includes('(') ? classes.split(/\s+/) : [],
  );
  texts.push(...Object.values(getStyle(element)));
  if (element.type === 'style')
    texts.push(...element.children.map((sheet) => (typeof sheet === 'string' ? withoutLoading(sheet) : sheet)));
  return texts.filter((text) => typeof text === 'string');
};

/** Whether a source is an address the service fetches; nothing but these is ever fetched. */
export const isRemoteImage = (source: string): boolean => /^https?:\/\//i.test(source);

/** The http and https addresses a tree names as images, each once, in document order, as they stand there. */
export const getRemoteImages = (tree: VElement): string[] => getImageSources(tree).filter(isRemoteImage);
