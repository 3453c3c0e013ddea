import { inherit } from '../../../picture/tree/prepared-tree.ts';
import type { TreeCorrection } from '../correction.ts';

/** What keeps a text from wrapping, and the same where it wraps. */
const wrapping: Readonly<Record<string, string>> = { nowrap: 'normal', pre: 'pre-wrap' };

/** Lets a text wrap whose `text-wrap` says so and whose `white-space` said otherwise before; satori 0.63 hears the latter. */
export const letTextsWrap: TreeCorrection = (tree) =>
  inherit(tree, { whiteSpace: 'normal' }, ({ props }, parent) => {
    const style = props.style ?? {};
    const own = style.whiteSpace === undefined ? parent.whiteSpace : String(style.whiteSpace);
    const names = Object.keys(style);
    const isLater = names.indexOf('textWrap') > names.indexOf('whiteSpace');
    const isWrapped = isLater && /^(?:wrap|balance|pretty|stable)$/.test(String(style.textWrap));
    const whiteSpace = (isWrapped && wrapping[own]) || own;
    if (whiteSpace !== own) props.style = { ...style, whiteSpace };
    return { whiteSpace };
  });
