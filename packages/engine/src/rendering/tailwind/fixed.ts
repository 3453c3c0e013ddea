import type { Style } from '../css/style.ts';

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
  tabular-nums: fontVariantNumeric tabular-nums; ordinal: fontVariantNumeric ordinal
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
  /^(?:(?:group|peer|dark|light|not-prose)(?:\/[\w-]+)?|transform(?:-gpu)?|filter|backdrop-filter|not-sr-only)$/.test(
    name,
  );

/** Returns whether a utility affects web pages but not images. */
export const isWithoutEffect = (name: string): boolean =>
  /^(?:antialiased|subpixel-antialiased|select-|pointer-events-|cursor-|transition|duration-|ease-|delay-|animate-|will-change-|scroll-|snap-|touch-|resize|appearance-|caret-|accent-)/.test(
    name,
  );
