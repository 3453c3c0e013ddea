import { parseDocument } from 'htmlparser2';
import type { Json } from '#engine/json.ts';
import type { VElement, VNode } from '#engine/vnode/vnode.ts';
import type { GoldenCase } from './case.ts';

type Props = { readonly [name: string]: Json };
/** Properties, or CSS as it is written. */
type Style = Props | string;
type Children = readonly (VNode | readonly VNode[])[];

const readValue = (text: string): Json => (/^-?[\d.]+$/.test(text) ? Number(text) : text);

/** Properties of `name: value; name: value` by their names in JavaScript; a value that is a number is one. */
const readCss = (css: string): Props =>
  Object.fromEntries(
    css
      .split(/;\s+/)
      .filter(Boolean)
      .map((declaration) => {
        const [, name = '', value = ''] = /^(.*?): (.*)$/s.exec(declaration) ?? [];
        const property = name.startsWith('--') ? name : name.replace(/-(\w)/g, (_all, letter) => letter.toUpperCase());
        return [property, readValue(value)];
      }),
  );

export const h = (type: string, props: Props = {}, ...children: Children): VElement => ({
  type,
  props: { ...props, ...(typeof props.style === 'string' && { style: readCss(props.style) }) },
  children: children.flat() as VNode[],
});

export const styled = (type: string, style: Style, ...children: Children): VElement => h(type, { style }, ...children);

export const box = (style: Style, ...children: Children): VElement => styled('div', style, ...children);

type Parsed = ReturnType<typeof parseDocument>['children'][number];
const toNodes = (node: Parsed): VNode[] => {
  if (node.type === 'text') {
    const text = node.data.replace(/^\s*\n\s*|\s*\n\s*$/g, '').replace(/\s*\n\s*/g, ' ');
    return text === '' ? [] : [text];
  }
  if (!('attribs' in node)) return [];
  const attributes = Object.entries(node.attribs).map(([name, value]) => [name, readValue(value)]);
  return [h(node.name, Object.fromEntries(attributes), ...node.children.map(toNodes))];
};

/** Elements as they are written in HTML; line ends are none of the text, as in JSX, and a value that is a number is one. */
export const html = (text: string): VNode[] => parseDocument(text, { xmlMode: true }).children.flatMap(toNodes);

/** The element that a text is. */
export const element = (text: string): VElement => html(text)[0] as VElement;

/** The size of the image, or of the box around. */
export const full = 'width: 100%; height: 100%';

export const boxCase = (name: string, style: Style, ...children: Children): GoldenCase => ({
  name,
  tree: box(style, ...children),
});

/** Images of one size, whose ground is one flex box; each may change the style they have in common. */
export const getPages =
  (ground: string, options = { width: 600, height: 315 }) =>
  (name: string, style: string, ...children: Children): GoldenCase => ({
    name,
    options,
    tree: box(`${full}; display: flex; ${ground}; ${style}`, ...children),
  });
