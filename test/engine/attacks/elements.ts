import { type Attack, armed, each, isSlow, rendering } from './attack.ts';

const nested = (title: string, count: number, style: string, more = {}): Attack => ({
  title: `${count.toLocaleString('en')} nested: ${title}`,
  code: `export default () => { let e = 'x'; for (let i = 0; i < ${count}; i++) e = <div style={{ ${style} }}>{e}</div>; return e; };`,
  ends: count > 100 ? 'COMPILE_ERROR' : 'image',
  ...more,
});
const siblings = (title: string, count: number, jsx: string, outer: string, more = {}): Attack => ({
  title: `${count.toLocaleString('en')} beside each other: ${title}`,
  code: `export default () => <div style={{ ${outer} }}>{Array.from({ length: ${count} }, (_, i) => ${jsx})}</div>;`,
  ends: count > 5_000 ? 'COMPILE_ERROR' : 'image',
  ...more,
});

/** Many elements, deep and wide, in every kind of layout. */
export const elements: readonly Attack[] = [
  ...each(rendering, [], {
    'a grid of a million columns': `<div style={{ display: 'grid', gridTemplateColumns: 'repeat(1000000, 1px)' }}>x</div>`,
    'a grid of endless repetition': `<div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, 0.00001px)', width: 4000 }}><p>x</p></div>`,
    'a cell far out': `<div style={{ display: 'grid' }}><p style={{ gridColumn: '1 / span 1000000', gridRow: '1000000' }}>x</p></div>`,
    'cells between the ends of numbers': `<div style={{ display: 'grid' }}><p style={{ gridColumn: '-32768 / 32767' }}>x</p><p style={{ gridArea: '-2147483648 / 2147483647 / 1e9 / NaN' }}>y</p></div>`,
    'a table of 20 by 20': `<table>{Array.from({ length: 20 }, (_, r) => <tr key={r}>{Array.from({ length: 20 }, (_, c) => <td key={c} colSpan={1e6} rowSpan={1e6} />)}</tr>)}</table>`,
    'lists in lists': '<ul>{Array.from({ length: 20 }, (_, r) => <li key={r}><ol><li>{r}</li></ol></li>)}</ul>',
    'a list of a billion rows': '<select size={1e9} multiple><option>a</option></select>',
    'languages that are no text': '<div lang={5}><p lang={["de"]}>a</p><p lang={{}}>b</p></div>',
    'columns as narrow as nothing': `<div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, 0.0001px)' }}>x</div>`,
  }),
  nested('flex', 100, `display: 'flex'`),
  nested('flex', 500, `display: 'flex'`),
  nested('flex', 2_000, `display: 'flex'`),
  nested('flex', 10_000, `display: 'flex'`),
  nested('flex', 100_000, `display: 'flex'`),
  nested('grid', 100, `display: 'grid'`),
  nested('grid of two columns', 100, `display: 'grid', gridTemplateColumns: 'auto auto'`),
  nested('wrapping flex', 100, `display: 'flex', flexWrap: 'wrap', flexDirection: 'column'`),
  nested('half of half', 100, `display: 'flex', width: '50%', minWidth: 'min-content'`),
  nested('floats', 100, `float: 'left', width: 'fit-content'`),
  nested('inline', 100, `display: 'inline'`),
  nested('relative to absolute', 100, `position: 'absolute', inset: '-100%'`),
  nested('tables', 100, `display: 'table'`),
  nested('blurred', 5, `filter: 'blur(30px)', width: '100%', height: '100%'`),
  nested('half seen', 25, `opacity: 0.99, width: '100%', height: '100%'`, { isSlow }),
  nested(
    'clipped and turned',
    95,
    `overflow: 'hidden', borderRadius: 20, transform: 'rotate(1deg)', width: '100%', height: '100%'`,
  ),
  nested('masked', 25, `maskImage: 'linear-gradient(red, transparent)', width: '100%', height: '100%'`, { isSlow }),
  nested('ten times as large', 95, `transform: 'scale(10)', width: '100%', height: '100%'`),
  nested('of shadows', 90, `boxShadow: '0 0 300px red, '.repeat(9) + '0 0 300px red', width: '100%', height: '100%'`, {
    ends: 'COMPILE_ERROR',
    isSlow,
  }),
  siblings('boxes', 500, '<p key={i} style={{ width: 1, height: 1 }} />', `display: 'flex'`),
  siblings('boxes', 800, '<p key={i} style={{ width: 1, height: 1 }} />', `display: 'flex', flexWrap: 'wrap'`),
  siblings('boxes', 10_000, '<p key={i} />', ''),
  siblings('boxes', 100_000, '<p key={i} />', ''),
  siblings('texts in spans', 400, '<span key={i}>a b {i}</span>', '', { isSlow }),
  siblings('cells', 4_000, '<p key={i}>x</p>', `display: 'grid', gridTemplateColumns: 'repeat(60, 1fr)'`, {
    ends: 'COMPILE_ERROR',
  }),
  siblings('z-indexes', 3_000, '<p key={i} style={{ position: "absolute", zIndex: -i }}>x</p>', '', {
    ends: 'COMPILE_ERROR',
  }),
  siblings('underlines', 200, '<b key={i} style={{ textDecoration: "underline wavy red" }}>x</b>', '', { isSlow }),
  siblings('emoji', 200, '<b key={i}>{String.fromCodePoint(0x1f300 + i % 700)}</b>', '', { isSlow }),
  siblings('svg', 200, '<svg key={i} width="9" height="9"><circle r="4" /></svg>', `display: 'flex', flexWrap: 'wrap'`),
  siblings('style sheets', 500, '<style key={i}>{`.a { color: red }`}</style>', ''),
  armed('too many elements at the mint', 'return <div>{Array.from({ length: 5_000 }, (_, i) => <p key={i} />)}</div>'),
  nested('inline blocks', 95, `display: 'inline-block', width: 'max-content'`, {
    ends: { satori: 'image', takumi: 'COMPILE_ERROR' },
    isSlow,
  }),
  rendering(
    'a grid of a billion columns',
    `<div style={{ display: 'grid', gridTemplateColumns: 'repeat(1000000000, 1px)' }}><b style={{ gridColumn: '1000000000' }}>x</b></div>`,
    { isSlow },
  ),
  ...each(armed, [{ isSlow }], {
    'children without end that hold nothing': 'return <div>{{ *[Symbol.iterator]() { for (;;) yield null } }}</div>',
    'attributes a proxy goes on naming': `return <div {...new Proxy({}, { ownKeys: () => Array.from({ length: 1e5 }, (_, i) => 'k' + i), getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }) })} />`,
  }),
];
