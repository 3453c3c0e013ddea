import type { Json } from '#engine/json.ts';
import type { VNode } from '#engine/vnode/vnode.ts';
import { fc } from '../support/fast-check.ts';
import { classes, generatedTree, letters, style, words } from './generated.ts';

/* Generated templates, as their source, and variables for them. */

/** Names that variables, constants and parameters have in these sources. */
const names = ['title', 'items', 'n', 'flag', 'data', 'a', 'b'] as const;
const name = fc.constantFrom(...names);
const text = letters.map((value) => JSON.stringify(value));

const literal = fc.oneof(
  text,
  fc.double().map((value) => (Object.is(value, -0) ? '-0' : String(value))),
  fc.constantFrom(
    ...['null', 'undefined', 'true', 'NaN', 'Infinity', '0xff', '1e3', '10n', '/a+$/u', '[]', '{}', "''"],
    ...["Symbol('s')", 'new Date()', 'Date.now()', 'Math.random()', 'new Map([[1, 2]])', 'new Proxy({}, {})'],
    ...['globalThis', 'this', 'arguments', 'new.target', 'Promise.resolve(1)', '(function* () { yield 1; })()'],
    ...['Object.create(null)', "new Intl.NumberFormat('de').format(1234.5)", '[,,1]', 'new Uint8Array(9)'],
  ),
);
const operator = words('+ - * / % ** & | ^ << >>> == === < in instanceof && || ??');
const method = fc.constantFrom(
  ...['map((x) => x)', 'filter(Boolean)', "join(', ')", 'slice(0, 3)', 'toString()', 'toUpperCase()', 'length'],
  ...['toFixed(2)', "split('')", 'repeat(9)', 'sort()', 'reverse()', 'flat(9)', 'at(-1)', 'normalize()', 'trim()'],
  ...["replaceAll('a', 'aa')", 'toLocaleString()', 'constructor', 'valueOf()', 'at(0)'],
  ...["padEnd(500, 'x')", 'reduce((x, y) => x + y)', 'entries()', 'toString', 'charCodeAt(0)', 'then(String)'],
);
const keyword = words('typeof void ! - ~ + ... typeof void ! ! delete new');

const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    literal,
    name,
    fc.tuple(tie('expression'), operator, tie('expression')).map(([left, by, right]) => `((${left}) ${by} (${right}))`),
    fc
      .tuple(tie('expression'), tie('expression'), tie('expression'))
      .map((parts) => `(${parts[0]} ? ${parts[1]} : ${parts[2]})`),
    fc
      .tuple(tie('expression'), fc.constantFrom('?.', '?.', '?.', '?.', '?.', '.'), method)
      .map(([of, dot, call]) => `(${of})${dot}${dot === '.' ? call : call.replace('(', '?.(')}`),
    fc.tuple(tie('expression'), tie('expression')).map(([of, key]) => `(${of})?.[${key}]`),
    fc.array(tie('expression'), { maxLength: 4 }).map((parts) => `[${parts.join(', ')}]`),
    fc
      .array(fc.tuple(fc.oneof(text, name), tie('expression')), { maxLength: 4 })
      .map((entries) => `({ ${entries.map(([key, of]) => `${key}: ${of}`).join(', ')} })`),
    fc.tuple(text, tie('expression')).map(([around, of]) => `\`${around.replaceAll(/[`\\$]/g, '')} \${${of}}\``),
    fc.tuple(keyword, tie('expression')).map(([word, of]) => (word === '...' ? `[...(${of})]` : `(${word} (${of}))`)),
    fc.tuple(name, tie('expression')).map(([argument, body]) => `((${argument}) => ${body})(${argument})`),
    tie('expression').map((of) => `JSON.stringify(${of})`),
    fc
      .tuple(fc.integer({ min: 0, max: 600 }), tie('expression'))
      .map(([count, of]) => `Array.from({ length: ${count % 60 === 0 ? count : count % 60} }, () => ${of})`),
    tie('expression').map((of) => `(() => { try { return ${of}; } catch (e) { return String(e); } })()`),
  ),
}));

const statement = fc.oneof(
  fc
    .tuple(fc.constantFrom('const', 'let', 'var'), name, expression)
    .map(([kind, of, value]) => `${kind} ${of}1 = ${value};`),
  fc
    .tuple(fc.integer({ min: 0, max: 400 }), expression)
    .map(([times, value]) => `for (let i = 0; i < ${times}; i += 1) { ${value}; }`),
  expression.map((value) => `if (${value}) { label: while (true) break label; }`),
  expression.map((value) => `try { ${value}; } catch {} finally { }`),
  expression.map((value) => `function helper1() { return ${value}; }`),
  fc.constant('(class { static #secret = 1; get x() { return 1; } });'),
  expression.map((value) => `if (n === 4) throw ${value};`),
);
const statements = fc.array(statement, { maxLength: 2 }).map((some) => some.join('\n'));

/** An element as JSX; what its text holds stands in braces, so that it is text. */
const getJsx = (node: VNode): string => {
  if (typeof node === 'string') return `{${JSON.stringify(node)}}`;
  const children = node.children.map(getJsx).join('');
  const isName = /^[a-zA-Z]\w*$/.test(node.type);
  const tag = isName ? node.type : 'div';
  return `<${tag} {...${JSON.stringify(node.props)}}>${children}</${tag}>`;
};

const child = fc.oneof(
  { weight: 3, arbitrary: expression.map((value) => `{show(${value})}`) },
  { weight: 1, arbitrary: expression.map((value) => `{${value}}`) },
  { weight: 3, arbitrary: name.map((of) => `{${of}}`) },
  { weight: 2, arbitrary: generatedTree.map(getJsx) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(name, expression)
      .map(([of, each]) => `{[].concat(${of}).map((x, i) => <p key={i}>{${each}}</p>)}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(classes, text)
      .map(([named, value]) => `<span className={${JSON.stringify(named)}}>{${value}}</span>`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        words('className style width src href key ref children onClick dangerouslySetInnerHTML tw lang fit'),
        expression,
      )
      .map(([property, value]) => `<div ${property}={${value}} />`),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(name, style).map(([of, own]) => `{${of} && <b style={${JSON.stringify(own)}}>{${of}}</b>}`),
  },
  { weight: 1, arbitrary: fc.constant('<Part><i>{title}</i></Part>') },
);

const parameter = fc.oneof(
  name,
  fc.tuple(name, expression).map(([of, value]) => `${of} = ${value}`),
  fc.tuple(name, text).map(([of, value]) => `${of} = ${value}`),
  fc.tuple(name, literal).map(([of, value]) => `${of}: ${of}Inside = ${value}`),
);
const parameters = fc.oneof(
  {
    weight: 14,
    arbitrary: fc
      .uniqueArray(parameter, { maxLength: 5, selector: (one) => /^\w+/.exec(one)?.[0] })
      .map((some) => `{ ${some.join(', ')} }`),
  },
  { weight: 1, arbitrary: fc.constantFrom('props', '', '{ ...rest }', '{ title } = {}', '[a]', 'a, b') },
);
const goodOptions = {
  width: fc.integer({ min: 1, max: 600 }),
  height: fc.integer({ min: 1, max: 600 }),
  format: fc.constantFrom('png', 'jpeg', 'webp'),
  devicePixelRatio: fc.constantFrom(1, 2, 0.5),
  quality: fc.integer({ min: 0, max: 100 }),
};
const badOptions = {
  width: fc.constantFrom(-1, 0, 5_000, 1.5, '9', null),
  format: fc.constantFrom('gif', '', 7),
  devicePixelRatio: fc.constantFrom(0, -1, '2', 9),
  fonts: fc.constant([]),
};
const written = (some: object): string => `export const options = ${JSON.stringify(some)};\n`;
const options = fc.oneof(
  { weight: 8, arbitrary: fc.constant('') },
  { weight: 8, arbitrary: fc.record(goodOptions, { requiredKeys: [] }).map(written) },
  { weight: 1, arbitrary: fc.record(badOptions, { requiredKeys: [] }).map(written) },
);

/** Every name means something wherever it stands, so that most sources come further than their first line. */
const sandboxRuntime = `const title = 'T', items = ['i', 2], n = 3, flag = true, data = { a: [1] }, a = 'a', b = [];
const show = (value) => { try { return Object(value) === value ? JSON.stringify(value) : String(value); } catch { return '?'; } };
`;

const whole = fc
  .tuple(options, statements, parameters, statements, style, fc.array(child, { minLength: 1, maxLength: 5 }))
  .map(([exported, before, given, inside, own, children]) => {
    const look = JSON.stringify({ width: '100%', height: '100%', ...own });
    return `${exported}${sandboxRuntime}${before}
const Part = ({ children }) => <section>{children}</section>;
export default function Template(${given}) {
  ${inside}
  return <div style={${look}}>${children.join('\n')}</div>;
}`;
  });

/** A damaged source: characters removed, doubled or inserted. */
const broken = fc
  .tuple(
    whole,
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 9 }), fc.oneof(letters, fc.constantFrom(...'{}<>()`/*\\"\'$=;'))), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([source, cuts]) =>
    cuts.reduce((broke, [at, length, put]) => {
      const from = at % (broke.length + 1);
      return broke.slice(0, from) + put + broke.slice(from + length);
    }, source),
  );

const json: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    letters,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(0, -0, 1e3, true, false, null, '', '~', '~[1]'),
    fc.array(tie('json'), { maxLength: 6 }),
    fc.dictionary(fc.oneof(name, letters, fc.constantFrom('toString', 'constructor', 'length')), tie('json'), {
      maxKeys: 5,
    }),
    fc.integer({ min: 1, max: 3_000 }).map((count) => 'long '.repeat(count)),
  ),
})).json;

/** A template and the variables of its mint. */
export interface GeneratedTemplate {
  readonly source: string;
  readonly variables: Readonly<Record<string, Json>>;
}

export const generatedTemplate: fc.Arbitrary<GeneratedTemplate> = fc.record({
  source: fc.oneof({ weight: 9, arbitrary: whole }, { weight: 1, arbitrary: broken }),
  variables: fc.dictionary(name, json, { maxKeys: 7 }),
});
