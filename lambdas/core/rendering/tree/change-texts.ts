import { getElements, type PreparedElement } from './prepared-tree.ts';

/** Changes every text of a tree but those of style sheets, in place. */
export const changeTexts = (tree: PreparedElement, change: (text: string) => string): void => {
  for (const { type, props } of getElements(tree))
    if (type !== 'style' && props.children)
      props.children = props.children.map((child) => (typeof child === 'string' ? change(child) : child));
};
