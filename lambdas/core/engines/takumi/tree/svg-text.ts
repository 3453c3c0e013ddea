import type { XmlElement, XmlNode } from '../../../rendering/svg/xml.ts';
import type { PreparedElement, PreparedNode, PreparedProps } from '../../../rendering/tree/prepared-tree.ts';

/** An `<svg>` of a tree as a document. Nothing in it is safe yet. */
export const svgDocument = (svg: PreparedElement): XmlElement => {
  const document = getElement(svg);
  // its size and its place are those of the box it is rendered in
  document.attributes.style = getCss(svg.props.style ?? {}, (name) => painting.test(name));
  return document;
};

/** What of the style of an `<svg>` says how its inside is painted. */
const painting = /^(?:fill|stroke|color$|clipRule|paintOrder|shapeRendering|vectorEffect)/;

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
      // takumi 2.16 knows the word in this spelling only
      attributes[svgName(name)] = String(value).replace(/^\s*currentcolor\s*$/i, 'currentColor');
  const css = getCss(style ?? {}, () => true);
  if (css !== '') attributes.style = css;
  return attributes;
};

const getCss = (style: Readonly<Record<string, string | number>>, isCached: (name: string) => boolean): string =>
  Object.entries(style)
    .filter(([name]) => isCached(name))
    .map(([name, value]) => `${kebab(name)}:${value}`)
    .join(';');

const kebab = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^webkit-/, '-webkit-');

/** Properties that SVG writes with hyphens and templates in camelCase; all other names keep their capitals. */
const hyphened =
  /^(?:clip(?:Path|Rule)|color(?:Interpolation|InterpolationFilters|Rendering)|dominantBaseline|enableBackground|fill(?:Opacity|Rule)|flood(?:Color|Opacity)|font(?:Family|Size|Style|Variant|Weight)|imageRendering|letterSpacing|lightingColor|marker(?:End|Mid|Start)|maskType|mixBlendMode|paintOrder|pointerEvents|shapeRendering|stop(?:Color|Opacity)|stroke(?:Dasharray|Dashoffset|Linecap|Linejoin|Miterlimit|Opacity|Width)|text(?:Anchor|Decoration|Rendering)|transformOrigin|transformBox|vectorEffect|wordSpacing)$/;

const svgName = (name: string): string => {
  if (name === 'xlinkHref') return 'href';
  if (name === 'className') return 'class';
  return hyphened.test(name) ? kebab(name) : name;
};
