import { splitWords } from '../../split-words.ts';

const words = (text: string): ReadonlySet<string> => new Set(splitWords(text));

/**
 * Elements that may reach a rasteriser. Excluded: feImage and foreignObject (they load files), script, animation, text
 * (there is no font), metadata.
 */
export const allowedElements = words(`
  svg g defs symbol use switch path rect circle ellipse line polyline polygon image style
  linearGradient radialGradient stop pattern mask clipPath marker filter
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
  feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset
  fePointLight feSpecularLighting feSpotLight feTile feTurbulence
`);

/** Properties that are allowed as attributes and in style declarations. */
export const allowedProperties = words(`
  clip-path clip-rule color color-interpolation color-interpolation-filters display enable-background fill fill-opacity
  fill-rule filter flood-color flood-opacity image-rendering isolation lighting-color marker marker-end marker-mid
  marker-start mask mask-type mix-blend-mode opacity overflow paint-order shape-rendering stop-color stop-opacity stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width transform
  transform-box transform-origin vector-effect visibility
`);

/** Allowed attributes besides the properties, `href` and `style`. */
export const allowedAttributes = words(`
  id class xmlns d points pathLength viewBox preserveAspectRatio
  x y width height x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy offset
  gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform
  maskUnits maskContentUnits clipPathUnits filterUnits primitiveUnits
  markerUnits markerWidth markerHeight refX refY orient
  in in2 result mode operator type values k1 k2 k3 k4 stdDeviation edgeMode order kernelMatrix divisor bias targetX targetY
  preserveAlpha kernelUnitLength radius scale xChannelSelector yChannelSelector baseFrequency numOctaves seed stitchTiles
  surfaceScale diffuseConstant specularConstant specularExponent limitingConeAngle pointsAtX pointsAtY pointsAtZ z
  azimuth elevation tableValues slope intercept amplitude exponent
`);

/** Elements and attributes of texts, which stay in a document until their letters are outlined. */
export const textElements = words('text tspan');
export const textAttributes = words(`
  font-family font-size font-weight font-style font-feature-settings font-variant-numeric letter-spacing word-spacing
  text-anchor dominant-baseline alignment-baseline direction white-space text-transform xml:space lang
`);

/** Elements whose `href` may refer to another element of the document. */
export const referencingElements = words('use linearGradient radialGradient pattern filter');
