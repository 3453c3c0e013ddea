/**
 * Every element of a tree, parents before their children, in the order of the document. What an element holds is read after
 * it was handed out, so it may be changed by then.
 */
export function* walk<E extends object>(
  root: E,
  getChildren: (element: E) => readonly (E | string)[],
): Generator<E, undefined> {
  const open = [root];
  for (let element = open.pop(); element; element = open.pop()) {
    yield element;
    for (const child of getChildren(element).toReversed()) if (typeof child !== 'string') open.push(child);
  }
}
