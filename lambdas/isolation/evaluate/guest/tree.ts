import type { Component, GuestElement, Marks, Props } from './elements.ts';

/** Bounds kept while the tree is built; the host checks them again on what it is given. */
export interface GuestLimits {
  readonly depth: number;
  readonly nodes: number;
  readonly characters: number;
}

type BuiltNode = string | { type: string; props: Record<string, unknown>; children: BuiltNode[] };

/**
 * Turns what a component returned into plain elements: components called, fragments and lists flattened, empty values
 * dropped, neighbouring texts joined. Runs inside the guest as text: refers to nothing outside itself.
 */
export function treeBuilder(marks: Marks, limits: GuestLimits) {
  /** Nested components, fragments and lists count beside elements, or a component that returns itself would never end. */
  const deepestCall = 400;
  const nestedCalls = `Components, fragments and lists are nested more than ${deepestCall} deep.`;
  let nodes = 0;
  let characters = 0;

  const tooLarge = (message: string) => Object.assign(new Error(message), { name: 'TooLarge' });
  const invalid = (message: string, near: GuestElement | undefined) =>
    Object.assign(new TypeError(message), { near: near?.madeAt ?? '' });
  const nameOf = (near: GuestElement | undefined) => (typeof near?.type === 'string' ? ` in <${near.type}>` : '');

  const isStandIn = (value: unknown): value is object =>
    (typeof value === 'function' || typeof value === 'object') &&
    value !== null &&
    (value as { [mark: symbol]: unknown })[marks.standIn] === true;

  const countText = (text: string) => {
    characters += text.length;
    if (characters > limits.characters) throw tooLarge(`The picture holds more than ${limits.characters} characters.`);
    return text;
  };
  const countNode = (depth: number) => {
    nodes += 1;
    if (nodes > limits.nodes) throw tooLarge(`The picture has more than ${limits.nodes} elements and texts.`);
    if (depth > limits.depth) throw tooLarge(`Elements are nested more than ${limits.depth} deep.`);
  };

  /** A property's value as plain data; undefined for what is dropped. */
  const plain = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string' || isStandIn(value)) return countText(String(value));
    if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
    if (typeof value === 'boolean' || value === null) return value;
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object' || (value as GuestElement).$$typeof === marks.element) return undefined;
    if (depth > 10) throw tooLarge('A property is nested more than 10 deep.');
    if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return countText(String(value));
    if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1) ?? null);
    return plainObject(value as Record<string, unknown>, depth + 1);
  };

  const plainObject = (from: Record<string, unknown>, depth: number, dropped: readonly string[] = []) => {
    const to: Record<string, unknown> = {};
    for (const name of Object.keys(from)) {
      if (dropped.includes(name)) continue;
      countText(name);
      const value = plain(from[name], depth);
      if (value !== undefined) to[name] = value;
    }
    return to;
  };

  const addText = (text: string, depth: number, into: BuiltNode[]) => {
    if (text === '') return;
    countText(text);
    const last = into.length - 1;
    if (typeof into[last] === 'string') into[last] += text;
    else {
      countNode(depth);
      into.push(text);
    }
  };

  const addTag = (element: GuestElement, depth: number, calls: number, into: BuiltNode[]) => {
    const type = element.type as string;
    const { style, dangerouslySetInnerHTML: html } = element.props as Props & { dangerouslySetInnerHTML?: unknown };
    if (typeof style === 'string' || Array.isArray(style))
      throw invalid(`The style of <${type}> must be an object like {{ color: 'red' }}, not text or a list.`, element);
    if (html !== undefined && type !== 'style')
      throw invalid(`dangerouslySetInnerHTML does not work on <${type}>; write the elements instead.`, element);
    countNode(depth);
    const props = plainObject(element.props, 0, ['children', 'key', 'ref', 'dangerouslySetInnerHTML']);
    const children: BuiltNode[] = [];
    if (html === undefined) add(element.props.children, element, depth + 1, calls, children);
    else addText(String((html as { __html?: unknown } | null)?.__html ?? ''), depth + 1, children);
    into.push({ type, props, children });
  };

  const addElement = (element: GuestElement, depth: number, calls: number, into: BuiltNode[]): void => {
    const { type, props } = element;
    if (typeof type === 'string') addTag(element, depth, calls, into);
    else if (type === marks.fragment) add(props.children, element, depth, calls, into);
    else if (typeof type === 'function') {
      if (typeof type.prototype?.render === 'function')
        throw invalid('Class components do not work in templates; write a function.', element);
      add((type as Component)(props), element, depth, calls, into);
    } else addWrapped(element, depth, calls, into);
  };

  const addWrapped = (element: GuestElement, depth: number, calls: number, into: BuiltNode[]): void => {
    const wrapper = element.type as { $$typeof?: symbol; type?: unknown; render?: unknown } | null | undefined;
    if (wrapper?.$$typeof === marks.memo) {
      if (calls > deepestCall) throw tooLarge(nestedCalls);
      addElement({ ...element, type: wrapper.type }, depth, calls + 1, into);
    } else if (wrapper?.$$typeof === marks.forwardRef) {
      const render = wrapper.render as (props: Props, ref: null) => unknown;
      add(render(element.props, null), element, depth, calls, into);
    } else {
      const found = wrapper === null ? 'null' : typeof wrapper;
      throw invalid(`An element's type must be a tag name or a component, but is ${found}: is it defined?`, element);
    }
  };

  const addObject = (node: object, near: GuestElement | undefined, depth: number, calls: number, into: BuiltNode[]) => {
    if ((node as GuestElement).$$typeof === marks.element) addElement(node as GuestElement, depth, calls, into);
    else if (typeof (node as { then?: unknown }).then === 'function')
      throw invalid(`A promise cannot be a child${nameOf(near)}; components cannot be async.`, near);
    else if (Symbol.iterator in node) for (const item of node as Iterable<unknown>) add(item, near, depth, calls, into);
    else throw invalid(`Objects are not valid as a child${nameOf(near)} (found: ${wordFor(node)}).`, near);
  };
  const wordFor = (node: object) =>
    node instanceof Date ? 'a Date' : `an object with keys {${Object.keys(node).slice(0, 8).join(', ')}}`;

  const add = (
    node: unknown,
    near: GuestElement | undefined,
    depth: number,
    calls: number,
    into: BuiltNode[],
  ): void => {
    if (calls > deepestCall) throw tooLarge(nestedCalls);
    if (node === null || node === undefined || typeof node === 'boolean') return;
    if (typeof node === 'string' || typeof node === 'number' || typeof node === 'bigint' || isStandIn(node))
      addText(String(node), depth, into);
    else if (typeof node === 'object') addObject(node, near, depth, calls + 1, into);
    else throw invalid(`A ${typeof node} is not valid as a child${nameOf(near)}.`, near);
  };

  /** The tree under one root; what is no single element gets a box of the picture's size around it. */
  const build = (component: unknown, props: Props) => {
    const root: BuiltNode[] = [];
    addElement({ $$typeof: marks.element, type: component, key: null, props }, 0, 0, root);
    const [only] = root;
    if (root.length === 1 && typeof only === 'object') return only;
    return { type: 'div', props: { style: { width: '100%', height: '100%' } }, children: root };
  };
  return build;
}
