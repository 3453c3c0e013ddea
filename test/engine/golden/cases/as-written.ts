import type { GoldenCase } from '../case.ts';
import { box, element, full, h, html, styled } from '../element.ts';

const page = `${full}; background: #fff; color: #111; padding: 20; font-size: 24`;
const options = { width: 600, height: 315 };
const getCase = (name: string, style: string, ...children: Parameters<typeof box>[1][]): GoldenCase => ({
  name,
  options,
  tree: box(`${page}; ${style}`, ...children),
});

const picture = `data:image/svg+xml;base64,${btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><rect width="80" height="80" fill="#e11d48"/>' +
    '<circle cx="40" cy="40" r="24" fill="#fde047"/></svg>',
)}`;
const image = (style: string) => h('img', { src: picture, width: 60, height: 60, style });

/** What people write, and takumi alone renders in another way than a browser. */
export const asWrittenCases: readonly GoldenCase[] = [
  getCase(
    'text-beyond-image',
    'display: flex; flex-direction: column; font-size: 60; padding: 0 40px',
    box('', 'Building type-safe APIs with edge functions, streaming responses and incremental regeneration'),
    box('font-size: 40', 'by Ada Lovelace'),
  ),
  getCase(
    'nowrap-in-the-middle',
    'position: relative',
    styled(
      'span',
      'position: absolute; left: 50%; transform: translateX(-50%); white-space: nowrap; background: #fc0',
      'A centred badge with long text here',
    ),
    box(
      'position: absolute; top: 100; left: 400; white-space: nowrap; background: #9cf',
      styled('b', '', 'Past'),
      ' the edge of it',
    ),
  ),
  getCase(
    'narrow-spaces',
    'font-size: 32',
    box('', '1\u202f234\u202f567,89\u202f€ ! « mot »'),
    box('', 'a\u2002b\u2003c\u2004d\u2005e\u2006f\u2009g\u200ah\u2007i\u2008j\u205fk'),
  ),
  getCase(
    'inline-images',
    'font-size: 36',
    box('', 'Written by ', image('margin: 0px 24px; border-radius: 30'), ' Ada'),
    box('', 'Sponsor ', image('opacity: 0.3; filter: grayscale(1); transform: rotate(20deg)'), ' faded'),
  ),
  getCase(
    'inline-opacity',
    'font-size: 36; font-weight: 700',
    box('', 'Plain ', styled('span', 'opacity: 0.25', 'faint words'), ' plain'),
    box('', 'Plain ', styled('span', 'opacity: 50%', 'half ', styled('i', 'opacity: 0.5', 'quarter'), ' 🚀'), ' plain'),
    box('', styled('span', 'opacity: 0.4', 'With an ', image(''), ' image'), ' plain'),
    box(
      'display: flex; gap: 8',
      styled('span', 'opacity: 0.3', 'item'),
      html('<span class="opacity-25">utility</span>'),
    ),
  ),
  getCase(
    'computed-lengths',
    '',
    box('font-size: clamp(16px, 8vw, 44px)', 'clamp()'),
    box('width: min(300px, 80%); background: #cfc', 'min()'),
    box('padding: max(8px, 2vw); background: #ccf', 'max()'),
    box('width: clamp(100px, 50%, 200px); height: 10vh; background: #fcc', 'vh'),
    box('display: flex', box('width: max(20%, 50px); background: #fda', 'item'), element('<b>after</b>')),
  ),
  getCase(
    'grid-areas',
    'display: flex; flex-direction: column; gap: 10',
    box(
      `display: grid; grid-template-areas: "head head" "side main"; grid-template-columns: 120px 1fr; gap: 8`,
      box('grid-area: main; background: #ccf', 'main'),
      box('grid-area: head; background: #fcc', 'head'),
      box('grid-area: side; background: #cfc', 'side'),
    ),
    box(
      'display: grid; grid-template-columns: [start] 1fr [mid] 2fr [end]; gap: 8',
      box('grid-column: mid / end; background: #fda', 'mid to end'),
      box('grid-column: start / end; background: #adf', 'start to end'),
    ),
    box(
      `display: grid; grid-template: "a b" 40px "a c" 60px / 1fr [x] 80px [x] 80px`,
      box('grid-area: a; background: #eee', 'a'),
      box('grid-area: c; background: #9cf', 'c'),
      box('grid-column-start: x 2; grid-row: 1; background: #fc9', 'x 2'),
    ),
  ),
  getCase(
    'gradient-borders',
    'display: flex; flex-direction: column; gap: 16',
    box(
      `width: 300; padding: 16; border-radius: 20; border: 4px solid transparent;
      background: linear-gradient(#fff, #fff) padding-box, linear-gradient(90deg, #f0f, #0ff) border-box`,
      'Gradient border',
    ),
    box(
      `width: 200; height: 60; border: 6px solid transparent; background-image: linear-gradient(#ffd, #ffd),
      linear-gradient(45deg, #f00, #00f); background-origin: border-box; background-clip: padding-box, border-box`,
      'In longhands',
    ),
  ),
  getCase(
    'logical-borders',
    '',
    box('padding-inline-start: 20; border-inline-start: 6px solid red', 'Quote'),
    h(
      'div',
      { dir: 'rtl', style: 'margin-top: 10; padding-inline-start: 20; border-inline-start: 6px solid red' },
      'שלום עולם',
    ),
    box('margin-top: 10; border-block: 3px solid blue; border-inline-width: 8; inline-size: 200', 'Block'),
    box('margin-top: 10; background: #fc9; border-start-start-radius: 20; border-end-end-radius: 20', 'Corners'),
  ),
  getCase(
    'positions-from-the-end',
    'display: flex; flex-wrap: wrap; gap: 10',
    box(
      `width: 200; height: 100; background: radial-gradient(circle, #f0f 0 30px, transparent 31px) no-repeat right 10px
      bottom 10px / 80px 80px, linear-gradient(#def, #fed)`,
    ),
    box(
      `width: 200; height: 100; background-color: #eee; background-image: linear-gradient(#f00, #00f); background-size: 40px 40px;
      background-repeat: no-repeat; background-position: right 10px bottom 10px`,
    ),
    box(
      `width: 200; height: 100; background-color: #eee; background-image: linear-gradient(#f00, #00f); background-size: 40px 40px;
      background-repeat: no-repeat; background-position: bottom 10px left`,
    ),
    ...html(
      '<style>.dot { width: 140px; height: 100px; background: #eee linear-gradient(#0a0, #0a0) no-repeat right 5px top 20% / 30px 30px }</style><div class="dot" />',
    ),
  ),
  getCase(
    'strokes-behind',
    '',
    box(
      'font-size: 60; font-weight: 800; color: #fff; -webkit-text-stroke: 8px #111; paint-order: stroke fill',
      'Outlined',
    ),
    box(
      'font-size: 40; font-weight: 800; color: #fde047; -webkit-text-stroke: 3px #b91c1c; paint-order: stroke',
      'Thin ',
      styled('i', '', 'words'),
    ),
  ),
  getCase(
    'variables-in-vectors',
    '--c: #c0c; display: flex; gap: 8',
    ...html(`<style>:root { --r: #0a0 }</style>
      <svg width="60" height="60"><circle cx="30" cy="30" r="25" fill="var(--c)" /></svg>
      <svg width="60" height="60"><g><circle cx="30" cy="30" r="25" fill="var(--none, orange)" stroke="var(--c)" /></g></svg>
      <svg width="60" height="60"><circle cx="30" cy="30" r="25" fill="var(--r)" /></svg>`),
  ),
  getCase(
    'written-text',
    '',
    h('div', { lang: 'tr', style: 'text-transform: uppercase' }, 'istanbul'),
    h('div', { lang: 'el', style: 'text-transform: uppercase' }, 'Ελλάδα όνομα'),
    ...html('<div>He said <q>never say <q>never</q></q>.</div><div>User <bdi>שלום</bdi>: 5 posts</div>'),
    box('width: 120; background: #eef', 'super', h('wbr'), 'califragi', h('wbr'), 'listic'),
  ),
  getCase(
    'right-to-left-cuts',
    'display: flex; flex-direction: column; gap: 12',
    ...['overflow: hidden; text-overflow: ellipsis; white-space: nowrap', 'line-clamp: 1', 'line-clamp: 2'].map(
      (style) =>
        h(
          'div',
          { dir: 'rtl', style: `width: 320; background: #fde68a; ${style}` },
          'هذا عنوان طويل جدا لا يتسع في سطر واحد ولا في سطرين من هذه البطاقة',
        ),
    ),
  ),
  getCase(
    'right-to-left-items',
    'display: flex; flex-direction: column; gap: 12',
    ...['', 'text-wrap: balance'].map((style) =>
      styled(
        'span',
        `width: 260; flex-shrink: 0; background: #fde68a; ${style}`,
        'כותרת ארוכה של מאמר על שירותי תמונות, שנכתבה כדי',
      ),
    ),
    box(
      'width: 260; flex-shrink: 0; background: #ddd',
      styled('b', '', 'כותרת'),
      styled('span', '', ' ארוכה של מאמר על שירותי'),
    ),
  ),
  getCase(
    'shares-in-lines',
    '',
    box('margin-bottom: 10', h('img', { src: picture, style: 'width: 100%; height: 40px; object-fit: cover' })),
    box('margin-bottom: 10; width: 300', 'a ', h('img', { src: picture, style: 'width: 50%; height: 40px' }), ' b'),
    box('margin-bottom: 10', styled('span', 'display: inline-block; width: 40%; height: 30; background: #9cf', 'box')),
    box('width: 80', h('img', { src: picture, style: 'width: 100%; height: 100%' })),
  ),
  getCase(
    'empty-pseudo-elements',
    '',
    ...html(`<style>
      .line { position: relative; padding: 10px }
      .line::after { content: ''; position: absolute; left: 0; bottom: 0; width: 50%; height: 6px; background: #f00 }
      .bar::after { content: ""; display: block; width: 80px; height: 10px; background: #0a0 }
      .tick::before { content: '✓ '; color: #00f }
    </style><div class="line">underlined</div><div class="bar">with a bar</div><div class="tick">ticked</div>`),
  ),
  getCase(
    'numbered-lists',
    '',
    ...html('<ol type="a"><li>alpha</li></ol><ol type="I"><li>Roman</li></ol>'),
    box('', h('abbr', { title: 'HyperText Markup Language' }, 'HTML'), ' and ', h('a', { href: '#' }, 'a link')),
  ),
  getCase(
    'list-markers',
    'font-size: 18',
    ...html(`<ul style="margin: 0; list-style-type: square"><li>square</li><li style="list-style-type: '- '">a text, and so many words that the item takes a second line of the list</li></ul>
      <ul style="margin: 0"><li>disc<ul><li>circle<ul><li>square</li></ul></li></ul></li></ul>
      <ol style="margin: 0" start="9"><li>nine</li><li>ten</li><li value="30"><p style="margin: 0">thirty</p></li></ol>
      <ol style="margin: 0; list-style-position: inside" reversed type="I"><li>two</li><li>one</li></ol>`),
  ),
  getCase(
    'tabs-and-zeros',
    '',
    box('white-space: pre; font-size: 20', 'Name\tPrice\tAmount\nTea\t3 €\t10\nCoffee with milk\t4 €\t200'),
    h('pre', { style: 'margin: 10px 0; tab-size: 4; font-size: 18' }, 'if (a) {\n\treturn\tb;\n}'),
    styled('p', 'max-width: 28ch; margin: 0; background: #fde68a', 'Twenty-eight characters of the font a line'),
  ),
  getCase(
    'colour-hints',
    'padding: 0; background: linear-gradient(90deg, #e11d48, 20%, #2563eb)',
    box('height: 70; background: radial-gradient(#fff, 80%, #111)'),
    box('height: 70; background: conic-gradient(#e11d48, 90deg, #2563eb)'),
    box('height: 70; background: repeating-linear-gradient(90deg, #facc15 0, 10px, #15803d 60px)'),
  ),
  getCase(
    'vector-text',
    'padding: 0; display: flex; font-family: Inter',
    ...html(`<svg width="600" height="315" viewBox="0 0 600 315" fontSize="14">
      <g transform="translate(60, 40)"><line x2="500" stroke="#ddd" /><text x="-8" textAnchor="end" dominantBaseline="middle" fill="#555">75%</text></g>
      <rect x="70" y="60" width="40" height="200" fill="#4f46e5" />
      <text x="90" y="280" textAnchor="middle">Jan</text>
      <text x="300" y="24" textAnchor="middle" fontSize="20" fontWeight="bold">AVATAR To. <tspan fill="crimson" dx="6">Wave</tspan> <tspan fontStyle="italic" fontSize="14" dy="4">in thousands</tspan></text>
      <text transform="translate(16 170) rotate(-90)" textAnchor="middle" fill="#999" letterSpacing="1">Revenue</text>
      <text x="400" y="120" direction="rtl" fontSize="24" fontFamily="Noto Sans Arabic">مرحبا 25 بالعالم</text>
      <text x="50%" y="160 170 180" dominantBaseline="hanging" stroke="red" fill="none" fontSize="30">abc</text>
      <text x="200" y="220" dominantBaseline="central" fontSize="24">日本 שלום mix</text>
    </svg>`),
  ),
];
