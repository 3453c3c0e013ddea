import type { PreparedElement, PreparedNode, PreparedProps } from '../../tree/prepared-tree.ts';
import type { XmlElement, XmlNode } from '../xml.ts';

/** Converts an `<svg>` of a tree to an XML document. It is not sanitised. */
export const toSvgDocument = (svg: PreparedElement): XmlElement => {
  const document = getElement(svg);
  // Size and position are those of the box in which it is rendered.
  document.attributes.style = getCss(svg.props.style ?? {}, (name) => inheritedByContent.test(name));
  return document;
};

/** Properties of an `<svg>` element that its content inherits. */
const inheritedByContent = /^(?:fill|stroke|color$|clipRule|paintOrder|shapeRendering|vectorEffect)/;

const getElement = ({ type, props }: PreparedElement): XmlElement => ({
  name: type,
  attributes: getAttributes(props),
  children: (props.children ?? []).map(
    (child: PreparedNode): XmlNode => (typeof child === 'string' ? child : getElement(child)),
  ),
});

const getAttributes = ({ style, children: _, ...props }: PreparedProps): Record<string, string> => {
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries(props))
    if (typeof value === 'string' || typeof value === 'number')
      // takumi 2.16 recognises only this spelling.
      attributes[svgName(name)] = String(value).replace(/^\s*currentcolor\s*$/i, 'currentColor');
  const css = getCss(style ?? {}, () => true);
  if (css !== '') attributes.style = css;
  return attributes;
};

const getCss = (style: Readonly<Record<string, string | number>>, isIncluded: (name: string) => boolean): string =>
  Object.entries(style)
    .filter(([name]) => isIncluded(name))
    .map(([name, value]) => `${kebab(name)}:${value}`)
    .join(';');

const kebab = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^webkit-/, '-webkit-');

/** Properties that are hyphenated in SVG and camelCase in templates. All other names keep their capitals. */
const hyphenated =
  /^(?:clip(?:Path|Rule)|color(?:Interpolation|InterpolationFilters|Rendering)|dominantBaseline|enableBackground|fill(?:Opacity|Rule)|flood(?:Color|Opacity)|font(?:Family|Size|Style|Variant|Weight)|imageRendering|letterSpacing|lightingColor|marker(?:End|Mid|Start)|maskType|mixBlendMode|paintOrder|pointerEvents|shapeRendering|stop(?:Color|Opacity)|stroke(?:Dasharray|Dashoffset|Linecap|Linejoin|Miterlimit|Opacity|Width)|text(?:Anchor|Decoration|Rendering)|transformOrigin|transformBox|vectorEffect|wordSpacing)$/;

const svgName = (name: string): string => {
  if (name === 'xlinkHref') return 'href';
  if (name === 'className') return 'class';
  return hyphenated.test(name) ? kebab(name) : name;
};
