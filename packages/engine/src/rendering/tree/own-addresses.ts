import { rewriteCssUrls } from '../../vnode/css-urls.ts';
import { getImageAttributes } from '../../vnode/remote-images.ts';
import { EngineRejection } from '../engine-errors.ts';
import { getPreparedElements, type PreparedElement } from './prepared-tree.ts';

/** Text that matches none of these contains no URL in any notation. */
const suspicious = /[\\]|url|src|image|element|paint|cross-fade/i;

/** Returns the CSS of an element, with a description of its location. */
const getCss = ({ type, props }: PreparedElement): [string, unknown][] => [
  ...Object.entries(props.style ?? {}).map(([name, value]): [string, unknown] => [`The style ${name}`, value]),
  ...(type === 'style' ? (props.children ?? []) : []).map((sheet): [string, unknown] => ['A <style>', sheet]),
];

/**
 * The last check before native code that a tree contains only images that were read and checked.
 *
 * @param isOwn returns whether an address belongs to such an image.
 * @throws EngineRefusal if the tree contains any other address.
 */
export const assertKnownAddresses = (tree: PreparedElement, isOwn: (address: string) => boolean): void => {
  const check = (source: unknown, where: string) => {
    if (typeof source === 'string' && (source === '' || isOwn(source))) return;
    throw new EngineRejection(`${where} names an image that was not checked.`);
  };
  for (const element of getPreparedElements(tree)) {
    const { type, props } = element;
    for (const name of getImageAttributes(type)) if (props[name] !== undefined) check(props[name], `<${type} ${name}>`);
    for (const [where, css] of getCss(element)) {
      if (typeof css !== 'string' || !suspicious.test(css)) continue;
      rewriteCssUrls(css, (source) => {
        check(source, where);
        return '';
      });
    }
  }
};
