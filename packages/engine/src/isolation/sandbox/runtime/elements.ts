import type { Primordials } from './primordials.ts';

/** An element as `createElement` creates it inside the sandbox. */
export interface SandboxElement {
  readonly $$typeof: symbol;
  readonly type: unknown;
  readonly key: string | null;
  readonly props: { readonly [name: string]: unknown; readonly children?: unknown };
  /** Source position, `line:column`, if the script has it. Not among the props, so templates do not see it. */
  readonly position?: unknown;
  /** Stack at its creation, recorded only while a failure is being located. */
  readonly madeAt?: string;
}

export type Props = SandboxElement['props'];
export type Component = (props: Props) => unknown;

/** Marks of elements and component wrappers: symbols, so that no variable's value can forge them. */
export interface Marks {
  readonly element: symbol;
  readonly fragment: symbol;
  readonly memo: symbol;
  readonly forwardRef: symbol;
  readonly context: symbol;
  /** Property that is true for a value of any shape (`any-shape.ts`). */
  readonly anyShape: symbol;
}

/** A context, which is its own provider. */
export interface Context {
  readonly $$typeof: symbol;
  readonly value: unknown;
}

/** The part of React that templates may use. Runs inside the sandbox as text: refers to nothing outside itself. */
export function reactSubset(primordials: Primordials) {
  const { NativeError, NativeString, NativeSymbol, asArray, each, iterator, list, push, setOwn } = primordials;
  const marks: Marks = {
    element: NativeSymbol('element'),
    fragment: NativeSymbol('fragment'),
    memo: NativeSymbol('memo'),
    forwardRef: NativeSymbol('forwardRef'),
    context: NativeSymbol('context'),
    anyShape: NativeSymbol('anyShape'),
  };

  const isElement = (value: unknown): value is SandboxElement =>
    typeof value === 'object' && value !== null && (value as SandboxElement).$$typeof === marks.element;

  let retainsSourcePositions = false;
  /** Records where each element is created from now on (slow, see `SandboxElement.madeAt`). */
  const storePositions = () => {
    retainsSourcePositions = true;
  };
  const element = (type: unknown, key: string | null, props: Props, position: unknown): SandboxElement => {
    const made = { $$typeof: marks.element, type, key, props, position };
    return retainsSourcePositions ? { ...made, madeAt: NativeString(new NativeError('place').stack) } : made;
  };

  type Config = Readonly<Record<string, unknown>> | null | undefined;
  const childrenIn = (children: unknown[]) =>
    children.length === 0 ? null : { children: children.length === 1 ? children[0] : children };

  const createElement = (type: unknown, config: Config, ...children: unknown[]) => {
    const { key, ref: _ref, __at: position, ...props } = config ?? {};
    const whole = children.length === 0 ? props : { ...props, ...childrenIn(children) };
    return element(type, key === undefined ? null : NativeString(key), whole, position);
  };

  const cloneElement = (original: SandboxElement, config: Config, ...children: unknown[]) => {
    const { key = original.key, ref: _ref, ...changes } = config ?? {};
    const props = { ...original.props, ...changes, ...childrenIn(children) };
    return element(original.type, key === null ? null : NativeString(key), props, original.position);
  };

  /** Appends all children to one list, empty ones as null, like React's `Children.map`. */
  const addChildren = (children: unknown, to: unknown[]): void => {
    if (children === undefined || children === null || typeof children === 'boolean') push(to, null);
    else if (typeof children !== 'object' || isElement(children) || !(iterator in children)) push(to, children);
    else each(children, (child) => addChildren(child, to));
  };
  const listed = (children: unknown): unknown[] => {
    const all = list<unknown>();
    if (children !== undefined && children !== null) addChildren(children, all);
    return all;
  };

  /** Returns children as an array without empty ones, lists among them flattened. */
  const toArray = (children: unknown): unknown[] => {
    const all = listed(children);
    const there = list<unknown>();
    for (let i = 0; i < all.length; i += 1) if (all[i] !== null) push(there, all[i]);
    return asArray(there);
  };
  const Children = {
    map: (children: unknown, change: (child: unknown, index: number) => unknown) => {
      if (children === null || children === undefined) return children;
      const all = listed(children);
      const changed = list<unknown>();
      for (let i = 0; i < all.length; i += 1) push(changed, change(all[i], i));
      return toArray(asArray(changed));
    },
    forEach: (children: unknown, look: (child: unknown, index: number) => void) => {
      const all = listed(children);
      for (let i = 0; i < all.length; i += 1) look(all[i], i);
    },
    count: (children: unknown) => listed(children).length,
    toArray,
    only: (child: unknown) => {
      if (!isElement(child))
        throw new NativeError('React.Children.only expected to receive a single React element child.');
      return child;
    },
  };

  /** Its value is that of the provider that is being written, as `treeWriter` writes what is inside at once. */
  const createContext = (value: unknown) => {
    const context: Context = { $$typeof: marks.context, value };
    const Consumer = ({ children }: Props) => (children as (value: unknown) => unknown)(context.value);
    return setOwn(setOwn(context, 'Provider', context), 'Consumer', Consumer);
  };

  const react = {
    createElement,
    cloneElement,
    isValidElement: isElement,
    Fragment: marks.fragment,
    memo: (type: unknown) => ({ $$typeof: marks.memo, type }),
    forwardRef: (render: unknown) => ({ $$typeof: marks.forwardRef, render }),
    // a template runs once, so nothing is kept
    cache: (load: unknown) => load,
    Children,
    createContext,
    useContext: (context: Context) => context.value,
    useMemo: (compute: () => unknown) => compute(),
    useCallback: (called: unknown) => called,
  };
  return { react, marks, storePositions };
}
