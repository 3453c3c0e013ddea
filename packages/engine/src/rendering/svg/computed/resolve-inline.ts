import { getFontSize } from '../../../styles/font-size.ts';
import { isInherited } from '../../../styles/inherited.ts';
import type { Style } from '../../../styles/style.ts';
import { black, type Rgba, readColour } from '../../../styles/values/colours.ts';
import { rootFontSize } from '../../../styles/values/lengths.ts';
import { inheritVariables, noVariables, replaceVariables, type Variables } from '../../../styles/values/variables.ts';
import type { Size } from '../../boxes.ts';
import { type PreparedElement, type PreparedNode, visitInherited } from '../../tree/prepared-tree.ts';
import type { XmlElement, XmlNode } from '../xml.ts';
import { resolveSvg } from './resolve-svg.ts';
import { toSvgDocument } from './svg-document.ts';

/** What elements around an `<svg>` pass on. */
interface Around {
  readonly variables: Variables;
  readonly color: Rgba;
  readonly fontSize: number;
  /** Inherited properties of SVG. */
  readonly style: Style;
}

const ofSvg = /^(?:fill|stroke|clipRule|paintOrder|shapeRendering|markers?)/;

/** Writes the computed style of everything inside of the `<svg>` elements of a tree as attributes, in place. */
export const resolveInlineSvgs = (tree: PreparedElement, image: Size): void =>
  visitInherited<Around>(
    tree,
    { variables: noVariables, color: black, fontSize: rootFontSize, style: {} },
    (element, around) => {
      const { type, props } = element;
      const { style = {} } = props;
      const variables = inheritVariables(style, around.variables);
      const getValue = (name: string) => {
        const value = style[name];
        return typeof value === 'string' ? replaceVariables(value, variables) : value;
      };
      const own: Around = {
        variables,
        color: readColour(String(getValue('color') ?? ''), around.color) ?? around.color,
        fontSize: getFontSize(type, getValue('fontSize'), around.fontSize) ?? around.fontSize,
        style: pick(style, around.style),
      };
      if (type === 'svg') resolveElement(element, own, image);
      return own;
    },
  );

const pick = (style: Style, inherited: Style): Style => {
  const own = Object.entries(style).filter(([name]) => ofSvg.test(name) && isInherited(name));
  return own.length === 0 ? inherited : { ...inherited, ...Object.fromEntries(own) };
};

const resolveElement = ({ props }: PreparedElement, around: Around, image: Size): void => {
  const { style = {}, className } = props;
  const document = toSvgDocument({ type: 'svg', props: { ...props, style: around.style } });
  resolveSvg(document, { ...around, image });
  // its own box is laid out by its style
  for (const name of Object.keys(style)) if (ofSvg.test(name)) delete style[name];
  const { style: _, ...attributes } = document.attributes;
  for (const name of Object.keys(props))
    if (name !== 'style' && name !== 'children' && typeof props[name] !== 'object') delete props[name];
  Object.assign(props, attributes, className !== undefined && { className });
  props.children = document.children.map(toPrepared);
};

const toPrepared = (node: XmlNode): PreparedNode => {
  if (typeof node === 'string') return node;
  const { style, ...attributes } = node.attributes;
  return { type: node.name, props: { ...attributes, style: toStyle(style), children: node.children.map(toPrepared) } };
};

/** Blending is read from a style alone. */
const toStyle = (css: XmlElement['attributes'][string] | undefined): Style =>
  Object.fromEntries(
    (css ?? '')
      .split(';')
      .filter(Boolean)
      .map((declaration) => {
        const [name = '', value = ''] = declaration.split(':');
        return [name === 'mix-blend-mode' ? 'mixBlendMode' : name, value];
      }),
  );
