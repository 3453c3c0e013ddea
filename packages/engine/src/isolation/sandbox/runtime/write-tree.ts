import type { Component, Context, Marks, Props, SandboxElement } from './elements.ts';
import type { Primordials } from './primordials.ts';
import type { Settle } from './promises.ts';

/** Limits that are checked while the tree is written; the host checks these and the others of `treeLimits`. */
interface SandboxLimits {
  readonly nodes: number;
  readonly characters: number;
}

/**
 * Returns a function that writes a component's result as JSON of plain elements: components called, promises awaited,
 * fragments and lists flattened, empty values dropped, adjacent texts joined. Written without building the tree, so
 * that built-ins replaced by a template have no effect. Runs inside the sandbox as text: refers to nothing outside
 * itself.
 */
export function treeWriter(primordials: Primordials, marks: Marks, limits: SandboxLimits, settle: Settle) {
  const { NativeError, NativeString, NativeTypeError, each, getPrototypeOf, hasOwn, isArray, isDate } = primordials;
  const { isExtensible, iterator, join, keys, list, objectPrototype, push, put, record, setOwn, stringify } =
    primordials;

  /** Components, fragments and lists count too, or a component that returns itself would never end. */
  const maxDepth = 400;
  let nodes = 0;
  let characters = 0;

  const tooLarge = (message: string) => setOwn(new NativeError(message), 'name', 'TooLarge');
  const invalid = (message: string, near: SandboxElement | undefined) =>
    setOwn(new NativeTypeError(message), 'near', near?.madeAt ?? '');
  const getName = (near: SandboxElement | undefined) =>
    typeof near?.type === 'string' ? ' in <' + near.type + '>' : '';

  const isAnyShape = (value: unknown): value is object =>
    (typeof value === 'function' || typeof value === 'object') &&
    value !== null &&
    (value as { [mark: symbol]: unknown })[marks.anyShape] === true;

  const countText = (text: string) => {
    characters += text.length;
    if (characters > limits.characters)
      throw tooLarge('The image holds more than ' + limits.characters + ' characters.');
    return text;
  };
  const countNode = () => {
    nodes += 1;
    if (nodes > limits.nodes) throw tooLarge('The image has more than ' + limits.nodes + ' elements and texts.');
  };
  const quoted = (text: string) => stringify(countText(text));
  /** Cached, because few names repeat often. */
  const quotedNames = record<string>();
  const quotedName = (name: string) => {
    const known = quotedNames[countText(name)];
    if (known !== undefined) return known;
    const json = stringify(name);
    put(quotedNames, name, json);
    return json;
  };

  /** Returns whether an object has a custom `toJSON`, like dates and URLs; that of `Object.prototype` is ignored. */
  const hasCustomJson = (value: object) => {
    for (let at: object | null = value; at !== null && at !== objectPrototype; at = getPrototypeOf(at) as object | null)
      if (hasOwn(at, 'toJSON')) return typeof (value as { toJSON?: unknown }).toJSON === 'function';
    return false;
  };

  const isPromise = (value: object) => typeof (value as { then?: unknown }).then === 'function';
  /** Gives a rejection, which has no stack of the element, that of `near`. */
  const settled = (promise: object, near: SandboxElement | undefined) => {
    try {
      return settle(promise);
    } catch (error) {
      const canHold = typeof error === 'object' && error !== null && isExtensible(error) && !hasOwn(error, 'near');
      if (canHold && near?.madeAt !== undefined) setOwn(error, 'near', near.madeAt);
      throw error;
    }
  };

  /** Returns a property's value as JSON; '' for a value to drop. */
  const plain = (value: unknown, depth: number, near: SandboxElement): string => {
    if (isAnyShape(value) || typeof value === 'string' || typeof value === 'bigint') return quoted(NativeString(value));
    if (typeof value === 'number') return value - value === 0 ? '' + value : '';
    if (typeof value === 'boolean' || value === null) return '' + value;
    if (typeof value !== 'object' || (value as SandboxElement).$$typeof === marks.element) return '';
    if (depth > 10) throw tooLarge('A property is nested more than 10 deep.');
    return plainStructure(value, depth + 1, near);
  };
  const plainStructure = (value: object, depth: number, near: SandboxElement) => {
    if (isPromise(value)) return plain(settled(value, near), depth, near);
    if (isArray(value)) return plainList(value, depth, near);
    return hasCustomJson(value) ? quoted(NativeString(value)) : plainObject(value as Props, depth, near);
  };
  const plainList = (from: readonly unknown[], depth: number, near: SandboxElement) => {
    const items = list<string>();
    for (let i = 0; i < from.length; i += 1) push(items, plain(from[i], depth, near) || 'null');
    return '[' + join(items, ',') + ']';
  };

  const isDropped = (name: string) =>
    name === 'children' || name === 'key' || name === 'ref' || name === 'dangerouslySetInnerHTML';
  const plainObject = (from: Props, depth: number, near: SandboxElement) => {
    const names = keys(from);
    const entries = list<string>();
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i] as string;
      if (from === near.props && isDropped(name)) continue;
      const value = plain(from[name], depth, near);
      if (value !== '') push(entries, quotedName(name) + ':' + value);
    }
    return '{' + join(entries, ',') + '}';
  };

  /** JSON of the children of the current element so far, without the text after the last of them. */
  let children = list<string>();
  let text = '';
  const endText = () => {
    if (text !== '') push(children, stringify(text));
    text = '';
  };
  const addText = (more: string) => {
    if (more === '') return;
    countText(more);
    if (text === '') countNode();
    text += more;
  };

  const addTag = (element: SandboxElement, depth: number) => {
    const { position } = element;
    const type = element.type as string;
    const { style, dangerouslySetInnerHTML: html } = element.props as Props & { dangerouslySetInnerHTML?: unknown };
    if (typeof style === 'string' || isArray(style))
      throw invalid(
        'The style of <' + type + "> must be an object like {{ color: 'red' }}, not text or a list.",
        element,
      );
    if (html !== undefined && type !== 'style')
      throw invalid('dangerouslySetInnerHTML does not work on <' + type + '>; write the elements instead.', element);
    countNode();
    const at = typeof position === 'string' ? ',"at":' + stringify(position) : '';
    const head = '{"type":' + quotedName(type) + at + ',"props":' + plainObject(element.props, 0, element);
    endText();
    const siblings = children;
    children = list();
    if (html === undefined) add(element.props.children, element, depth);
    else addText(NativeString((html as { __html?: unknown } | null)?.__html ?? ''));
    endText();
    push(siblings, head + ',"children":[' + join(children, ',') + ']}');
    children = siblings;
  };

  /** Gives a component's result the component's position if it has none (`Image` of next/image). */
  const placed = (made: unknown, position: unknown) => {
    const isPlaced = position === undefined || (made as SandboxElement | null)?.position !== undefined;
    return isPlaced || (made as SandboxElement | null)?.$$typeof !== marks.element
      ? made
      : { ...(made as SandboxElement), position };
  };

  const addElement = (element: SandboxElement, depth: number): void => {
    const { type, props } = element;
    if (typeof type === 'string') addTag(element, depth);
    else if (type === marks.fragment) add(props.children, element, depth);
    else if (typeof type === 'function') {
      if (typeof type.prototype?.render === 'function')
        throw invalid('Class components do not work in templates; write a function.', element);
      add(placed((type as Component)(props), element.position), element, depth);
    } else addWrapped(element, depth);
  };

  const addProvided = (context: Context, element: SandboxElement, depth: number) => {
    const outer = context.value;
    setOwn(context, 'value', element.props.value);
    add(element.props.children, element, depth);
    setOwn(context, 'value', outer);
  };

  const addWrapped = (element: SandboxElement, depth: number): void => {
    const wrapper = element.type as { $$typeof?: symbol; type?: unknown; render?: unknown } | null | undefined;
    if (wrapper?.$$typeof === marks.memo) addObject({ ...element, type: wrapper.type }, element, depth + 1);
    else if (wrapper?.$$typeof === marks.forwardRef) {
      const render = wrapper.render as (props: Props, ref: null) => unknown;
      add(render(element.props, null), element, depth);
    } else if (wrapper?.$$typeof === marks.context) addProvided(wrapper as Context, element, depth);
    else {
      const found = wrapper === null ? 'null' : typeof wrapper;
      throw invalid(
        "An element's type must be a tag name or a component, but is " + found + ': is it defined?',
        element,
      );
    }
  };

  const addObject = (node: object, near: SandboxElement | undefined, depth: number) => {
    if (depth > maxDepth)
      throw tooLarge('Elements, components, fragments and lists are nested more than ' + maxDepth + ' deep.');
    if ((node as SandboxElement).$$typeof === marks.element) addElement(node as SandboxElement, depth);
    else if (isPromise(node)) add(settled(node, near), near, depth);
    else if (iterator in node) each(node, (item) => add(item, near, depth));
    else throw invalid('Objects are not valid as a child' + getName(near) + ' (found: ' + wordFor(node) + ').', near);
  };
  const wordFor = (node: object) => {
    if (isDate(node)) return 'a Date';
    const names = keys(node);
    let shown = '';
    for (let i = 0; i < names.length && i < 8; i += 1) shown += (i === 0 ? '' : ', ') + names[i];
    return 'an object with keys {' + shown + '}';
  };

  const add = (node: unknown, near: SandboxElement | undefined, depth: number): void => {
    if (node === null || node === undefined || typeof node === 'boolean') return;
    if (typeof node === 'string' || typeof node === 'number' || typeof node === 'bigint' || isAnyShape(node))
      addText(NativeString(node));
    else if (typeof node === 'object') addObject(node, near, depth + 1);
    else throw invalid('A ' + typeof node + ' is not valid as a child' + getName(near) + '.', near);
  };

  /** Returns the tree with one root: anything but a single element is wrapped in a box of the image's size. */
  return (component: unknown, props: Props): string => {
    addElement({ $$typeof: marks.element, type: component, key: null, props }, 0);
    endText();
    const only = children[0];
    if (children.length === 1 && only !== undefined && only[0] === '{') return only;
    return '{"type":"div","props":{"style":{"width":"100%","height":"100%"}},"children":[' + join(children, ',') + ']}';
  };
}
