import { expect, it } from 'vitest';
import { getErrors } from './drafts.ts';

/** Diagnostics of a card with this inside, whose first line is line 3, as `line:column message`. */
const getMessage = (inside: string, before = ''): string[] =>
  getErrors(`${before}export default ({ a = 'x' }) => {\n  return (\n${inside}\n  );\n}\n`).map(
    ({ line, column, message }) => `${line}:${column} ${message}`,
  );

it.each([
  ['<div>hi</span>', '3:8 <div> is not closed before </span>: write </div> here.'],
  ['<div>\n <span>hi\n</div>', '5:1 <span> is not closed before </div>: write </span> here.'],
  ['<div>\n <p>hi</p>', '4:11 <div> is not closed: write </div> here.'],
  ['<div>\na<br>b\n</div>', '5:1 <br> is never closed: write <br />.'],
  ['<div>\n<p>hi</p></p>\n</div>', '4:10 <div> is not closed before </p>: write </div> here.'],
  ['<div>\n</div></div>', '4:7 This closes nothing: no such tag is open.'],
  ['<><p>a</p></div>', '3:11 <> is not closed before </div>: write </> here.'],
  ['<div>\n<b>x</i>\n<section><p>q</section>\n</div>', '4:5 <b> is not closed before </i>: write </b> here.'],
  ['<div>{a ? <p>1</p> : <p>2</b>}</div>', '3:26 <p> is not closed before </b>: write </p> here.'],
  ['<ul>{[1].map((n) => <li key={n}>{n}<li>)}</ul>', '3:42 <li> is not closed before </ul>: write </li> here.'],
  [
    '<div>); };\nfunction A() { return <p>x</p>; }\nconst b = () => (<p/>',
    '4:14 <div> is not closed: write </div> here.',
  ],
  ['<div>\n<!-- note -->\n</div>', '4:2 JSX has no HTML comments: write {/* ... */}.'],
  ['<div\n<p>a</p></div>', '4:5 The tag before this < has no end: write > or /> first.'],
  ['<div>{a</div>', '3:10 A { is not closed before this closing tag: write } first.'],
  ["<div style={{ color: 'red' }>a</div>", '3:33 A { is not closed before this closing tag: write } first.'],
  ['<div style={{ font-size: 20 }}>a</div>', '3:19 A name with a dash needs quotes, or capitals: fontSize.'],
  ['<div style={{ top: 1; left: 1 }}>a</div>', '3:21 Expected ",", but there is ;.'],
  ['<div>{a.map((x) => (<p>{x}</p>)}</div>', '3:32 Expected ",", but there is }.'],
  ['<div title="a>b</div>', '3:12 Unterminated string constant.'],
  ['<div>👨‍👩‍👧 hi</span>', '3:17 <div> is not closed before </span>: write </div> here.'],
])('says of %j: %s', (inside, note) => {
  expect(getMessage(inside)).toEqual([note]);
});

it('takes types, comparisons, expressions and text for no tags', () => {
  const before = `const id = <T,>(x: T) => x; const b = <T extends string>(x: T): T => x; type F = <T>(x: T) => void; `;
  const inside = `<div>it's {id<string>(a)} {a.replace(/<p>"/g, "</i>")} {a < 3 && 4 > 2 ? \`<b>\${'</u>'}\` : /* <q> */ ''}</b>`;
  expect(getMessage(inside, before)).toEqual([expect.stringMatching(/^3:\d+ <div> is not closed before <\/b>/)]);
});

it('says everything else too where the parser goes on', () => {
  expect(getMessage('<div>{a}{fetch(a)}</span>', "import x from 'lodash'; ")).toEqual([
    expect.stringContaining('<div> is not closed before </span>'),
    expect.stringContaining('"lodash" cannot be imported'),
    expect.stringContaining('fetch is not available'),
  ]);
});

it('takes a moment for the worst', () => {
  const note = ['<div '.repeat(30_000), '<div>'.repeat(30_000), '{<p>'.repeat(20_000), '</p>'.repeat(30_000)].map(
    (inside) => getMessage(inside).length > 0,
  );
  expect(note).toEqual([true, true, true, true]);
});
