import { describe, expect, it } from 'vitest';
import {
  type Draft,
  type DraftWithInspection,
  draftTemplate,
} from '../../../../lambdas/core/template/render-plan/draft.ts';

const readable = (draft: Draft): DraftWithInspection => {
  if (!draft.ok) throw new Error(JSON.stringify(draft.errors));
  return draft;
};
const getErrors = (source: string) => {
  const draft = draftTemplate(source);
  return draft.ok ? [] : draft.errors;
};
/** `name` for a required variable, `name?` for an optional one, `...` when it sees all. */
const getVariables = (source: string): string => {
  const { variables, seesAll } = readable(draftTemplate(source));
  const names = variables.map(({ name, required }) => (required ? name : `${name}?`));
  return [...names, ...(seesAll ? ['...'] : [])].join(' ');
};

describe('code that is no template gets an explanation', () => {
  it.each([
    ['<div>Hello</div>;', /^1:1 no-default-export There is no default export, only an element; write .* around it\.$/],
    ['export function GET() { return <div>hi</div>; }', /^1:1 no-default-export GET is no default export/],
    [
      'export default function handler(req) { return <p>{req.query.title}</p>; }',
      /^1:16 no-component This answers a request and is no template; write /,
    ],
    ['export default (req, res) => res.json({});', /^1:16 no-component This answers a request/],
  ])('%s', (source, expected) => {
    const draft = draftTemplate(source);
    const [first] = draft.ok ? [] : draft.errors;

    expect(`${first?.line}:${first?.column} ${first?.code} ${first?.message}`).toMatch(expected);
  });
});

describe('a component is found', () => {
  it.each([
    ['a function declaration', 'export default function Card({ a }) { return <p>{a}</p> }'],
    ['a function without a name', 'export default function ({ a }) { return <p>{a}</p> }'],
    ['an arrow', 'export default ({ a }) => <p>{a}</p>'],
    ['a name declared earlier', 'const Card = ({ a }) => <p>{a}</p>;\nexport default Card;'],
    ['a name declared later', 'export default Card;\nfunction Card({ a }) { return <p>{a}</p> }'],
    ['memo', 'import { memo } from "react";\nexport default memo(({ a }) => <p>{a}</p>);'],
    ['an annotated constant', 'const Card: React.FC<{ a: string }> = ({ a }) => <p>{a}</p>;\nexport default Card;'],
    ['satisfies', 'export default (({ a }) => <p>{a}</p>) satisfies Component;\ntype Component = unknown;'],
  ])('as %s', (_title, source) => {
    expect(getVariables(source)).toBe('a');
  });

  it('and its lines stay where they are', () => {
    const source = [
      `import type { A } from './a';`,
      `import {`,
      `  Fragment,`,
      `} from 'react';`,
      `interface Props { title: string }`,
      `export const options = {`,
      `  width: 100,`,
      `};`,
      `export default function Card(`,
      `  { title }: Props,`,
      `) {`,
      `  return (`,
      `    <Fragment>`,
      `      {title as string} MARK`,
      `    </Fragment>`,
      `  );`,
      `}`,
    ].join('\n');

    const { script, inspectionScript } = readable(draftTemplate(source));

    for (const written of [script, inspectionScript]) {
      const lines = written.split('\n');
      expect(lines.findIndex((line) => line.includes('MARK'))).toBe(13);
      expect(lines.findIndex((line) => line.includes('width: 100'))).toBe(6);
    }
  });
});

describe('an error names its place', () => {
  it.each([
    [
      'a tag closed by another',
      'export default () => (\n  <div>\n    <p>hi</span>\n  </div>);',
      3,
      10,
      /^<p> is not closed before <\/span>: write <\/p> here\.$/,
    ],
    ['a word that does not belong', 'const a = ;\nexport default () => <p/>;', 1, 11, /^; makes no sense here/],
    ['a name declared twice', 'const a = 1;\nconst a = 2;\nexport default () => <p/>;', 2, 7, /already been declared/],
    ['no default export', 'const A = () => <p/>;\nexport { A };', 2, 1, /no default export/],
    ['nothing at all', '', 1, 1, /no default export/],
    ['an element exported', 'export default <p/>;', 1, 1, /function component: it is an element/],
    ['the result of a call exported', 'const f = () => () => 1;\nexport default f();', 2, 1, /result of a call/],
    ['a name that is not there', 'export default Card;', 1, 1, /Card is not defined/],
    ['a class', 'class A { render() {} }\nexport default A;', 2, 1, /class components/],
    [
      'a class component inside',
      'import React from "react";\nclass A extends React.Component {}\nexport default () => <A />;',
      2,
      1,
      /Class components/,
    ],
    ['await in a helper', 'const f = async () => {\n  await 1;\n};\nexport default () => <p/>;', 2, 3, /await/],
    ['fetch', 'export default () => <p>{fetch("x")}</p>;', 1, 26, /fetch is not available/],
    ['require', 'const fs = require("fs");\nexport default () => <p/>;', 1, 12, /require is not available/],
    ['a name nobody declared', 'export default () => <p>{nobody}</p>;', 1, 26, /nobody is not defined/],
    [
      'an import of another package',
      'import fs from "node:fs";\nexport default () => <p/>;',
      1,
      1,
      /"node:fs" cannot be imported/,
    ],
    [
      'a module named like a prototype',
      'import x from "constructor";\nexport default () => <p>{x}</p>;',
      1,
      1,
      /cannot be imported/,
    ],
    [
      'something react does not have here',
      'import { Suspense } from "react";\nexport default () => <Suspense/>;',
      1,
      10,
      /no Suspense here/,
    ],
    [
      'a hook of React',
      'import React from "react";\nexport default () => <p>{React.useMemo(() => 1)}</p>;',
      2,
      26,
      /hook/,
    ],
    ['an export from elsewhere', 'export { a } from "./a";\nexport default () => <p/>;', 1, 1, /cannot be imported/],
    ['import()', 'export default () => <p>{import("x")}</p>;', 1, 26, /import\(\)/],
    ['import.meta', 'export default () => <p>{import.meta.url}</p>;', 1, 26, /import\.meta/],
    ['a tag with a colon', 'export default () => <svg:rect />;', 1, 22, /colon/],
    ['inner HTML', 'export default () => <p dangerouslySetInnerHTML={{ __html: "x" }} />;', 1, 25, /<style> only/],
    ['a second parameter', 'export default ({ a }, b) => <p>{a}</p>;', 1, 24, /one parameter/],
    ['a list as parameter', 'export default ([a]) => <p>{a}</p>;', 1, 17, /names/],
    [
      'a required variable no mint can send',
      'export default ({ "data-x": x }) => <p>{x}</p>;',
      1,
      19,
      /data-x cannot be sent/,
    ],
    ...['__proto__', 'constructor', 'prototype'].map((name): [string, string, number, number, RegExp] => [
      `a required variable ${name}, which requests may not hold`,
      `export default ({ ${name}: x }) => <p>{x}</p>;`,
      1,
      19,
      new RegExp(`${name} cannot be sent`),
    ]),
    ['code nested without end', `x=${'['.repeat(100_000)}`, 1, 1, /too deeply/],
  ])('%s', (_title, source, line, column, message) => {
    expect(getErrors(source)).toContainEqual({
      line,
      column,
      code: expect.stringMatching(/^[a-z]+(-[a-z]+)*$/),
      message: expect.stringMatching(message),
    });
  });

  it('and all are reported at once', () => {
    const source = `import fs from 'fs';\nexport default ({ a }, b) => <p>{fetch(a)}{foo}{useState()}</p>;`;

    const codes = getErrors(source).map(({ code }) => code);

    expect(codes.toSorted()).toEqual(
      ['hook', 'import', 'second-parameter', 'unavailable', 'undefined-name'].toSorted(),
    );
  });

  it.each([
    [
      'helpers, constants and classes',
      'class A { #x = 1; get x() { return this.#x } }\nconst f = (n) => new A().x + n;\nexport default () => <p>{f(1)}</p>;',
    ],
    [
      'a local function named like a hook',
      'const useTheme = () => ({ color: "red" });\nexport default () => <p style={useTheme()} />;',
    ],
    [
      'types',
      'import type { A } from "./a";\nimport { type B } from "./b";\ntype C = A | B;\nexport type D = C;\nexport interface E { a: C }\nexport default ({ a }: E) => <p>{a}</p>;',
    ],
    [
      'an import only types use',
      'import { FC, ReactNode } from "react";\nimport { Props } from "./props";\nconst C: FC<Props & { c: ReactNode }> = ({ c }) => <p>{c}</p>;\nexport default C;',
    ],
    ['an enum', 'enum Size { Small = 1, Large }\nexport default () => <p>{Size.Large}</p>;'],
    ['a question whether a name is there', 'export default () => <p>{typeof window}</p>;'],
    [
      'labels, destructuring, getters, generators',
      'function* g() { yield 1 }\nexport default () => { outer: for (const [a, { b = 1 }] of [[1, {}]]) { break outer }\n return <p>{[...g()]}</p> };',
    ],
    [
      'spread, optional chaining, tagged templates, svg',
      'const t = (s) => s[0];\nexport default ({ a = {} }) => <svg viewBox="0 0 1 1" {...a}><path d={t`M0 0`} xlinkHref={a?.b?.[0]} /></svg>;',
    ],
    ['the html of a style', 'export default () => <style dangerouslySetInnerHTML={{ __html: "p{}" }} />;'],
    [
      'a directive and other exports',
      '"use client";\nexport const runtime = "edge";\nexport function helper() {}\nexport default () => <p/>;',
    ],
  ])('%s are fine', (_title, source) => {
    expect(getErrors(source)).toEqual([]);
  });
});

describe('variables', () => {
  const card = (parameter: string, body: string, before = '') =>
    `${before}\nexport default function Card(${parameter}) { return <p>${body}</p> }`;

  it.each([
    ['in order, under their outer names', card('{ b: x, a, "c": y }', '{a}{x}{y}'), 'b a c'],
    ['with a default are optional', card('{ a = 1, b: { c } = {}, d: [e] = [] }', '{a}{c}{e}'), 'a? b? d?'],
    ['taken apart without a default are required', card('{ a: { b }, c: [d] }', '{b}{d}'), 'a c'],
    ['of a parameter with a default', card('{ a, b = 1 } = {}', '{a}{b}'), 'a b?'],
    ['typed as optional', card('{ a, b }: { a: string; b?: string }', '{a}{b}'), 'a b?'],
    [
      'typed by an interface',
      card(
        '{ a, b, c }: Props',
        '{a}{b}{c}',
        'interface Base { c?: 1 }\ninterface Props extends Base { a: string; b?: string }',
      ),
      'a b? c?',
    ],
    [
      'typed by an alias of an intersection',
      card('{ a, b }: Readonly<P>', '{a}{b}', 'type P = { a: 1 } & Partial<{ b: 2 }>;'),
      'a b?',
    ],
    ['behind &&', card('{ a }', '{a && <b>{a}</b>}'), 'a?'],
    ['behind a ternary', card('{ a }', '{a ? <b>{a.x}</b> : null}'), 'a?'],
    ['with || and ??', card('{ a, b }', '{a || "x"}{b ?? "y"}'), 'a? b?'],
    ['with ?.', card('{ a, b, c }', '{a?.x}{b?.[0]}{c?.()}'), 'a? b? c?'],
    [
      'asked about with null and undefined',
      card('{ a, b, c }', '{a != null && a}{b !== undefined ? b : 1}{typeof c}'),
      'a? b? c?',
    ],
    ['after an early return', 'export default ({ a }) => {\n if (!a) return null;\n return <p>{a.x}</p> };', 'a?'],
    ['inside an if', 'export default ({ a }) => {\n let x = 1;\n if (a) { x = a.b }\n return <p>{x}</p> };', 'a?'],
    ['used once without a guard', card('{ a }', '{a && 1}{a}'), 'a'],
    ['compared with a value', card('{ a }', '{a === "x" ? 1 : 2}'), 'a'],
    ['shadowed by another of that name', card('{ a }', '{[1].map((a) => a)}{a || 1}'), 'a?'],
    ['never used', card('{ a }', ''), 'a'],
    ['of props', card('props', '{props.a}{props["b"]}{props.c ?? 1}{props.d && props.d.e}'), 'a b c? d?'],
    ['of typed props', card('props: { a?: string; b: string }', '{props.a}{props.b}'), 'a? b'],
    ['of a rest', card('{ a, ...rest }', '{a}{rest.b}{rest.c ?? 1}'), 'a b c?'],
    ['with a rest that is passed on', card('{ a, ...rest }', '{a}{Object.keys(rest)}'), 'a ...'],
    [
      'given a fallback by a statement',
      'export default ({ a, b }) => { a = a ?? 1; b ||= 2; return <p>{a.c}{b}</p> }',
      'a? b?',
    ],
    [
      'put into an object',
      'export default ({ a, b }) => { const q = { a, c: b }; return <p>{q.a && 1}{q.c}</p> }',
      'a? b',
    ],
    [
      'under another name',
      'export default ({ a, b }) => { const c = a; const d = b; return <p>{c ?? 1}{d}</p> }',
      'a? b',
    ],
    ['made a number with a fallback', card('{ a }', '{Number(a) || 1}'), 'a?'],
    ['with props read by a computed name', card('props', '{props[1 + 1]}'), '...'],
    ['read from arguments', 'export default function () { return <p>{arguments[0].a}</p> }', '...'],
    ['of a component without a parameter', 'export default () => <p/>;', ''],
    ['whose default is JSX or a function', card('{ a = <b />, b = () => 1, c = 1 }', '{a}{b()}{c}'), 'c?'],
  ])('%s', (_title, source, expected) => {
    expect(getVariables(source)).toBe(expected);
  });

  it.each([
    ['optional-by-guard', card('{ a }', '{a && 1}'), 'a'],
    ['unused-variable', card('{ a }', ''), 'a'],
    ['default-not-data', card('{ a = <b /> }', '{a}'), 'a'],
    ['clock', card('', '{new Date().getFullYear()}'), 'clock'],
    ['clock', card('', '{Date.now()}'), 'clock'],
    ['chance', card('', '{Math.random()}'), 'random'],
  ])('give the warning %s', (code, source, word) => {
    const { warnings } = readable(draftTemplate(source));

    expect(warnings).toEqual([expect.objectContaining({ code, line: 2, message: expect.stringContaining(word) })]);
  });

  it('give no warning where there is nothing to warn of', () => {
    const source = card('{ a = 1, b }', '{a}{b}{new Date(a).getTime()}{Math.max(1, 2)}');

    const codes = readable(draftTemplate(source)).warnings.map(({ code }) => code);

    expect(codes).toEqual(['required-variable']);
  });
});

describe('a sample', () => {
  const getSample = (use: string, parameter = '{ theThing }') => {
    const { variables } = readable(draftTemplate(`export default (${parameter}) => <p>{${use}}</p>;`));
    return variables[0]?.sample;
  };
  const image = expect.stringMatching(/^data:image\/png;base64,/);
  it.each([
    ['the name in readable form', 'theThing', 'The thing'],
    ['that form for what text can do', 'theThing.toUpperCase().length', 'The thing'],
    ['a list for map', 'theThing.map((x) => x)', []],
    ['a list for a spread', '[...theThing]', []],
    ['a list for what is cut and then mapped', 'theThing.slice(0, 3).map(String)', []],
    [
      'an object for members',
      'theThing.authorName + theThing.image.alt',
      { authorName: 'Author name', image: { alt: 'Alt' } },
    ],
    ['a number for toFixed', 'theThing.toFixed(2)', 1],
    ['a number for arithmetic', 'theThing * 2', 1],
    ['a date', 'new Date(theThing).toISOString()', '2026-01-01'],
    ['an address', 'new URL(theThing).host', 'https://example.com/'],
    ['a grey image for src', '<img src={theThing} />', image],
    ['a grey image for url()', '<i style={{ backgroundImage: `url($' + '{theThing})` }} />', image],
    ['a colour in a style', '<i style={{ color: theThing }} />', '#888888'],
    ['a length in a style', '<i style={{ fontSize: theThing }} />', 64],
  ])('is %s', (_title, use, expected) => {
    expect(getSample(use)).toEqual(expected);
  });

  it.each([
    ['number', 1],
    ['boolean', true],
    ['string', 'The thing'],
    [`'light' | 'dark'`, 'light'],
    ['string[]', ['The thing', 'The thing', 'The thing']],
    ['{ name: string; age: number; nick?: string }', { name: 'Name', age: 1 }],
    ['Array<{ title: string }>', [{ title: 'Title' }, { title: 'Title' }, { title: 'Title' }]],
    ['[string, number]', ['The thing', 1]],
  ])('of type %s fits it', (type, expected) => {
    expect(getSample('theThing', `{ theThing }: { theThing: ${type} }`)).toEqual(expected);
  });
});
