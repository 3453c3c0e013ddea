import { rewriteCssUrls, type SourceRewriter, stripLoadingRules } from './css-urls.ts';
import { getElements, getStyle, type VElement } from './vnode.ts';

const imageAttributes: Readonly<Record<string, readonly string[]>> = {
  img: ['src'],
  image: ['href', 'xlinkHref', 'xlink:href'],
};

/** Returns the attributes of an element that contain an image source, in order of precedence. */
export const getImageAttributes = (type: string): readonly string[] =>
  (Object.hasOwn(imageAttributes, type) && imageAttributes[type]) || [];

/** Returns the distinct image sources of a tree in document order: data URIs, URLs, and any other text. */
export const getImageSources = (tree: VElement): string[] => {
  const sources = new Set<string>();
  const addSource: SourceRewriter = (source) => {
    if (source !== '') sources.add(source);
    return source;
  };
  for (const element of getElements(tree)) {
    for (const name of getImageAttributes(element.type)) {
      const source = element.props[name];
      if (typeof source === 'string') addSource(source.trim());
    }
    for (const css of getCssTexts(element)) rewriteCssUrls(css, (source = '') => addSource(source));
  }
  return [...sources];
};

/** Returns unsupported references to files in an element's CSS, as written. */
export const getUnsupportedReferences = (element: VElement): string[] => {
  const references = new Set<string>();
  for (const css of getCssTexts(element))
    rewriteCssUrls(css, (source, written) => {
      if (source === undefined) references.add(written);
      return '';
    });
  return [...references];
};

/** Returns CSS of an element that may contain image sources: style values, utility classes, style sheets. */
const getCssTexts = (element: VElement): string[] => {
  const { tw, className, class: plain } = element.props;
  // Split classes, because an apostrophe in one does not open a string in the next.
  const texts: unknown[] = [tw, className ?? plain].flatMap((classes) =>
    typeof classes === 'string' && classes.includes('(') ? classes.split(/\s+/) : [],
  );
  texts.push(...Object.values(getStyle(element)));
  if (element.type === 'style')
    texts.push(...element.children.map((sheet) => (typeof sheet === 'string' ? stripLoadingRules(sheet) : sheet)));
  return texts.filter((text) => typeof text === 'string');
};

/** Returns whether a source is a URL that the service fetches. No others are fetched. */
export const isRemoteImage = (source: string): boolean => /^https?:\/\//i.test(source);

/** Returns the distinct http and https URLs of images in a tree, in document order, as written. */
export const getRemoteImages = (tree: VElement): string[] => getImageSources(tree).filter(isRemoteImage);
