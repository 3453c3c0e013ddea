import { kinds, readTokens, splitList } from '../css-tokens.ts';
import { isSupporting, matchesMedia, type Surface } from './conditions.ts';
import { readScope, type Scope, writeScoped } from './scopes.ts';
import { parseSelectors, type Selector } from './selectors.ts';
import { readSheet, splitImportance } from './sheet-text.ts';
import { toCamelCase } from './style.ts';

/** One declaration of a rule. */
export interface SheetDeclaration {
  /** In camel case; as written for a custom property. */
  readonly name: string;
  readonly value: string;
  readonly isImportant: boolean;
  /** The declaration as it stands in its sheet, without comments. */
  readonly written: string;
}

/** Declarations for what a list of selectors matches. */
export interface SheetRule {
  readonly selectors: readonly Selector[];
  readonly declarations: readonly SheetDeclaration[];
  /** Position of its cascade layer; rules of a later one win, and those without a layer are in the last. */
  readonly layer: number;
  /** Index of its sheet. */
  readonly sheet: number;
  /** The conditions of `@container` around it. */
  readonly containers: readonly string[];
}

export interface Sheets {
  readonly rules: readonly SheetRule[];
  /** The `@keyframes` of the sheets, as text. */
  readonly keyframes: string;
  /** Initial values of custom properties, from `@property`. */
  readonly initial: Readonly<Record<string, string>>;
}

/** Most rules of all sheets of a tree. */
const maxRules = 20_000;

/** Deepest layer in others. */
const maxLayerDepth = 20;

/** Most conditions of `@container` around a rule. */
const maxContainers = 20;

/** The block of a rule or at-rule. */
interface Block {
  /** Selectors of the rule around what is in it; undefined outside of rules. */
  readonly selectors: readonly Selector[] | undefined;
  readonly layer: string;
  readonly containers: readonly string[];
  readonly scope?: Scope;
  /** Whether what is in it counts. */
  readonly isActive: boolean;
  readonly property?: string;
  readonly declarations: SheetDeclaration[];
}

/** Blocks that may be around rules: what is in them counts as if it stood outside. */
const conditional = /^@(media|supports|layer|container|scope|starting-style)\b/i;

/** Reads style sheets, in order. Conditions are decided here. Runs in linear time. */
export const readSheets = (texts: readonly string[], surface: Surface): Sheets => {
  const rules: (Omit<SheetRule, 'layer'> & { readonly layerName: string })[] = [];
  /** By layer around them, in the order in which they are first named. */
  const layers = new Map<string, Set<string>>();
  const initial: Record<string, string> = {};
  let keyframes = '';
  let anonymous = 0;

  const nameLayer = (around: string, name: string): string => {
    anonymous += name === '' ? 1 : 0;
    const own = name === '' ? `\u0000${anonymous}` : name;
    const path = around === '' ? own : `${around}.${own}`;
    const whole = path.split('.').slice(0, maxLayerDepth).join('.');
    // a layer stands where its parent does, which is named first
    const parts = whole.split('.');
    for (const depth of parts.keys()) {
      const above = parts.slice(0, depth).join('.');
      const inside = layers.get(above) ?? new Set<string>();
      layers.set(above, inside.add(parts.slice(0, depth + 1).join('.')));
    }
    return whole;
  };

  const read = (css: string, sheet: number): void => {
    const { text, frames } = takeKeyframes(css);
    keyframes += frames;
    const outside: Block = { selectors: undefined, layer: '', containers: [], isActive: true, declarations: [] };
    const open: Block[] = [outside];
    const close = ({ selectors, layer, containers, isActive, declarations }: Block) => {
      if (!isActive || !selectors || declarations.length === 0 || rules.length >= maxRules) return;
      rules.push({ selectors, layerName: layer, declarations: declarations.splice(0), containers, sheet });
    };
    readSheet(text, {
      statement: (head) => {
        const around = open.at(-1) ?? outside;
        const [, names] = /^@layer\s+(\S.*)$/is.exec(head) ?? [];
        if (around.isActive && names !== undefined)
          for (const name of splitList(names, ',')) nameLayer(around.layer, name.trim());
      },
      open: (head) => {
        const around = open.at(-1) ?? outside;
        // declarations before a nested rule come before it
        close(around);
        open.push(enter(head, around));
      },
      close: () => {
        const block = open.length > 1 ? open.pop() : undefined;
        if (block) close(block);
      },
      declaration: ({ property, value, start, end }) => {
        const block = open.at(-1) ?? outside;
        if (block.property !== undefined) {
          if (property.toLowerCase() === 'initial-value') initial[block.property] = value;
          return;
        }
        if (!block.isActive || !block.selectors || property === '') return;
        const [own, importance] = splitImportance(value);
        const name = property.startsWith('--') ? property : toCamelCase(property.toLowerCase());
        if (own === '' && !name.startsWith('--')) return;
        const written = text.slice(start, end).trim();
        block.declarations.push({ name, value: own, isImportant: importance !== '', written });
      },
    });
    for (const block of open.toReversed()) close(block);
  };

  const enter = (head: string, around: Block): Block => {
    const { selectors, layer, containers, isActive, scope } = around;
    const inner: Block = { selectors, layer, containers, isActive, ...(scope && { scope }), declarations: [] };
    if (!isActive) return inner;
    if (head.startsWith('@')) return { ...inner, ...enterAtRule(head, around) };
    const own = parseSelectors(scope && !selectors ? writeScoped(head, scope) : head, selectors);
    return { ...inner, selectors: own, isActive: own !== undefined };
  };

  /** Returns what the block of an at-rule changes. */
  const enterAtRule = (head: string, { selectors, layer, containers, scope }: Block): Partial<Block> => {
    const [, name = ''] = conditional.exec(head) ?? [];
    const rest = head.slice(name.length + 1).trim();
    switch (name.toLowerCase()) {
      case 'media':
        return { isActive: matchesMedia(rest, surface) };
      case 'supports':
        return { isActive: isSupporting(rest) };
      case 'layer':
        return { layer: nameLayer(layer, rest) };
      case 'container':
        return containers.length < maxContainers ? { containers: [...containers, rest] } : { isActive: false };
      case 'scope': {
        const own = scope || selectors ? undefined : readScope(rest);
        return own ? { scope: own } : { isActive: false };
      }
      default: {
        const [, property] = /^@property\s+(--[\w-]+)$/i.exec(head) ?? [];
        return { isActive: false, ...(property !== undefined && { property }) };
      }
    }
  };

  for (const [sheet, css] of texts.entries()) read(withoutComments(css), sheet);
  const order = new Map(sortLayers(layers).map((name, index) => [name, index]));
  return {
    rules: rules.map(({ layerName, ...rule }) => ({ ...rule, layer: order.get(layerName) ?? order.size })),
    keyframes,
    initial,
  };
};

/** Returns names of layers, the weakest first: a layer is stronger than those in it. */
const sortLayers = (layers: ReadonlyMap<string, ReadonlySet<string>>, around = ''): string[] =>
  [...(layers.get(around) ?? [])].flatMap((name) => [...sortLayers(layers, name), name]);

/** Returns a style sheet without its `@keyframes`, and these. */
const takeKeyframes = (css: string): { readonly text: string; readonly frames: string } => {
  if (!/@keyframes/i.test(css)) return { text: css, frames: '' };
  let [text, frames] = ['', ''];
  let done = 0;
  let depth: number | undefined;
  readTokens(css, (kind, start, end) => {
    if (depth === undefined) {
      if (kind !== kinds.AtKeyword || css.slice(start, end).toLowerCase() !== '@keyframes') return;
      text += css.slice(done, start);
      done = start;
      depth = 0;
      return;
    }
    if (kind === kinds.LeftCurlyBracket) depth += 1;
    if (kind !== kinds.RightCurlyBracket) return;
    depth -= 1;
    if (depth > 0) return;
    frames += `${css.slice(done, end)}\n`;
    done = end;
    depth = undefined;
  });
  return { text: depth === undefined ? text + css.slice(done) : text, frames };
};

const withoutComments = (css: string): string => {
  if (!css.includes('/*')) return css;
  const pieces: string[] = [];
  readTokens(css, (kind, start, end) => pieces.push(kind === kinds.Comment ? ' ' : css.slice(start, end)));
  return pieces.join('');
};
