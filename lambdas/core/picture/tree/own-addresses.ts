import { pictureAttributesOf, rewriteCssUrls } from '../../vnode/remote-images.ts';
import { EngineRefusal } from '../engine-errors.ts';
import { elementsOf, type PreparedElement } from './prepared-tree.ts';

/** Text without these holds no address, however it is written. */
const suspicious = /[\\]|url|src|image|element|paint|cross-fade/i;

/**
 * Checks the last time before native code sees it that a tree names only pictures that were read and checked.
 *
 * @param isOwn whether an address stands for such a picture.
 * @throws EngineRefusal for a tree that names anything else.
 */
export const refuseForeignAddresses = (tree: PreparedElement, isOwn: (address: string) => boolean): void => {
  const check = (source: unknown, where: string) => {
    if (typeof source === 'string' && (source === '' || isOwn(source))) return;
    throw new EngineRefusal(`${where} names a picture that was not checked.`);
  };
  const checkCss = (css: string, where: string) => {
    if (!suspicious.test(css)) return;
    rewriteCssUrls(css, (source) => {
      check(source, where);
      return '';
    });
  };
  for (const { type, props } of elementsOf(tree)) {
    for (const name of pictureAttributesOf(type))
      if (props[name] !== undefined) check(props[name], `<${type} ${name}>`);
    for (const [name, value] of Object.entries(props.style ?? {}))
      if (typeof value === 'string') checkCss(value, `The style ${name}`);
    if (type === 'style')
      for (const sheet of props.children ?? []) if (typeof sheet === 'string') checkCss(sheet, 'A <style>');
  }
};
