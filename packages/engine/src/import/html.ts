import type { Node, StringLiteral, TemplateLiteral } from '@babel/types';
import { Parser } from 'htmlparser2';
import { splitList } from '../css-tokens.ts';
import { getConstants } from '../template/source/constants.ts';
import type { Edit } from '../template/source/edits.ts';
import {
  getAncestors,
  getKey,
  isMember,
  isWithin,
  type Member,
  type SyntaxTree,
} from '../template/source/syntax-tree.ts';
import { type FunctionNode, isFunction } from '../template/source/variable-scopes.ts';
import { findResponses } from './responses.ts';

type Literal = TemplateLiteral | StringLiteral;

/**
 * Converts HTML of satori-html and workers-og to JSX: `` html`<p>${title}</p>` ``, and a text that is given to
 * `ImageResponse`. Expressions stay where they are.
 *
 * @returns edits of the source; undefined if some of its HTML cannot be converted
 */
export const convertHtml = (tree: SyntaxTree): Edit[] | undefined => {
  const roots = findHtml(tree);
  if (roots.length === 0) return [];
  const literals = tree.nodes.filter((node) => isLiteral(node)).filter((node) => startsWithTag(node));
  const whole = new Set(roots.map(({ literal }) => literal));
  const edits: Edit[] = [];
  for (const { node, given } of roots) {
    if (node === given) continue;
    edits.push(
      { start: node.start ?? 0, end: given.start ?? 0, text: '' },
      { start: given.end ?? 0, end: node.end ?? 0, text: '' },
    );
  }
  const { getConstant } = getConstants(tree);
  for (const literal of literals) {
    const { parent } = tree.positions.get(literal) ?? {};
    if (parent?.type === 'BinaryExpression') return undefined;
    if (parent && isTrim(parent)) edits.push(...removeTrim(tree, literal, parent));
    const isText = (n: number): boolean =>
      literal.type === 'TemplateLiteral' && typeof getConstant(literal.expressions[n] as Node) === 'string';
    const pieces = toJsx(literal, whole.has(literal), isText);
    if (!pieces) return undefined;
    edits.push(...placePieces(literal, pieces));
  }
  return [...edits, ...unjoin(tree, literals)];
};

const removeTrim = (tree: SyntaxTree, literal: Literal, trim: Member): Edit[] => {
  const end = tree.positions.get(trim)?.parent.end ?? trim.end ?? 0;
  return [{ start: literal.end ?? 0, end, text: '' }];
};

const isLiteral = (node: Node): node is Literal => node.type === 'StringLiteral' || node.type === 'TemplateLiteral';

const getQuasis = (literal: Literal): string[] =>
  literal.type === 'StringLiteral' ? [literal.value] : literal.quasis.map(({ value }) => value.cooked ?? value.raw);

/** Maximum number of branches and functions inside each other. */
const maxDepth = 5;

/** `.trim` of a text, of which the space around it says nothing. */
const isTrim = (callee: Node): callee is Member =>
  isMember(callee) && /^trim(?:Start|End)?$/.test(getKey(callee) ?? '');

const startsWithTag = (literal: Literal): boolean => /^\s*<[!a-z]/i.test(getQuasis(literal)[0] ?? '');

/** A text of HTML that is an image. */
interface Html {
  readonly literal: Literal;
  /** The expression that becomes what it is given, such as `html(markup)`. */
  readonly node: Node;
  /** The literal, or the name of a constant that holds it. */
  readonly given: Node;
}

const findHtml = (tree: SyntaxTree): readonly Html[] => {
  const { resolve } = getConstants(tree);
  /** Returns the literals of HTML that an expression may be, also in branches, functions of the file and `.trim()`. */
  const toLiterals = (node: Node | undefined, depth = 0): readonly Literal[] => {
    const found = node && resultOf(resolve(node));
    if (!found || depth > maxDepth) return [];
    const inside = (inner: Node) => toLiterals(inner, depth + 1);
    if (found.type === 'ConditionalExpression') return [found.consequent, found.alternate].flatMap(inside);
    if (found.type === 'CallExpression' && isTrim(found.callee)) return inside(found.callee.object);
    return isLiteral(found) && startsWithTag(found) ? [found] : [];
  };
  /** What a function of the file returns, if that is one expression. */
  const resultOf = (made: Node | undefined): Node | undefined => {
    const declaration = made?.type === 'CallExpression' ? tree.bindingOf(made.callee)?.declaration : undefined;
    const fn = declaration?.type === 'VariableDeclarator' ? declaration.init : declaration;
    if (!fn || !isFunction(fn)) return made;
    if (fn.body.type !== 'BlockStatement') return fn.body;
    const [only, ...others] = returnsOf(fn);
    return only && others.length === 0 ? resolve(only) : undefined;
  };
  const returnsOf = (fn: FunctionNode): readonly Node[] =>
    tree.nodes.flatMap((node) => {
      const isOwn = () => getAncestors(tree, node).find(({ parent }) => isFunction(parent))?.parent === fn;
      return node.type === 'ReturnStatement' && node.argument && isWithin(node, fn) && isOwn() ? node.argument : [];
    });
  const isHtml = (callee: Node): boolean => {
    if (callee.type !== 'Identifier') return false;
    const binding = tree.bindingOf(callee);
    if (!binding) return callee.name === 'html';
    const { declaration } = binding;
    const imported = declaration.type === 'ImportSpecifier' ? declaration.imported : undefined;
    return imported?.type === 'Identifier' && imported.name === 'html';
  };
  const inCalls = tree.nodes.flatMap((node): Html[] => {
    if (node.type === 'TaggedTemplateExpression' && isHtml(node.tag) && startsWithTag(node.quasi))
      return [{ node, given: node.quasi, literal: node.quasi }];
    const [given] = node.type === 'CallExpression' && isHtml(node.callee) ? node.arguments : [];
    return toLiterals(given).map((literal, n) => ({
      node: n === 0 ? node : (given as Node),
      given: given as Node,
      literal,
    }));
  });
  const inResponses = findResponses(tree).flatMap(({ element }): Html[] => {
    return toLiterals(element).map((literal) => ({ node: element, given: element, literal }));
  });
  return [...inCalls, ...inResponses];
};

/** Places of expressions in HTML: private characters, which no author writes. */
const hole = (n: number): string => `\u{f0000}${n}\u{f0001}`;
const holes = /\u{f0000}\d+\u{f0001}/u;
const eachHole = /\u{f0000}(\d+)\u{f0001}/gu;

const untranslatable = /^(?:script|style|link|iframe|head|template)$/;
const transparent = /^(?:html|body)$/;

/**
 * Returns the JSX before, between and after the expressions of a text of HTML; undefined if it cannot be converted.
 *
 * @param isText whether an expression is a constant text
 */
const toJsx = (literal: Literal, isRoot: boolean, isText: (n: number) => boolean): string[] | undefined => {
  const quasis = getQuasis(literal);
  if (quasis.some((quasi) => /[\u{f0000}\u{f0001}]/u.test(quasi))) return undefined;
  const html = quasis.map((quasi, n) => (n === 0 ? quasi : hole(n - 1) + quasi)).join('');
  let jsx = '';
  let text = '';
  let isBroken = false;
  const [open, shown]: [string[], string[]] = [[], []];
  const flush = (): void => {
    const trimmed = dropLineEnds(text).replace(/[\t\n\r ]+/g, ' ');
    text = '';
    if (trimmed === '') return;
    if (open.length === 0) shown.push('text');
    jsx += trimmed
      .split(/(\u{f0000}\d+\u{f0001})/u)
      .map((part) => (holes.test(part) ? `{${part}}` : part === '' ? '' : `{${JSON.stringify(part)}}`))
      .join('');
  };
  const parser = new Parser(
    {
      onopentagname: (name) => {
        flush();
        if (transparent.test(name)) return;
        // a name with a capital would be a component
        isBroken ||= !/^[a-z][\w-]*$/.test(name) || untranslatable.test(name);
        if (open.length === 0) shown.push('element');
        open.push(name);
        jsx += `<${name}`;
      },
      onattribute: (name, value) => {
        const attribute = holes.test(name) ? undefined : toAttribute(name, value, isText);
        isBroken ||= attribute === undefined;
        jsx += attribute ?? '';
      },
      onopentag: (name) => {
        if (!transparent.test(name)) jsx += '>';
      },
      ontext: (part) => {
        text += part;
      },
      onclosetag: (name) => {
        flush();
        if (transparent.test(name)) return;
        open.pop();
        jsx += `</${name}>`;
      },
      oncomment: (comment) => {
        isBroken ||= holes.test(comment);
      },
    },
    { lowerCaseTags: false, lowerCaseAttributeNames: false },
  );
  parser.end(html);
  flush();
  const order = Array.from(jsx.matchAll(eachHole), ([, n]) => Number(n));
  if (isBroken || order.length !== quasis.length - 1 || order.some((n, index) => n !== index)) return undefined;
  return wrap(jsx, shown, isRoot).split(holes);
};

/** Removes space with a line break at the start and the end of a text, as JSX does. */
const dropLineEnds = (text: string): string => {
  const fromStart = text.trimStart();
  const start = text.slice(0, text.length - fromStart.length).includes('\n') ? fromStart : text;
  const toEnd = start.trimEnd();
  return start.slice(toEnd.length).includes('\n') ? toEnd : start;
};

/** satori-html and workers-og put what they read into a column that fills the image. */
const wrap = (jsx: string, shown: readonly string[], isRoot: boolean): string => {
  const column = `{ display: 'flex', flexDirection: 'column', width: '100%', height: '100%' }`;
  if (isRoot) return `<div style={${column}}>${jsx}</div>`;
  return shown.length === 1 && shown[0] === 'element' ? jsx : `<>${jsx}</>`;
};

/** Returns the JavaScript expression for a text with holes. */
const toExpression = (text: string): string =>
  holes.test(text)
    ? `\`${text.replace(/[\\`]|\$(?=\{)/g, '\\$&').replace(eachHole, (one) => `\${${one}}`)}\``
    : JSON.stringify(text);

/** Constants that stand before a declaration: texts of declarations themselves. */
const leading = /^(?:\u{f0000}\d+\u{f0001}\s*)+/u;
/** Code that reads declarations when the template runs. */
const readDeclarations =
  "((text) => Object.fromEntries(text.split(';').map((one) => one.split(/:(.*)/s)).filter(([, value]) => value).map(([name, value]) => [name.trim().replace(/-([a-z])/g, (_, letter) => letter.toUpperCase()), value.trim()])))";

/** Returns the object for declarations such as `color: red; margin-top: 4px`; undefined if one has no written name. */
const toStyle = (text: string, isText: (n: number) => boolean): string | undefined => {
  const entries = splitList(text, ';').flatMap((declaration): (string | undefined)[] => {
    const constants = leading.exec(declaration)?.[0] ?? '';
    const own = declaration.slice(constants.length);
    const spread = Array.from(constants.matchAll(eachHole), ([one, n]) =>
      isText(Number(n)) ? `...${readDeclarations}(${one})` : undefined,
    );
    return own === '' && spread.length > 0 ? spread : [...spread, toEntry(own)];
  });
  return entries.includes(undefined) ? undefined : `{ ${entries.join(', ')} }`;
};

const toEntry = (declaration: string): string | undefined => {
  const [, written = '', value = ''] = /^([\w-]+)\s*:(.*)$/s.exec(declaration) ?? [];
  const name = written.startsWith('--') ? written : toCamelCase(written);
  if (name === '' || value.trim() === '') return undefined;
  return `${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${toExpression(value.trim())}`;
};

const toCamelCase = (name: string): string => name.replace(/[-:]([a-z])/g, (_, letter) => letter.toUpperCase());

const toAttribute = (name: string, value: string, isText: (n: number) => boolean): string | undefined => {
  if (/^on/i.test(name) || !/^[\w:.-]+$/.test(name)) return '';
  if (name !== 'style')
    return ` ${name === 'class' ? 'className' : /^(?:data|aria)-/.test(name) ? name : toCamelCase(name)}={${toExpression(value)}}`;
  const style = toStyle(value, isText);
  return style && ` style={${style}}`;
};

const placePieces = (literal: Literal, pieces: readonly string[]): Edit[] => {
  const expressions = literal.type === 'TemplateLiteral' ? literal.expressions : [];
  return pieces.map((text, n) => ({
    start: (n === 0 ? literal.start : expressions[n - 1]?.end) ?? 0,
    end: (n === pieces.length - 1 ? literal.end : expressions[n]?.start) ?? 0,
    text,
  }));
};

/** Removes `.join('')` of a list of elements: `` rows.map((row) => `<p>${row}</p>`).join('') ``. */
const unjoin = (tree: SyntaxTree, literals: readonly Node[]): Edit[] => {
  const joins = new Set<Node>();
  for (const literal of literals)
    for (const { parent } of getAncestors(tree, literal)) {
      const callee = parent.type === 'CallExpression' ? parent.callee : undefined;
      if (isMember(callee) && getKey(callee) === 'join' && isWithin(literal, callee.object)) joins.add(parent);
      if (isLiteral(parent) || /^JSX|Statement$/.test(parent.type)) break;
    }
  return [...joins].flatMap((call) =>
    call.type === 'CallExpression' && isMember(call.callee)
      ? [{ start: call.callee.object.end ?? 0, end: call.end ?? 0, text: '' }]
      : [],
  );
};
