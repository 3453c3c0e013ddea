import { splitList } from '../../../css-tokens.ts';
import { getPreparedElements, type PreparedElement } from '../../../rendering/tree/prepared-tree.ts';
import { mergeStyles } from '../../../styles/normalise-style.ts';
import { readSheet, splitImportance } from '../../../styles/sheet-text.ts';
import { type Style, toCamelCase } from '../../../styles/style.ts';
import { type Styled, upwards } from './styled.ts';

/** `img.wide` of `.card > img.wide`: a type, classes and an id. */
interface Compound {
  readonly type: string | undefined;
  readonly names: readonly string[];
  /** Whether the compound before it is of the parent, not of any ancestor. */
  readonly isChild: boolean;
}

/** A declaration for the elements that a selector matches. */
interface Rule {
  /** The last one is of the element itself. */
  readonly compounds: readonly Compound[];
  /** Whether the selector has nothing else, such as `:first-child`. */
  readonly isExact: boolean;
  /** Later rules win among equals. */
  readonly weight: number;
  readonly property: string;
  readonly value: string;
}

/** Properties that the sizes of images and of what is around them depend on. */
const sizing =
  /^(?:(?:(?:max|min)-)?(?:width|height)|object-(?:fit|position)|(?:padding|border)(?:-(?:top|right|bottom|left))?|border(?:-(?:top|right|bottom|left))?-width)$/;

/** Results of `readRules` by root, because a tree may have a thousand images. */
const rulesOf = new WeakMap<PreparedElement, readonly Rule[]>();

/** Returns the declarations of sizes in the style sheets of a tree, the strongest last. */
const readRules = (root: PreparedElement): readonly Rule[] => {
  const rules: Rule[] = [];
  const heads: string[] = [];
  const sheets = getPreparedElements(root).filter(({ type }) => type === 'style');
  for (const { props } of sheets)
    readSheet((props.children ?? []).join(''), {
      open: (head) => heads.push(nest(head, heads.at(-1))),
      close: () => heads.pop(),
      declaration: ({ property, value: text }) => {
        if (!sizing.test(property)) return;
        const name = toCamelCase(property);
        const [value, importance] = splitImportance(text);
        for (const selector of splitList(heads.at(-1) ?? '', ',').filter((one) => !pseudoElement.test(one))) {
          const plain = selector.replaceAll(/\[[^[\]]*\]|::?[\w-]+(?:\([^()]*\))?|[+~]/g, ' ');
          const compounds = readSelector(plain);
          if (!compounds) continue;
          const weight = getSpecificity(compounds) + (importance === '' ? 0 : important);
          rules.push({ compounds, isExact: plain === selector, weight, property: name, value });
        }
      },
    });
  return rules.toSorted((a, b) => a.weight - b.weight);
};

const pseudoElement = /::|:(?:before|after)\b/;

/** Returns the selectors of a nested rule; those of the outer rule for an at-rule. */
const nest = (head: string, outer: string | undefined): string => {
  if (head.startsWith('@')) return /^@(?:media|layer|supports)\b/.test(head) ? (outer ?? '') : '@';
  if (outer === undefined || outer === '') return head;
  const [outside, inside] = [splitList(outer, ','), splitList(head, ',')];
  if (outside.length * inside.length > maxNested) return '';
  const selectors = outside.flatMap((around) =>
    inside.map((own) => (own.includes('&') ? own.replaceAll('&', () => around) : `${around} ${own}`)),
  );
  return selectors.join(', ').slice(0, maxLength);
};

/** Selectors of one nested rule, and characters of them: each level multiplies. */
const [maxNested, maxLength] = [100, 10_000];

const important = 1e9;

const getSpecificity = (compounds: readonly Compound[]): number =>
  compounds
    .flatMap(({ type, names }) => [
      type === undefined ? 0 : 1,
      ...names.map((name) => (name.startsWith('#') ? 1e6 : 1e3)),
    ])
    .reduce((sum, one) => sum + one, 0);

/** Returns undefined for a selector with anything else than types, classes, ids, descendants and children. */
const readSelector = (selector: string): readonly Compound[] | undefined => {
  const compounds: Compound[] = [];
  let isChild = false;
  for (const word of selector.replaceAll('>', ' > ').split(/\s+/)) {
    if (word === '') continue;
    if (word === '>') {
      isChild = true;
      continue;
    }
    const [, type = '', names = ''] = /^([a-zA-Z][\w-]*|\*)?((?:[.#][\w-]+)*)$/.exec(word) ?? [];
    if (type === '' && names === '') return undefined;
    const own = names.match(/[.#][\w-]+/g) ?? [];
    compounds.push({ type: type === '' || type === '*' ? undefined : type.toLowerCase(), names: own, isChild });
    isChild = false;
  }
  return compounds.length === 0 ? undefined : compounds;
};

const isMatch = ({ element: { type, props } }: Styled, compound: Compound): boolean => {
  if (compound.type !== undefined && compound.type !== type) return false;
  const classes = String(props.className ?? '').split(/\s+/);
  return compound.names.every((name) =>
    name.startsWith('#') ? name.slice(1) === props.id : classes.includes(name.slice(1)),
  );
};

/** Compares with the nearest ancestors that match, without trying others: the work grows with the depth alone. */
const matches = (styled: Styled, compounds: readonly Compound[]): boolean => {
  let at: Styled | undefined = styled;
  let next: Compound | undefined;
  for (const compound of compounds.toReversed()) {
    if (next) at = at?.parent;
    const isNear: boolean = next === undefined || next.isChild;
    while (at && !isNear && !isMatch(at, compound)) at = at.parent;
    if (!at || !isMatch(at, compound)) return false;
    next = compound;
  }
  return true;
};

/** Returns the sizes that the style sheets of a tree set on an element; undefined if only takumi can tell. */
export const getSheetStyle = (styled: Styled): Style | undefined => {
  const root = [...upwards(styled)].at(-1)?.element ?? styled.element;
  const rules = rulesOf.get(root) ?? readRules(root);
  rulesOf.set(root, rules);
  let style: Style = {};
  for (const { compounds, isExact, property, value } of rules) {
    if (!matches(styled, compounds)) continue;
    if (!isExact) return undefined;
    style = mergeStyles(style, { [property]: value });
  }
  return style;
};
