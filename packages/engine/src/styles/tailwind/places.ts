import type { VElement, VNode } from '../../vnode/vnode.ts';
import type { Place } from './variants.ts';

/** Returns where each element stands among the children of its parent; texts do not count, as in CSS. */
export const getPlaces = (children: readonly VNode[]): ReadonlyMap<VElement, Place> => {
  const elements = children.filter((child) => typeof child !== 'string');
  const byType = Map.groupBy(elements, ({ type }) => type);
  const seen = new Map<string, number>();
  return new Map(
    elements.map((element, at) => {
      const indexOfType = (seen.get(element.type) ?? 0) + 1;
      seen.set(element.type, indexOfType);
      const countOfType = byType.get(element.type)?.length ?? 1;
      const isEmpty = element.children.length === 0;
      return [element, { index: at + 1, count: elements.length, indexOfType, countOfType, isEmpty }];
    }),
  );
};
