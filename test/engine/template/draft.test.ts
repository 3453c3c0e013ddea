import { describe, expect, it } from 'vitest';
import { parseTemplateSource } from '#engine/template/render-plan/draft.ts';
import { getErrors, getVariables, readable } from './drafts.ts';

it.each([
  ['<div>Hello</div>;', /^1:1 no-default-export There is no default export, only an element; write .* around it\.$/],
  ['export function GET() { return <div>hi</div>; }', /^1:1 no-default-export GET is not a default export/],
  [
    'export default function handler(req) { return <p>{req.query.a}</p>; }',
    /^1:16 no-component This answers a request/,
  ],
  ['export default (req, res) => res.json({});', /^1:16 no-component This answers a request/],
])('code that is not a template gets an explanation: %s', (source, expected) => {
  const [first] = getErrors(source);
  expect(`${first?.line}:${first?.column} ${first?.code} ${first?.message}`).toMatch(expected);
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
    const source = `import type { A } from './a';
import {
  Fragment,
} from 'react';
interface Props { title: string }
export const options = {
  width: 100,
};
export default function Card(
  { title }: Props,
) {
  return (
    <Fragment>
      {title as string} MARK
    </Fragment>
  );
}`;

    const { script, inspectionScript } = readable(parseTemplateSource(source));

    for (const written of [script, inspectionScript]) {
      const lines = written.split('\n');
      expect(lines.findIndex((line) => line.includes('MARK'))).toBe(13);
      expect(lines.findIndex((line) => line.includes('width: 100'))).toBe(6);
    }
  });
});

/** Code with a mark where its error is, and the message. */
const errorAt = (marked: string) => {
  const before = marked.slice(0, marked.indexOf('¦')).split('\n');
  return { source: marked.replace('¦', ''), line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
};
const card = 'export default () => ';

describe('an error names its place', () => {
  it.each<[message: RegExp, marked: string]>([
    [/^<p> is not closed before <\/span>: write <\/p> here\.$/, `${card}(\n  <div>\n    <p>hi¦</span>\n  </div>);`],
    [/^; makes no sense here/, `const a = ¦;\n${card}<p/>;`],
    [/already been declared/, `const a = 1;\nconst ¦a = 2;\n${card}<p/>;`],
    [/no default export/, 'const A = () => 1;\n¦export { A };'],
    [/no default export/, '¦'],
    [/function component: it is an element/, '¦export default <p/>;'],
    [/result of a call/, 'const f = () => () => 1;\n¦export default f();'],
    [/Card is not defined/, '¦export default Card;'],
    [/class components/, 'class A { render() {} }\n¦export default A;'],
    [/Class components/, `import React from "react";\n¦class A extends React.Component {}\n${card}<A />;`],
    [/fetch is not available/, `${card}<p>{¦fetch("x")}</p>;`],
    [/require is not available/, `const fs = ¦require("fs");\n${card}<p/>;`],
    [/nobody is not defined/, `${card}<p>{¦nobody}</p>;`],
    [/"node:fs" cannot be imported/, `¦import fs from "node:fs";\n${card}<p/>;`],
    [/cannot be imported/, `¦import x from "constructor";\n${card}<p>{x}</p>;`],
    [/no Suspense here/, `import { ¦Suspense } from "react";\n${card}<Suspense/>;`],
    [/hook/, `import React from "react";\n${card}<p>{¦React.useState(1)}</p>;`],
    [/cannot be imported/, `¦export { a } from "./a";\n${card}<p/>;`],
    [/import\(\)/, `${card}<p>{¦import("x")}</p>;`],
    [/import\.meta/, `${card}<p>{¦import.meta.url}</p>;`],
    [/colon/, `${card}¦<svg:rect />;`],
    [/<style> only/, `${card}<p ¦dangerouslySetInnerHTML={{ __html: "x" }} />;`],
    [/one parameter/, 'export default ({ a }, ¦b) => <p>{a}</p>;'],
    [/names/, 'export default (¦[a]) => <p>{a}</p>;'],
    [/data-x cannot be sent/, 'export default ({ ¦"data-x": x }) => <p>{x}</p>;'],
    [/__proto__ cannot be sent/, 'export default ({ ¦__proto__: x }) => <p>{x}</p>;'],
    [/constructor cannot be sent/, 'export default ({ ¦constructor: x }) => <p>{x}</p>;'],
    [/prototype cannot be sent/, 'export default ({ ¦prototype: x }) => <p>{x}</p>;'],
    [/too deeply/, `¦x=${'['.repeat(100_000)}`],
  ])('%s', (message, marked) => {
    const { source, line, column } = errorAt(marked);
    expect(getErrors(source)).toContainEqual({
      ...{ line, column, code: expect.stringMatching(/^[a-z]+(-[a-z]+)*$/) },
      message: expect.stringMatching(message),
    });
  });

  it('and all are reported at once', () => {
    const source = `import fs from 'fs';\nexport default ({ a }, b) => <p>{fetch(a)}{foo}{useState()}</p>;`;
    const codes = getErrors(source).map(({ code }) => code);
    expect(codes.toSorted()).toEqual(['hook', 'import', 'second-parameter', 'unavailable', 'undefined-name']);
  });

  it.each([
    ['namespace Icons { export const size = 1 }', 'A namespace does not work'],
    ['function Icons() {}\nnamespace Icons { export const size = 1 }', 'A namespace does not work'],
    ['namespace Icons.Large { export const size = 1 }', 'A namespace does not work'],
    ['const f = () => { using file = null; };', 'using does not work in templates: write const.'],
    ['enum A { One = 1 }\nconst b = One;', 'One is not defined.'],
  ])('so is what the compiler would drop or not understand: %s', (code, message) => {
    expect(getErrors(`${code}\n${card}<p/>;`)).toMatchObject([{ message: expect.stringContaining(message) }]);
  });

  it('except names whose existence the source finds out', () => {
    const guarded = 'typeof window === "undefined" ? a : window.innerWidth';
    expect(getErrors(`export default ({ a }) => <p>{${guarded}}</p>;`)).toEqual([]);
    expect(getErrors(`export default ({ a }) => <p>{${guarded}}{document.title}</p>;`)).toMatchObject([
      { code: 'unavailable', message: 'document is not available in templates.' },
    ]);
  });

  it.each([
    `class A { #x = 1; get x() { return this.#x } }\nconst f = (n) => new A().x + n;\n${card}<p>{f(1)}</p>;`,
    `const useTheme = () => ({ color: "red" });\n${card}<p style={useTheme()} />;`,
    'import type { A } from "./a";\ntype C = A;\nexport type D = C;\nexport interface E { a: C }\nexport default ({ a }: E) => <p>{a}</p>;',
    'import { FC, ReactNode } from "react";\nimport { Props } from "./p";\nconst C: FC<Props & { c: ReactNode }> = ({ c }) => <p>{c}</p>;\nexport default C;',
    `enum Size { Small = 1, Large }\n${card}<p>{Size.Large}</p>;`,
    `enum Style { Bold = 1, Italic = 2, Both = Bold | Italic }\n${card}<p>{Style.Both}</p>;`,
    `const enum Name { First = 'a', Full = \`\${First}b\` }\n${card}<p>{Name.Full}</p>;`,
    `namespace Types { export interface Props { a: 1 } }\ndeclare namespace Other { const a: 1 }\n${card}<p/>;`,
    `${card}<p>{typeof window}</p>;`,
    `function* g() { yield 1 }\n${card}{ outer: for (const [a, { b = 1 }] of [[1, {}]]) { break outer }\n return <p>{[...g()]}</p> };`,
    'const t = (s) => s[0];\nexport default ({ a = {} }) => <svg viewBox="0 0 1 1" {...a}><path d={t`M0 0`} xlinkHref={a?.b?.[0]} /></svg>;',
    `${card}<style dangerouslySetInnerHTML={{ __html: "p{}" }} />;`,
    `"use client";\nexport const runtime = "edge";\nexport function helper() {}\n${card}<p/>;`,
  ])('and code that means something has none: %s', (source) => {
    expect(getErrors(source)).toEqual([]);
  });
});

describe('variables', () => {
  const cardWith = (parameter: string, body: string, before = '') =>
    `${before}\nexport default function Card(${parameter}) { return <p>${body}</p> }`;
  const doing = (parameter: string, body: string) => `export default (${parameter}) => { ${body} }`;

  it.each([
    [cardWith('{ b: x, a, "c": y }', '{a}{x}{y}'), 'b a c'],
    [cardWith('{ a = 1, b: { c } = {}, d: [e] = [] }', '{a}{c}{e}'), 'a? b? d?'],
    [cardWith('{ a: { b }, c: [d] }', '{b}{d}'), 'a c'],
    [cardWith('{ a, b = 1 } = {}', '{a}{b}'), 'a b?'],
    [cardWith('{ a, b }: { a: string; b?: string }', '{a}{b}'), 'a b?'],
    [cardWith('{ a, c }: P', '{a}{c}', 'interface Q { c?: 1 }\ninterface P extends Q { a: string }'), 'a c?'],
    [cardWith('{ a, b }: Readonly<P>', '{a}{b}', 'type P = { a: 1 } & Partial<{ b: 2 }>;'), 'a b?'],
    [cardWith('{ a }', '{a && <b>{a}</b>}'), 'a?'],
    [cardWith('{ a }', '{a ? <b>{a.x}</b> : null}'), 'a?'],
    [cardWith('{ a, b }', '{a || "x"}{b ?? "y"}'), 'a? b?'],
    [cardWith('{ a, b, c }', '{a?.x}{b?.[0]}{c?.()}'), 'a? b? c?'],
    [cardWith('{ a, b, c }', '{a != null && a}{b !== undefined ? b : 1}{typeof c}'), 'a? b? c?'],
    [doing('{ a }', 'if (!a) return null;\n return <p>{a.x}</p>'), 'a?'],
    [doing('{ a }', 'let x = 1;\n if (a) { x = a.b }\n return <p>{x}</p>'), 'a?'],
    [cardWith('{ a }', '{a && 1}{a}'), 'a'],
    [cardWith('{ a }', '{a === "x" ? 1 : 2}'), 'a'],
    [cardWith('{ a }', '{[1].map((a) => a)}{a || 1}'), 'a?'],
    [cardWith('{ a }', ''), 'a'],
    [cardWith('props', '{props.a}{props["b"]}{props.c ?? 1}{props.d && props.d.e}'), 'a b c? d?'],
    [cardWith('props: { a?: string; b: string }', '{props.a}{props.b}'), 'a? b'],
    [cardWith('{ a, ...rest }', '{a}{rest.b}{rest.c ?? 1}'), 'a b c?'],
    [cardWith('{ a, ...rest }', '{a}{Object.keys(rest)}'), 'a ...'],
    [doing('{ a, b }', 'a = a ?? 1; b ||= 2; return <p>{a.c}{b}</p>'), 'a? b?'],
    [doing('{ a, b }', 'const q = { a, c: b }; return <p>{q.a && 1}{q.c}</p>'), 'a? b'],
    [doing('{ a, b }', 'const c = a; const d = b; return <p>{c ?? 1}{d}</p>'), 'a? b'],
    [cardWith('{ a }', '{Number(a) || 1}'), 'a?'],
    [cardWith('props', '{props[1 + 1]}'), '...'],
    ['export default function () { return <p>{arguments[0].a}</p> }', '...'],
    [`${card}<p/>;`, ''],
  ])('of %s are "%s"', (source, expected) => {
    expect(getVariables(source)).toBe(expected);
  });

  it.each([
    ['optional-by-guard', cardWith('{ a }', '{a && 1}'), 'a'],
    ['unused-variable', cardWith('{ a }', ''), 'a'],
    ['clock', cardWith('', '{new Date().getFullYear()}'), 'clock'],
    ['clock', cardWith('', '{Date.now()}'), 'clock'],
    ['chance', cardWith('', '{Math.random()}'), 'random'],
  ])('give the warning %s', (code, source, word) => {
    const { warnings } = readable(parseTemplateSource(source));
    expect(warnings).toEqual([expect.objectContaining({ code, line: 2, message: expect.stringContaining(word) })]);
  });

  it('give no warning where there is nothing to warn of', () => {
    const source = cardWith('{ a = 1, b }', '{a}{b}{new Date(a).getTime()}{Math.max(1, 2)}');
    expect(readable(parseTemplateSource(source)).warnings.map(({ code }) => code)).toEqual(['required-variable']);
  });
});

describe('a sample', () => {
  const getSample = (use: string, parameter = '{ theThing }') => {
    const { variables } = readable(parseTemplateSource(`export default (${parameter}) => <p>{${use}}</p>;`));
    return variables[0]?.sample;
  };
  const image = expect.stringMatching(/^data:image\/png;base64,/);
  it.each([
    ['the name in readable form', 'theThing', 'The thing'],
    ['that form for what text can do', 'theThing.toUpperCase().length', 'The thing'],
    ['a list for map', 'theThing.map((x) => x)', []],
    ['a list for a spread', '[...theThing]', []],
    ['a list for what is cut and then mapped', 'theThing.slice(0, 3).map(String)', []],
    ['an object for members', 'theThing.aName + theThing.b.alt', { aName: 'A name', b: { alt: 'Alt' } }],
    ['a number for toFixed', 'theThing.toFixed(2)', 1],
    ['a number for a format of numbers', "new Intl.NumberFormat('en').format(theThing)", 1],
    ['a number for Number', 'Number(theThing)', 1],
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
