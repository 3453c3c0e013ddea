import { type Attack, armed, drawing, drawnOrGivenUp } from './attack.ts';

const either = { ends: ['picture', 'RENDER_ERROR', 'COMPILE_ERROR'] } as const;
const nested = (title: string, count: number, style: string, more = {}): Attack => ({
  title: `${count.toLocaleString('en')} nested: ${title}`,
  code: `export default () => { let e = 'x'; for (let i = 0; i < ${count}; i++) e = <div style={{ ${style} }}>{e}</div>; return e; };`,
  ends: count > 100 ? 'COMPILE_ERROR' : 'picture',
  ...more,
});
const siblings = (title: string, count: number, jsx: string, outer: string, more = {}): Attack => ({
  title: `${count.toLocaleString('en')} beside each other: ${title}`,
  code: `export default () => <div style={{ ${outer} }}>{Array.from({ length: ${count} }, (_, i) => ${jsx})}</div>;`,
  ends: count > 5_000 ? 'COMPILE_ERROR' : 'picture',
  ...more,
});

/** Many elements, deep and wide, in every kind of layout. */
export const elements: readonly Attack[] = [
  nested('flex', 100, `display: 'flex'`),
  nested('flex', 500, `display: 'flex'`),
  nested('flex', 2_000, `display: 'flex'`),
  nested('flex', 10_000, `display: 'flex'`),
  nested('flex', 100_000, `display: 'flex'`),
  nested('grid', 100, `display: 'grid'`),
  nested('grid of two columns', 100, `display: 'grid', gridTemplateColumns: 'auto auto'`, either),
  nested('wrapping flex', 100, `display: 'flex', flexWrap: 'wrap', flexDirection: 'column'`, either),
  nested('half of half', 100, `display: 'flex', width: '50%', minWidth: 'min-content'`, either),
  nested('floats', 100, `float: 'left', width: 'fit-content'`, either),
  nested('inline', 100, `display: 'inline'`, either),
  nested('relative to absolute', 100, `position: 'absolute', inset: '-100%'`, either),
  nested('tables', 100, `display: 'table'`, either),
  nested('blurred', 10, `filter: 'blur(30px)', width: '100%', height: '100%'`, drawnOrGivenUp),
  nested('half seen', 25, `opacity: 0.99, width: '100%', height: '100%'`, either),
  nested(
    'clipped and turned',
    95,
    `overflow: 'hidden', borderRadius: 20, transform: 'rotate(1deg)', width: '100%', height: '100%'`,
    either,
  ),
  nested('masked', 25, `maskImage: 'linear-gradient(red, transparent)', width: '100%', height: '100%'`, drawnOrGivenUp),
  nested('ten times as large', 95, `transform: 'scale(10)', width: '100%', height: '100%'`, either),
  nested(
    'of shadows',
    90,
    `boxShadow: '0 0 300px red, '.repeat(9) + '0 0 300px red', width: '100%', height: '100%'`,
    drawnOrGivenUp,
  ),
  siblings('boxes', 500, '<p key={i} style={{ width: 1, height: 1 }} />', `display: 'flex'`),
  siblings(
    'boxes',
    1_000,
    '<p key={i} style={{ width: 1, height: 1 }} />',
    `display: 'flex', flexWrap: 'wrap'`,
    drawnOrGivenUp,
  ),
  siblings('boxes', 10_000, '<p key={i} />', ''),
  siblings('boxes', 100_000, '<p key={i} />', ''),
  siblings('texts in spans', 400, '<span key={i}>a b {i}</span>', '', drawnOrGivenUp),
  siblings(
    'cells',
    4_000,
    '<p key={i}>x</p>',
    `display: 'grid', gridTemplateColumns: 'repeat(60, 1fr)'`,
    drawnOrGivenUp,
  ),
  siblings('z-indexes', 3_000, '<p key={i} style={{ position: "absolute", zIndex: -i }}>x</p>', '', drawnOrGivenUp),
  siblings('underlines', 200, '<b key={i} style={{ textDecoration: "underline wavy red" }}>x</b>', '', drawnOrGivenUp),
  siblings('emoji', 200, '<b key={i}>{String.fromCodePoint(0x1f300 + i % 700)}</b>', '', drawnOrGivenUp),
  siblings(
    'svg',
    200,
    '<svg key={i} width="9" height="9"><circle r="4" /></svg>',
    `display: 'flex', flexWrap: 'wrap'`,
    drawnOrGivenUp,
  ),
  siblings('style sheets', 500, '<style key={i}>{`.a { color: red }`}</style>', '', either),
  drawing(
    'a grid of a million columns',
    `<div style={{ display: 'grid', gridTemplateColumns: 'repeat(1000000, 1px)' }}>x</div>`,
    drawnOrGivenUp,
  ),
  drawing(
    'a grid of endless repetition',
    `<div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, 0.00001px)', width: 4000 }}><p>x</p></div>`,
    drawnOrGivenUp,
  ),
  drawing(
    'a cell far out',
    `<div style={{ display: 'grid' }}><p style={{ gridColumn: '1 / span 1000000', gridRow: '1000000' }}>x</p></div>`,
    drawnOrGivenUp,
  ),
  drawing(
    'cells between the ends of numbers',
    `<div style={{ display: 'grid' }}><p style={{ gridColumn: '-32768 / 32767' }}>x</p><p style={{ gridArea: '-2147483648 / 2147483647 / 1e9 / NaN' }}>y</p></div>`,
    either,
  ),
  drawing(
    'a table of 20 by 20',
    '<table>{Array.from({ length: 20 }, (_, r) => <tr key={r}>{Array.from({ length: 20 }, (_, c) => <td key={c} colSpan={1e6} rowSpan={1e6} />)}</tr>)}</table>',
    drawnOrGivenUp,
  ),
  drawing(
    'lists in lists',
    '<ul>{Array.from({ length: 20 }, (_, r) => <li key={r}><ol><li>{r}</li></ol></li>)}</ul>',
    either,
  ),
  armed('too many elements at the mint', 'return <div>{Array.from({ length: 5_000 }, (_, i) => <p key={i} />)}</div>'),
  drawing('a list of a billion rows', '<select size={1e9} multiple><option>a</option></select>'),
  drawing('languages that are no text', '<div lang={5}><p lang={["de"]}>a</p><p lang={{}}>b</p></div>'),
  nested('inline blocks', 95, `display: 'inline-block', width: 'max-content'`, drawnOrGivenUp),
  drawing(
    'a grid of a billion columns',
    `<div style={{ display: 'grid', gridTemplateColumns: 'repeat(1000000000, 1px)' }}><b style={{ gridColumn: '1000000000' }}>x</b></div>`,
    drawnOrGivenUp,
  ),
  drawing(
    'columns as narrow as nothing',
    `<div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, 0.0001px)' }}>x</div>`,
    drawnOrGivenUp,
  ),
  armed(
    'children without end that hold nothing',
    'return <div>{{ *[Symbol.iterator]() { for (;;) yield null } }}</div>',
    { isSlow: true },
  ),
  armed(
    'attributes a proxy goes on naming',
    `return <div {...new Proxy({}, { ownKeys: () => Array.from({ length: 1e5 }, (_, i) => 'k' + i), getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }) })} />`,
    { isSlow: true },
  ),
];
