import { getAttribute, getClasses, getElements, type VElement } from '../vnode/vnode.ts';
import { cascade, createMatcher, type Matched, type MatchedRule } from './cascade.ts';
import type { Surface } from './conditions.ts';
import { answerContainer, type Container, type ContentBox, enter } from './containers.ts';
import { getDefaults } from './defaults.ts';
import { DocumentState } from './generated-content.ts';
import { isInherited } from './inherited.ts';
import { getSides, type Sides, toPhysical } from './logical-sides.ts';
import { type Declarations, expandDeclaration } from './longhands.ts';
import { type Matchable, toMatchables } from './match.ts';
import { normaliseStyle, rewriteImages } from './normalise-style.ts';
import { readSheets, type SheetDeclaration, type SheetRule } from './sheets.ts';
import type { Style } from './style.ts';
import { getStyleSheets } from './style-sheets.ts';
import { getDefaultVariables } from './tailwind/default-theme.ts';
import { getPlaces } from './tailwind/places.ts';
import { readUtilities } from './tailwind/utilities.ts';
import type { Place } from './tailwind/variants.ts';
import { writePlainColours } from './values/plain-colours.ts';
import { hasReference, inheritVariables, noVariables, replaceVariables, type Variables } from './values/variables.ts';

/** A box before or after the content of an element. */
export interface GeneratedBox {
  readonly style: Style;
  readonly text: string;
}

/** An element that knows its style. */
export interface Resolved {
  readonly element: VElement;
  /** The tag whose defaults it has: `div` for one that Tailwind's base styles make a plain box. */
  readonly type: string;
  readonly parent: Resolved | undefined;
  /**
   * What the author of the template sets on it, and what Tailwind's base styles do: longhands in camel case and in
   * their normal form, physical, without `var()`. What browsers set on its tag (`getTagStyle`) is below it.
   */
  readonly specified: Style;
  /** What its content inherits; the prototype is what it inherits itself. */
  readonly inherited: Readonly<Style>;
  /** Its custom properties, for what is written in attributes. */
  readonly variables: Variables;
  readonly before: GeneratedBox | undefined;
  readonly after: GeneratedBox | undefined;
  /** The rules of style sheets that match it, and the boxes before and after its content. */
  readonly matched: ReadonlyMap<string, Matched>;
  readonly children: readonly (Resolved | string)[];
}

export interface ResolvedTree {
  readonly root: Resolved;
  /** The `@keyframes` of the style sheets. */
  readonly keyframes: string;
  readonly rules: readonly SheetRule[];
  /** Conditions of `@container` that only a layout would answer, with the index of their sheet. */
  readonly undecided: ReadonlyMap<string, number>;
  /** Rules for the page around the outermost element, with what counts of them for an image. */
  readonly page: Matched;
}

/** Returns the address that replaces an image source; '' if the image is unavailable. */
type ImageFor = (source: string) => string;

interface ResolveSettings {
  /** Replaces the images of style sheets, classes and styles. @default none is replaced */
  readonly imageFor?: ImageFor;
  /** Whether `var()` may name tokens of Tailwind that nothing declares. @default true */
  readonly hasTokens?: boolean;
}

/** What an element gets from what is around it. */
interface Around {
  readonly parent: Resolved | undefined;
  readonly inherited: Readonly<Style>;
  readonly variables: Variables;
  readonly direction: string;
  readonly language: string | undefined;
  /** What the classes of its parent set on it. */
  readonly between: Style;
  readonly place: Place | undefined;
  readonly lists: number;
  readonly depth: number;
  readonly matchable: Matchable | undefined;
  readonly box: ContentBox;
  readonly container: Container | undefined;
}

/** What all elements of a tree share. */
interface Document {
  readonly width: number;
  readonly theme: ReturnType<typeof getStyleSheets>['theme'];
  readonly hasPreflight: boolean;
  readonly imageFor: ImageFor;
  readonly match: ((element: Matchable) => ReadonlyMap<string, Matched>) | undefined;
  /** What is set on the page around the outermost element. */
  readonly page: Style;
  readonly state: DocumentState;
  /** As of `ResolvedTree`; undefined where no rule has such a condition. */
  readonly undecided: Map<string, number> | undefined;
}

const noMatches: ReadonlyMap<string, Matched> = new Map();
const noStyle: Style = {};

/**
 * Resolves the styles of a tree: the one place where it is decided which declarations apply to an element. Work grows
 * with elements times the rules that name their type, classes or id.
 */
export const resolveStyles = (
  tree: VElement,
  surface: Surface,
  { imageFor, hasTokens = true }: ResolveSettings = {},
): ResolvedTree => {
  const sheets = getStyleSheets(tree, surface.width, true);
  const { rules, keyframes, initial } = readSheets(
    imageFor ? sheets.texts.map((text) => rewriteImages(text, imageFor)) : sheets.texts,
    surface,
  );
  const outside = toPage(tree);
  const size = rules.length > 0 ? [...getElements(outside)].length : 0;
  const match = rules.length > 0 ? createMatcher(rules, size) : undefined;
  const matchables = match && toMatchables(outside, reader);
  const page: MatchedRule[] = [];
  if (match && matchables)
    for (let at = outside; at !== tree; at = at.children[0] as VElement)
      page.push(...ofPage(at, match(matchables.get(at) as Matchable).get('') ?? []));
  const tokens = hasTokens ? getDefaultVariables(tree) : {};
  const variables: Variables = Object.assign(Object.create(noVariables), tokens, initial);
  const document: Document = {
    width: surface.width,
    theme: sheets.theme,
    hasPreflight: tree.props.preflight === true,
    imageFor: imageFor ?? ((source) => source),
    match,
    page: toPageStyle(page),
    state: new DocumentState(),
    undecided: rules.some(({ containers }) => containers.length > 0) ? new Map() : undefined,
  };
  const around: Around = {
    ...{ parent: undefined, inherited: noStyle, variables, direction: 'ltr', language: undefined },
    ...{ between: noStyle, place: undefined, lists: 0, depth: 0, matchable: matchables?.get(tree) },
    ...{ box: { width: surface.width, height: surface.height, isBlock: true }, container: undefined },
  };
  const root = resolveElement(tree, around, document);
  return { root, keyframes, rules, page, undecided: document.undecided ?? new Map() };
};

/** Returns an element in the `<html>` and `<body>` of a page, which rules may name. */
const toPage = (tree: VElement): VElement => {
  const around = (type: string, child: VElement): VElement => ({ type, props: {}, children: [child] });
  if (tree.type === 'html') return tree;
  return around('html', tree.type === 'body' ? tree : around('body', tree));
};

const reader = {
  type: ({ type }: VElement) => type,
  children: ({ children }: VElement) => children,
  attribute: getAttribute,
};

/**
 * Returns what counts of the rules for `<html>` or `<body>` on the outermost element of an image: what it inherits, the
 * background, which covers a page, and all that is set on `:root`.
 */
const ofPage = ({ type }: VElement, matched: Matched): MatchedRule[] =>
  matched.map(({ rule, key }) => {
    const isRoot = key === '*' && type === 'html';
    const counts = ({ name }: SheetDeclaration) => isRoot || isInherited(name) || name.startsWith('background');
    return { rule: { ...rule, declarations: rule.declarations.filter(counts) }, key };
  });

const toPageStyle = (page: Matched): Style => {
  const style: Style = {};
  for (const { rule } of page) for (const { name, value } of rule.declarations) style[name] = value;
  return style;
};

/** Returns the rules whose conditions of `@container` are true of an element. */
const within = (
  matched: ReadonlyMap<string, Matched>,
  { container, variables }: Around,
  { undecided }: Document,
): ReadonlyMap<string, Matched> => {
  if (!undecided) return matched;
  const all = [...matched];
  if (all.every(([, rules]) => rules.every(({ rule }) => rule.containers.length === 0))) return matched;
  const holds = ({ rule: { containers, sheet } }: MatchedRule) =>
    containers.every((condition) => {
      const answer = answerContainer(condition, container, variables);
      if (answer === undefined) undecided.set(condition, sheet);
      return answer === true;
    });
  return new Map(all.map(([part, rules]) => [part, rules.filter(holds)]));
};

const resolveElement = (element: VElement, around: Around, document: Document): Resolved => {
  const { state } = document;
  const utilities = getUtilities(element, around.place, document);
  const matched = within((around.matchable && document.match?.(around.matchable)) ?? noMatches, around, document);
  const isRoot = around.parent === undefined;
  const defaults = getDefaults(element, { lists: around.lists, hasPreflight: document.hasPreflight, isRoot });
  const declared = cascade({
    base: isRoot ? [defaults.style, document.page] : [defaults.style],
    sheets: matched.get('') ?? [],
    utilities: { ...around.between, ...utilities.style },
    importantUtilities: utilities.important,
    inline: normaliseStyle(element.props.style, document.imageFor),
  });
  const variables = inheritVariables(getCustom(declared), around.variables);
  const own = getDirection(declared, element);
  const direction = own ?? around.direction;
  const specified = toStyle(declared, variables, getSides(direction), around.inherited);
  if (own !== undefined && element.props.dir === 'auto') specified.direction = own;
  const language = typeof element.props.lang === 'string' ? element.props.lang : around.language;
  const lists = around.lists + (/^(?:ul|ol|menu)$/.test(defaults.type) ? 1 : 0);
  const inherited = inherit(specified, around.inherited);
  const resolved = {
    element,
    type: defaults.type,
    ...{ parent: around.parent, specified, inherited, variables, matched },
    before: undefined as GeneratedBox | undefined,
    after: undefined as GeneratedBox | undefined,
    children: [] as (Resolved | string)[],
  };
  const { depth } = around;
  if (specified.display !== 'none') state.count(specified, depth);
  const inside = { inherited, variables, direction, language };
  const generate = (part: 'before' | 'after') =>
    generateBox(part, { element, utilities, matched, depth: depth + 1, ...inside }, document);
  resolved.before = generate('before');
  const { box, container } = document.undecided ? enter(defaults.type, specified, around) : around;
  const places = getPlaces(element.children);
  let elements = 0;
  for (const child of element.children) {
    if (typeof child === 'string') resolved.children.push(child);
    else {
      const matchable = around.matchable?.children[elements];
      const place = places.get(child);
      const between = place && place.index < place.count ? utilities.betweenChildren : noStyle;
      elements += 1;
      resolved.children.push(
        resolveElement(
          child,
          {
            ...{ parent: resolved, ...inside, between, place, lists, depth: depth + 1, matchable },
            ...{ box, container },
          },
          document,
        ),
      );
    }
  }
  resolved.after = generate('after');
  state.leave(depth);
  return resolved;
};

/** Returns the styles that an element's classes set: on it, on its children except the last, before and after it. */
const getUtilities = (element: VElement, place: Place | undefined, { width, theme, imageFor }: Document) => {
  const classes = getClasses(element);
  if (classes === '') return noUtilities;
  const { style, important, betweenChildren, before, after } = readUtilities(classes, width, theme, place);
  return {
    style: normaliseStyle(style, imageFor),
    important: important ? normaliseStyle(important, imageFor) : noStyle,
    betweenChildren: normaliseStyle(betweenChildren, imageFor),
    before: before && normaliseStyle(before, imageFor),
    after: after && normaliseStyle(after, imageFor),
  };
};

const noUtilities = {
  ...{ style: noStyle, important: noStyle, betweenChildren: noStyle },
  ...{ before: undefined, after: undefined },
};

const getCustom = (declared: Declarations): Style => {
  const custom: Style = {};
  for (const [name, value] of declared) if (name.startsWith('--')) custom[name] = value;
  return custom;
};

const rightToLeft = /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u;

const getText = (node: VElement | string): string =>
  typeof node === 'string' ? node : node.children.map(getText).join(' ');

/** Returns the direction that an element sets; that of its first letter for `dir="auto"`, as in a browser. */
const getDirection = (declared: Declarations, element: VElement): 'ltr' | 'rtl' | undefined => {
  const written = declared.get('direction');
  if (written === 'ltr' || written === 'rtl') return written;
  const { dir } = element.props;
  if (dir === 'ltr' || dir === 'rtl') return dir;
  if (dir !== 'auto') return undefined;
  const [first] = /\p{L}/u.exec(getText(element)) ?? [];
  return first !== undefined && rightToLeft.test(first) ? 'rtl' : 'ltr';
};

/** Returns declarations as longhands, with the values of custom properties. One without a value has no effect. */
const toStyle = (declared: Declarations, variables: Variables, sides: Sides, inherited: Readonly<Style>): Style => {
  const style: Style = {};
  const scheme = String(declared.get('colorScheme') ?? inherited.colorScheme);
  const isDark = /\bdark\b/i.test(scheme) && !/\blight\b/i.test(scheme);
  for (const [name, given] of declared) {
    if (name.startsWith('--')) continue;
    const replaced = typeof given === 'string' && hasReference(given) ? replaceVariables(given, variables) : given;
    if (replaced === undefined || replaced === '') continue;
    const value = typeof replaced === 'string' ? writePlainColours(replaced, isDark) : replaced;
    for (const [physical, own] of toPhysical(name, value, sides) ?? [[name, value] as const])
      for (const [longhand, part] of expandDeclaration(physical, own) ?? [[physical, own] as const])
        style[longhand] = part;
  }
  return style;
};

const inherit = (specified: Style, around: Readonly<Style>): Readonly<Style> => {
  let own: Style | undefined;
  for (const [name, value] of Object.entries(specified)) {
    if (!isInherited(name) || value === 'inherit' || value === 'unset') continue;
    own ??= Object.create(around) as Style;
    own[name] = value;
  }
  return own ?? around;
};

interface Origin {
  readonly element: VElement;
  readonly utilities: ReturnType<typeof getUtilities>;
  readonly matched: ReadonlyMap<string, Matched>;
  readonly inherited: Readonly<Style>;
  readonly variables: Variables;
  readonly direction: string;
  readonly language: string | undefined;
  readonly depth: number;
}

/** Elements that have no content of their own. */
const isReplaced = /^(?:img|svg|br|hr|input|textarea|select|video|canvas|iframe|style)$/;

const generateBox = (part: 'before' | 'after', origin: Origin, { state }: Document): GeneratedBox | undefined => {
  const { element, utilities, matched, inherited, variables, direction, language, depth } = origin;
  const rules = matched.get(part);
  const ofClasses = utilities[part];
  if ((!rules && !ofClasses) || isReplaced.test(element.type)) return undefined;
  const declared = cascade({
    ...{ base: [], sheets: rules ?? [], utilities: ofClasses ?? noStyle, importantUtilities: noStyle, inline: noStyle },
  });
  const own = inheritVariables(getCustom(declared), variables);
  const { content = '', ...style } = toStyle(declared, own, getSides(direction), inherited);
  if (style.display === 'none') return undefined;
  state.count(style, depth);
  const text = state.write(String(content), element, { ...inherited, ...style }, language);
  return text === undefined ? undefined : { style, text };
};
