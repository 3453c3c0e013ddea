/** An element as `createElement` makes it inside the guest. */
export interface GuestElement {
  readonly $$typeof: symbol;
  readonly type: unknown;
  readonly key: string | null;
  readonly props: { readonly [name: string]: unknown; readonly children?: unknown };
  /** Stack of the place it was made, kept only while a failure is being located. */
  readonly madeAt?: string;
}

export type Props = GuestElement['props'];
export type Component = (props: Props) => unknown;

/** What marks elements and component wrappers; symbols, so that no variable's value can pass for one. */
export interface Marks {
  readonly element: symbol;
  readonly fragment: symbol;
  readonly memo: symbol;
  readonly forwardRef: symbol;
  /** Answers true on a stand-in for a value (see `any-shape.ts`). */
  readonly standIn: symbol;
}

/**
 * The part of React that templates may use. Runs inside the guest as text: refers to nothing outside itself.
 *
 * @param keepsPlaces remember where each element was made (slow; see `GuestElement.madeAt`).
 */
export function reactSubset(keepsPlaces: boolean) {
  const marks: Marks = {
    element: Symbol('element'),
    fragment: Symbol('fragment'),
    memo: Symbol('memo'),
    forwardRef: Symbol('forwardRef'),
    standIn: Symbol('standIn'),
  };

  const isElement = (value: unknown): value is GuestElement =>
    typeof value === 'object' && value !== null && (value as GuestElement).$$typeof === marks.element;

  const element = (type: unknown, key: string | null, props: Props): GuestElement => {
    const made = { $$typeof: marks.element, type, key, props };
    return keepsPlaces ? { ...made, madeAt: String(new Error('place').stack) } : made;
  };

  const createElement = (type: unknown, config: Record<string, unknown> | null, ...children: unknown[]) => {
    const { key, ref: _ref, ...props } = config ?? {};
    if (children.length > 0) props.children = children.length === 1 ? children[0] : children;
    return element(type, key === undefined ? null : String(key), props);
  };

  const cloneElement = (original: GuestElement, config: Record<string, unknown> | null, ...children: unknown[]) => {
    const { key = original.key, ref: _ref, ...changes } = config ?? {};
    const props: Record<string, unknown> = { ...original.props, ...changes };
    if (children.length > 0) props.children = children.length === 1 ? children[0] : children;
    return element(original.type, key === null ? null : String(key), props);
  };

  /** All children in one list, empty ones as null, as `Children.map` sees them. */
  const listed = (children: unknown): unknown[] => {
    if (children === undefined || children === null) return [];
    if (typeof children === 'string' || isElement(children)) return [children];
    const isList = typeof children === 'object' && Symbol.iterator in children;
    if (!isList) return [typeof children === 'boolean' ? null : children];
    return Array.from(children as Iterable<unknown>).flatMap((child) => (child == null ? [null] : listed(child)));
  };

  const isThere = (child: unknown) => child !== null && child !== undefined && typeof child !== 'boolean';
  const Children = {
    map: (children: unknown, change: (child: unknown, index: number) => unknown) =>
      children == null ? children : listed(children).flatMap(change).filter(isThere),
    forEach: (children: unknown, look: (child: unknown, index: number) => void) => listed(children).forEach(look),
    count: (children: unknown) => listed(children).length,
    toArray: (children: unknown) => listed(children).filter(isThere),
    only: (child: unknown) => {
      if (!isElement(child)) throw new Error('React.Children.only expected to receive a single React element child.');
      return child;
    },
  };

  const react = {
    createElement,
    cloneElement,
    isValidElement: isElement,
    Fragment: marks.fragment,
    memo: (type: unknown) => ({ $$typeof: marks.memo, type }),
    forwardRef: (render: unknown) => ({ $$typeof: marks.forwardRef, render }),
    Children,
  };
  return { react, marks };
}
