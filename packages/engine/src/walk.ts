/** Yields the elements of a tree, parents first. The consumer may change the children of the yielded element. */
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
