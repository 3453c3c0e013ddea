import type { Style } from '../style.ts';

/** `name: property value, property value` for each utility without a parameter. */
const table = `
  flex: display flex; inline-flex: display inline-flex; grid: display grid; inline-grid: display inline-grid
  block: display block; inline-block: display inline-block; inline: display inline; hidden: display none
  contents: display contents; flow-root: display flow-root
  flex-row: flexDirection row; flex-col: flexDirection column
  flex-row-reverse: flexDirection row-reverse; flex-col-reverse: flexDirection column-reverse
  flex-wrap: flexWrap wrap; flex-nowrap: flexWrap nowrap; flex-wrap-reverse: flexWrap wrap-reverse
  flex-1: flex 1 1 0%; flex-auto: flex 1 1 auto; flex-initial: flex 0 1 auto; flex-none: flex none
  grow: flexGrow 1; flex-grow: flexGrow 1; shrink: flexShrink 1; flex-shrink: flexShrink 1
  items-start: alignItems flex-start; items-end: alignItems flex-end; items-center: alignItems center
  items-baseline: alignItems baseline; items-stretch: alignItems stretch
  justify-start: justifyContent flex-start; justify-end: justifyContent flex-end; justify-center: justifyContent center
  justify-between: justifyContent space-between; justify-around: justifyContent space-around
  justify-evenly: justifyContent space-evenly; justify-normal: justifyContent normal; justify-stretch: justifyContent stretch
  content-start: alignContent flex-start; content-end: alignContent flex-end; content-center: alignContent center
  content-between: alignContent space-between; content-around: alignContent space-around
  content-evenly: alignContent space-evenly; content-stretch: alignContent stretch
  self-auto: alignSelf auto; self-start: alignSelf flex-start; self-end: alignSelf flex-end; self-center: alignSelf center
  self-stretch: alignSelf stretch; self-baseline: alignSelf baseline
  justify-items-start: justifyItems start; justify-items-end: justifyItems end; justify-items-center: justifyItems center
  justify-items-stretch: justifyItems stretch; justify-self-auto: justifySelf auto; justify-self-start: justifySelf start
  justify-self-end: justifySelf end; justify-self-center: justifySelf center; justify-self-stretch: justifySelf stretch
  place-items-center: alignItems center, justifyItems center; place-items-start: alignItems start, justifyItems start
  place-items-end: alignItems end, justifyItems end; place-content-center: alignContent center, justifyContent center
  place-content-between: alignContent space-between, justifyContent space-between
  place-self-center: alignSelf center, justifySelf center
  static: position static; relative: position relative; absolute: position absolute; fixed: position fixed
  sticky: position sticky
  visible: visibility visible; invisible: visibility hidden; isolate: isolation isolate
  box-border: boxSizing border-box; box-content: boxSizing content-box
  italic: fontStyle italic; not-italic: fontStyle normal
  underline: textDecorationLine underline; overline: textDecorationLine overline
  line-through: textDecorationLine line-through; no-underline: textDecorationLine none
  uppercase: textTransform uppercase; lowercase: textTransform lowercase; capitalize: textTransform capitalize
  normal-case: textTransform none
  text-left: textAlign left; text-center: textAlign center; text-right: textAlign right; text-justify: textAlign justify
  text-start: textAlign start; text-end: textAlign end
  truncate: overflow hidden, textOverflow ellipsis, whiteSpace nowrap
  text-ellipsis: textOverflow ellipsis; text-clip: textOverflow clip
  text-wrap: textWrap wrap; text-nowrap: textWrap nowrap; text-balance: textWrap balance; text-pretty: textWrap pretty
  whitespace-normal: whiteSpace normal; whitespace-nowrap: whiteSpace nowrap; whitespace-pre: whiteSpace pre
  whitespace-pre-line: whiteSpace pre-line; whitespace-pre-wrap: whiteSpace pre-wrap
  break-normal: wordBreak normal; break-words: overflowWrap break-word; break-all: wordBreak break-all
  break-keep: wordBreak keep-all
  align-baseline: verticalAlign baseline; align-top: verticalAlign top; align-middle: verticalAlign middle
  align-bottom: verticalAlign bottom; align-sub: verticalAlign sub; align-super: verticalAlign super
  list-none: listStyleType none; list-disc: listStyleType disc; list-decimal: listStyleType decimal
  list-inside: listStylePosition inside; list-outside: listStylePosition outside
  float-left: float left; float-right: float right; clear-both: clear both
  bg-cover: backgroundSize cover; bg-contain: backgroundSize contain; bg-auto: backgroundSize auto
  bg-center: backgroundPosition center; bg-top: backgroundPosition top; bg-bottom: backgroundPosition bottom
  bg-left: backgroundPosition left; bg-right: backgroundPosition right
  bg-repeat: backgroundRepeat repeat; bg-no-repeat: backgroundRepeat no-repeat; bg-repeat-x: backgroundRepeat repeat-x
  bg-repeat-y: backgroundRepeat repeat-y; bg-none: backgroundImage none
  bg-clip-text: backgroundClip text; bg-clip-border: backgroundClip border-box; bg-clip-padding: backgroundClip padding-box
  bg-clip-content: backgroundClip content-box
  border-solid: borderStyle solid; border-dashed: borderStyle dashed; border-dotted: borderStyle dotted
  border-double: borderStyle double; border-none: borderStyle none
  outline-none: outlineStyle none; outline-dashed: outlineStyle dashed; outline-dotted: outlineStyle dotted
  overflow-hidden: overflow hidden; overflow-visible: overflow visible; overflow-clip: overflow clip
  overflow-auto: overflow auto; overflow-scroll: overflow scroll
  overflow-x-hidden: overflowX hidden; overflow-y-hidden: overflowY hidden
  object-contain: objectFit contain; object-cover: objectFit cover; object-fill: objectFit fill; object-none: objectFit none
  object-scale-down: objectFit scale-down; object-center: objectPosition center; object-top: objectPosition top
  object-bottom: objectPosition bottom; object-left: objectPosition left; object-right: objectPosition right
  origin-center: transformOrigin center; origin-top: transformOrigin top; origin-bottom: transformOrigin bottom
  origin-left: transformOrigin left; origin-right: transformOrigin right; origin-top-left: transformOrigin top left
  origin-top-right: transformOrigin top right; origin-bottom-left: transformOrigin bottom left
  origin-bottom-right: transformOrigin bottom right
  aspect-square: aspectRatio 1 / 1; aspect-video: aspectRatio 16 / 9; aspect-auto: aspectRatio auto
  grid-flow-row: gridAutoFlow row; grid-flow-col: gridAutoFlow column; grid-flow-dense: gridAutoFlow dense
  auto-cols-fr: gridAutoColumns minmax(0, 1fr); auto-rows-fr: gridAutoRows minmax(0, 1fr)
  auto-cols-auto: gridAutoColumns auto; auto-rows-auto: gridAutoRows auto
  col-auto: gridColumn auto; col-span-full: gridColumn 1 / -1; row-auto: gridRow auto; row-span-full: gridRow 1 / -1
  sr-only: display none
  overflow-ellipsis: textOverflow ellipsis; decoration-clone: boxDecorationBreak clone; decoration-slice: boxDecorationBreak slice
  inline-table: display inline-table; table: display table; table-row: display table-row; table-cell: display table-cell
  table-caption: display table-caption; table-column: display table-column; table-column-group: display table-column-group
  table-row-group: display table-row-group; table-header-group: display table-header-group
  table-footer-group: display table-footer-group; list-item: display list-item; collapse: visibility collapse
  items-baseline-last: alignItems last baseline; items-center-safe: alignItems safe center; items-end-safe: alignItems safe flex-end
  justify-center-safe: justifyContent safe center; justify-end-safe: justifyContent safe flex-end
  content-normal: alignContent normal; content-baseline: alignContent baseline; content-center-safe: alignContent safe center
  content-end-safe: alignContent safe flex-end; self-baseline-last: alignSelf last baseline
  self-center-safe: alignSelf safe center; self-end-safe: alignSelf safe flex-end
  justify-items-normal: justifyItems normal; justify-items-center-safe: justifyItems safe center; justify-items-end-safe: justifyItems safe end
  justify-self-center-safe: justifySelf safe center; justify-self-end-safe: justifySelf safe flex-end
  place-items-stretch: alignItems stretch, justifyItems stretch
  place-items-baseline: alignItems baseline, justifyItems baseline
  place-items-center-safe: alignItems safe center, justifyItems safe center; place-items-end-safe: alignItems safe end, justifyItems safe end
  place-content-start: alignContent start, justifyContent start
  place-content-end: alignContent end, justifyContent end
  place-content-around: alignContent space-around, justifyContent space-around
  place-content-evenly: alignContent space-evenly, justifyContent space-evenly
  place-content-stretch: alignContent stretch, justifyContent stretch
  place-content-baseline: alignContent baseline, justifyContent start
  place-content-center-safe: alignContent safe center, justifyContent safe center
  place-content-end-safe: alignContent safe end, justifyContent safe end
  place-self-auto: alignSelf auto, justifySelf auto
  place-self-start: alignSelf start, justifySelf start
  place-self-end: alignSelf end, justifySelf end
  place-self-stretch: alignSelf stretch, justifySelf stretch
  place-self-center-safe: alignSelf safe center, justifySelf safe center
  place-self-end-safe: alignSelf safe end, justifySelf safe end
  isolation-auto: isolation auto; z-auto: zIndex auto; box-decoration-clone: boxDecorationBreak clone; box-decoration-slice: boxDecorationBreak slice
  whitespace-break-spaces: whiteSpace break-spaces; wrap-anywhere: overflowWrap anywhere; wrap-break-word: overflowWrap break-word; wrap-normal: overflowWrap normal
  hyphens-none: hyphens none; hyphens-manual: hyphens manual; hyphens-auto: hyphens auto
  align-text-top: verticalAlign text-top; align-text-bottom: verticalAlign text-bottom; list-image-none: listStyleImage none
  float-none: float none; float-start: float inline-start; float-end: float inline-end; clear-left: clear left; clear-right: clear right
  clear-none: clear none; clear-start: clear inline-start; clear-end: clear inline-end
  bg-top-left: backgroundPosition top left; bg-top-right: backgroundPosition top right; bg-bottom-left: backgroundPosition bottom left; bg-bottom-right: backgroundPosition bottom right
  object-top-left: objectPosition top left; object-top-right: objectPosition top right; object-bottom-left: objectPosition bottom left; object-bottom-right: objectPosition bottom right
  bg-fixed: backgroundAttachment fixed; bg-local: backgroundAttachment local; bg-scroll: backgroundAttachment scroll
  bg-repeat-round: backgroundRepeat round; bg-repeat-space: backgroundRepeat space; bg-origin-border: backgroundOrigin border-box
  bg-origin-padding: backgroundOrigin padding-box; bg-origin-content: backgroundOrigin content-box
  border-hidden: borderStyle hidden; outline-solid: outlineStyle solid; outline-double: outlineStyle double; outline-hidden: outlineStyle none
  border-collapse: borderCollapse collapse; border-separate: borderCollapse separate; table-auto: tableLayout auto; table-fixed: tableLayout fixed
  caption-top: captionSide top; caption-bottom: captionSide bottom
  overflow-x-auto: overflowX auto; overflow-x-clip: overflowX clip; overflow-x-scroll: overflowX scroll; overflow-x-visible: overflowX visible
  overflow-y-auto: overflowY auto; overflow-y-clip: overflowY clip; overflow-y-scroll: overflowY scroll; overflow-y-visible: overflowY visible
  decoration-auto: textDecorationThickness auto; decoration-from-font: textDecorationThickness from-font
  grid-flow-row-dense: gridAutoFlow row dense; grid-flow-col-dense: gridAutoFlow column dense; grid-cols-subgrid: gridTemplateColumns subgrid
  grid-rows-subgrid: gridTemplateRows subgrid; auto-cols-min: gridAutoColumns min-content; auto-cols-max: gridAutoColumns max-content
  auto-rows-min: gridAutoRows min-content; auto-rows-max: gridAutoRows max-content; columns-auto: columns auto
  contain-none: contain none; contain-content: contain content; contain-strict: contain strict; contain-size: contain size; contain-inline-size: contain inline-size; contain-layout: contain layout; contain-paint: contain paint; contain-style: contain style
  @container: containerType inline-size; @container-normal: containerType normal
  backface-hidden: backfaceVisibility hidden; backface-visible: backfaceVisibility visible; perspective-none: perspective none
  perspective-origin-center: perspectiveOrigin center; perspective-origin-top: perspectiveOrigin top; perspective-origin-right: perspectiveOrigin right; perspective-origin-bottom: perspectiveOrigin bottom; perspective-origin-left: perspectiveOrigin left; perspective-origin-top-left: perspectiveOrigin top left; perspective-origin-top-right: perspectiveOrigin top right; perspective-origin-bottom-left: perspectiveOrigin bottom left; perspective-origin-bottom-right: perspectiveOrigin bottom right
  transform-none: transform none; rotate-none: rotate none; scale-none: scale none; transform-flat: transformStyle flat; transform-3d: transformStyle preserve-3d
  transform-content: transformBox content-box; transform-border: transformBox border-box; transform-fill: transformBox fill-box
  transform-stroke: transformBox stroke-box; transform-view: transformBox view-box
  font-stretch-normal: fontStretch normal; font-stretch-ultra-condensed: fontStretch ultra-condensed; font-stretch-extra-condensed: fontStretch extra-condensed; font-stretch-condensed: fontStretch condensed; font-stretch-semi-condensed: fontStretch semi-condensed; font-stretch-semi-expanded: fontStretch semi-expanded; font-stretch-expanded: fontStretch expanded; font-stretch-extra-expanded: fontStretch extra-expanded; font-stretch-ultra-expanded: fontStretch ultra-expanded
  mask-none: maskImage none; mask-auto: maskSize auto; mask-cover: maskSize cover; mask-contain: maskSize contain
  mask-center: maskPosition center; mask-top: maskPosition top; mask-right: maskPosition right; mask-bottom: maskPosition bottom; mask-left: maskPosition left; mask-top-left: maskPosition top left; mask-top-right: maskPosition top right; mask-bottom-left: maskPosition bottom left; mask-bottom-right: maskPosition bottom right
  mask-repeat: maskRepeat repeat; mask-no-repeat: maskRepeat no-repeat; mask-repeat-x: maskRepeat repeat-x; mask-repeat-y: maskRepeat repeat-y
  mask-repeat-space: maskRepeat space; mask-repeat-round: maskRepeat round
  mask-alpha: maskMode alpha; mask-luminance: maskMode luminance; mask-match: maskMode match-source; mask-type-alpha: maskType alpha; mask-type-luminance: maskType luminance
  mask-add: maskComposite add; mask-subtract: maskComposite subtract; mask-intersect: maskComposite intersect; mask-exclude: maskComposite exclude
  mask-clip-border: maskClip border-box; mask-clip-padding: maskClip padding-box; mask-clip-content: maskClip content-box; mask-clip-fill: maskClip fill-box; mask-clip-stroke: maskClip stroke-box; mask-clip-view: maskClip view-box
  mask-origin-border: maskOrigin border-box; mask-origin-padding: maskOrigin padding-box; mask-origin-content: maskOrigin content-box; mask-origin-fill: maskOrigin fill-box; mask-origin-stroke: maskOrigin stroke-box; mask-origin-view: maskOrigin view-box
  mask-no-clip: maskClip no-clip
`;

/** A comma separates declarations only if a property and a space follow. */
const declarations = (text: string): Style =>
  Object.fromEntries(
    text.split(/,\s+(?=[a-z]+[A-Z]?\w*\s)(?![^(]*\))/).map((declaration) => {
      const space = declaration.trim().indexOf(' ');
      return [declaration.trim().slice(0, space), declaration.trim().slice(space + 1)];
    }),
  );

/** Utilities without a parameter. */
export const fixedUtilities: ReadonlyMap<string, Style> = new Map(
  table
    .split(/[;\n]/)
    .filter((entry) => entry.trim() !== '')
    .map((entry) => {
      const colon = entry.indexOf(': ');
      return [entry.slice(0, colon).trim(), declarations(entry.slice(colon + 2))];
    }),
);

/** Returns whether a class sets nothing: it marks an element for others, or is left over from Tailwind 2. */
export const isMark = (name: string): boolean =>
  /^(?:(?:group|peer|dark|light|not-prose)(?:\/[\w-]+)?|transform(?:-gpu|-cpu)?|filter|backdrop-filter|not-sr-only|via-none)$/.test(
    name,
  );

/** Returns whether a utility affects web pages but not images. */
export const isWithoutEffect = (name: string): boolean =>
  /^(?:antialiased|subpixel-antialiased|select-|pointer-events-|cursor-|transition|duration-|ease-|delay-|animate-|will-change-|scroll-|snap-|touch-|resize|appearance-|caret-|accent-|overscroll-|scrollbar-|break-(?:before|after|inside)-|field-sizing-|forced-color-adjust-|scheme-|placeholder-|justify-baseline$)/.test(
    name,
  );
