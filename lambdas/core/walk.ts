/**
 * Yields every element of a tree in document order, parents before their children. The children of an element are read
 * after it was yielded, so the consumer may change them.
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
