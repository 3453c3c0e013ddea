import { getOwn } from '../../../get-own.ts';
import { isInlineTag } from '../../../rendering/tree/inline-tags.ts';
import { type PreparedElement, visitInherited } from '../../../rendering/tree/prepared-tree.ts';

const strong = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const leftToRight = /(?=\p{L})[^\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Returns whether a text looks the same in both directions: right-to-left at both ends, no other letters. */
const isOneWay = (text: string): boolean => {
  const letters = [...text.trim()];
  return strong.test(letters.at(0) ?? '') && strong.test(letters.at(-1) ?? '') && !leftToRight.test(text);
};

const sides: Readonly<Record<string, string>> = { start: 'left', end: 'right' };

/**
 * Makes right-to-left texts right-to-left paragraphs if they look the same. In a left-to-right paragraph, takumi 2.16
 * moves the space at the end of each line except the last to its other end, and joins words.
 */
export const turnTexts = (tree: PreparedElement): void =>
  visitInherited(tree, { direction: 'ltr', textAlign: 'start' }, ({ type, props }, parent) => {
    const { style = {}, dir, children = [] } = props;
    const direction = String(style.direction ?? dir ?? parent.direction);
    const textAlign = String(style.textAlign ?? parent.textAlign);
    const isBlock = !isInlineTag(type, style) && (style.display === undefined || style.display === 'block');
    const isText = children.length > 0 && children.every((child) => typeof child === 'string');
    if (direction === 'ltr' && isBlock && isText && isOneWay(children.join('')) && textAlign !== 'justify')
      props.style = {
        ...style,
        direction: 'rtl',
        textAlign: getOwn(sides, textAlign) ?? textAlign,
      };
    return { direction, textAlign };
  });
