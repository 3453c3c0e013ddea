/** Properties that an element inherits from its parent. Source: CSS Cascade 5, and the index of CSS properties. */
const inherited =
  /^(?:--.*|azimuth|border(?:Collapse|Spacing)|captionSide|caretColor|color|colorScheme|cursor|direction|emptyCells|font.*|hangingPunctuation|hyphen.*|imageRendering|letterSpacing|line(?:Height|Break)|listStyle.*|orphans|overflowWrap|paintOrder|pointerEvents|quotes|ruby.*|tabSize|text(?:Align|AlignLast|Indent|Justify|Orientation|Rendering|Shadow|Transform|Wrap.*|Underline(?:Offset|Position)|Emphasis.*)|visibility|whiteSpace.*|widows|word.*|writingMode|Webkit(?:Text(?:Stroke.*|FillColor)|FontSmoothing)|fill.*|stroke.*|clipRule|shapeRendering|textAnchor|dominantBaseline|marker.*)$/;

const known = new Map<string, boolean>();
const maxKnown = 2_000;

/** Returns whether a property, in camel case, is inherited. */
export const isInherited = (name: string): boolean => {
  const found = known.get(name);
  if (found !== undefined) return found;
  const is = inherited.test(name);
  if (known.size < maxKnown) known.set(name, is);
  return is;
};
