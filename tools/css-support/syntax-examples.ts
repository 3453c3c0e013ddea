/** A node of a value definition syntax, as css-tree parses it. */
export interface Syntax {
  readonly type: string;
  readonly name?: string;
  readonly value?: string;
  readonly combinator?: string;
  readonly terms?: readonly Syntax[];
  readonly term?: Syntax;
  readonly syntax?: Syntax;
  readonly children?: Syntax;
  readonly multiplier?: Syntax;
  readonly min?: number;
  readonly comma?: boolean;
}

/** What a name in angle brackets is defined as: `<position>` or `<'margin-top'>`. */
export type Definitions = Readonly<
  Record<'properties' | 'types', Readonly<Record<string, { readonly syntax?: Syntax | null }>>>
>;

/** Examples of the types that no syntax defines, or whose definition has too many forms that look alike. */
const leaves: Readonly<Record<string, readonly string[]>> = {
  length: ['12px', '1.5em'],
  'length-percentage': ['12px', '30%'],
  percentage: ['40%'],
  number: ['0.5'],
  integer: ['2'],
  ratio: ['3 / 2'],
  angle: ['20deg'],
  time: ['1s'],
  resolution: ['2dppx'],
  flex: ['1fr'],
  color: ['#e11d48'],
  'alpha-value': ['0.4'],
  'hex-color': ['#e11d48'],
  string: ['"x"'],
  url: [],
  image: ['linear-gradient(90deg, #e11d48, #facc15)'],
  'custom-ident': ['name'],
  'dashed-ident': ['--name'],
  'family-name': ['"JetBrains Mono"'],
  'declaration-value': ['name'],
  'basic-shape': ['circle(40%)', 'inset(10px 20px)', 'polygon(50% 0, 100% 100%, 0 100%)'],
  'filter-function': ['blur(3px)', 'brightness(0.4)', 'grayscale(1)', 'invert(1)', 'opacity(0.4)', 'sepia(1)'],
  'transform-function': ['rotate(20deg)', 'translate(12px, 30%)', 'scale(0.5)', 'skewX(20deg)'],
  'easing-function': ['ease-in'],
  shadow: ['4px 4px 6px #e11d48'],
  'line-width': ['6px', 'thick'],
  'track-size': ['60px', '2fr', 'minmax(20px, 1fr)'],
  'system-color': [],
  'deprecated-system-color': [],
};

const maxDepth = 8;
/** Most examples of one part of a syntax. */
const maxExamples = 10;

/** Returns texts that match a syntax: each alternative once, each optional part once present and once absent. */
export const getExamples = (syntax: Syntax, definitions: Definitions, depth = 0): readonly string[] => {
  if (depth > maxDepth) return [];
  const inner = (node: Syntax) => getExamples(node, definitions, depth + 1);
  switch (syntax.type) {
    case 'Keyword':
      return [String(syntax.name)];
    case 'Token':
    case 'String':
    case 'Comma':
      return [syntax.type === 'Comma' ? ',' : String(syntax.value).replaceAll("'", '')];
    case 'Type':
    case 'Property': {
      const name = String(syntax.name);
      const known = syntax.type === 'Type' ? leaves[name] : undefined;
      if (known) return known;
      const found = (syntax.type === 'Type' ? definitions.types : definitions.properties)[name]?.syntax;
      return found ? inner(found) : [];
    }
    case 'Function':
      return syntax.children ? inner(syntax.children).map((text) => `${syntax.name}(${text})`) : [];
    case 'Multiplier':
      return syntax.term ? inner(syntax.term) : [];
    case 'Group':
      return getGroupExamples(syntax, inner);
    default:
      return [];
  }
};

const isOptional = ({ type, min }: Syntax): boolean => type === 'Multiplier' && min === 0;

const getGroupExamples = (
  { combinator, terms = [] }: Syntax,
  inner: (node: Syntax) => readonly string[],
): readonly string[] => {
  if (combinator === '|') return cut(terms.flatMap(inner));
  if (combinator === '||') {
    const each = terms.map(inner);
    const together = each.map((examples) => examples[0]).filter((text) => text !== undefined);
    return cut([...each.flat(), ...(together.length > 1 ? [together.join(' ')] : [])]);
  }
  // In a sequence each part varies while the others keep their first form.
  const parts = terms.map((term) => ({ term, examples: inner(term) }));
  if (parts.some(({ term, examples }) => examples.length === 0 && !isOptional(term))) return [];
  const shortest = parts.map(({ term, examples }) => (isOptional(term) ? '' : (examples[0] ?? '')));
  const join = (texts: readonly string[]) =>
    texts
      .filter((text) => text !== '')
      .join(' ')
      .replaceAll(' ,', ',');
  const varied = parts.flatMap(({ examples }, at) =>
    examples.map((example) => join(shortest.map((text, index) => (index === at ? example : text)))),
  );
  return cut([join(shortest), ...varied].filter((text) => text !== ''));
};

const cut = (examples: readonly string[]): readonly string[] => [...new Set(examples)].slice(0, maxExamples);
