import type { VElement, VNode } from '#engine/vnode/vnode.ts';

/** A small tree in which declarations of one kind have a visible effect. */
export interface Scene {
  readonly name: string;
  /** Returns the tree with a declaration on its subject. */
  readonly build: (declaration: Readonly<Record<string, string>>) => VElement;
}

type Style = Readonly<Record<string, string | number>>;

/** CSS pixels. */
export const sceneSize = { width: 200, height: 120 } as const;

const h = (type: string, style: Style, ...children: readonly VNode[]): VElement => ({
  type,
  props: { style },
  children: [...children],
});
const box = (style: Style, ...children: readonly VNode[]) => h('div', { ...style }, ...children);
const page = (style: Style, ...children: readonly VNode[]): VElement =>
  box({ width: 200, height: 120, backgroundColor: '#ffffff', fontSize: 16, color: '#0f172a', ...style }, ...children);

const frame = { width: 120, height: 70, backgroundColor: '#bfdbfe', border: '4px solid #1e3a8a' };
const block = (color: string, width = 30, height = 24, style: Style = {}) =>
  box({ width, height, backgroundColor: color, ...style });
const [red, green, blue, violet] = ['#dc2626', '#16a34a', '#2563eb', '#7c3aed'];
const words = 'Quick brown foxes jump over lazy dogs';

const stripes = 'repeating-linear-gradient(45deg, #dc2626 0 8px, #facc15 8px 16px)';
const tile = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="16"><rect width="24" height="16" fill="#facc15"/><rect width="12" height="8" fill="#dc2626"/></svg>',
)}`;

/** Nine pixels. */
const pixels = `data:image/png;base64,${[
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAADCAIAAADZSiLoAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAIklEQVQImWO4o6b264yoavJr',
  'BrHFXr/OiN5RUwOxQAIMDAC7Rwrzq9UZzgAAAABJRU5ErkJggg==',
].join('')}`;

const svg = (...children: readonly VElement[]): VElement => ({
  type: 'svg',
  props: { width: 160, height: 100, viewBox: '0 0 160 100', style: {} },
  children: [...children],
});
const shape = (type: string, attributes: Readonly<Record<string, string | number>>, style: Style): VElement => ({
  type,
  props: { ...attributes, style },
  children: [],
});

const scene = (name: string, build: Scene['build']): Scene => ({ name, build });

/** A grid in no other takes `subgrid` for `none`, which says nothing about what it does in one. */
const withoutSubgrid = (style: Style): Style =>
  Object.fromEntries(Object.entries(style).filter(([, value]) => value !== 'subgrid'));

/** In the order in which they are tried: a declaration is measured in the first one in which Chromium shows an effect. */
export const scenes: readonly Scene[] = [
  scene('a box with a border', (own) =>
    page({ display: 'flex', flexDirection: 'column' }, box({ ...frame, ...own }), block(green, 60, 20)),
  ),
  scene('a plain box', (own) =>
    page(
      { display: 'flex' },
      box({ width: 120, height: 72, backgroundColor: '#bfdbfe', ...own }, block(green, 60, 24)),
    ),
  ),
  scene('a box with a border in parts', (own) =>
    page({ display: 'flex' }, box({ width: 120, height: 70, borderWidth: 6, borderColor: '#1e3a8a', ...own })),
  ),
  scene('a paragraph', (own) =>
    page({}, box({ width: 150, padding: 6, backgroundColor: '#e2e8f0', border: '2px solid #64748b', ...own }, words)),
  ),
  scene('a long word in a narrow box', (own) =>
    page(
      {},
      box(
        { width: 80, backgroundColor: '#e2e8f0', overflow: 'hidden', whiteSpace: 'normal', ...own },
        'A characteristically  long word',
      ),
    ),
  ),
  scene('a text in one line', (own) =>
    page({}, box({ width: 100, backgroundColor: '#e2e8f0', whiteSpace: 'nowrap', overflow: 'hidden', ...own }, words)),
  ),
  scene('a clamped text', (own) =>
    page(
      {},
      box(
        {
          width: 100,
          backgroundColor: '#e2e8f0',
          display: '-webkit-box',
          WebkitBoxOrient: 'vertical',
          overflow: 'hidden',
          ...own,
        },
        words,
      ),
    ),
  ),
  scene('a clamped text without a direction', (own) =>
    page(
      {},
      box(
        {
          width: 100,
          backgroundColor: '#e2e8f0',
          display: '-webkit-box',
          WebkitLineClamp: 2,
          overflow: 'hidden',
          ...own,
        },
        words,
      ),
    ),
  ),
  scene('a clamped block', (own) =>
    page({}, box({ width: 100, backgroundColor: '#e2e8f0', display: 'block', overflow: 'hidden', ...own }, words)),
  ),
  scene('a flex row', (own) =>
    page(
      {},
      box(
        { display: 'flex', width: 190, height: 100, backgroundColor: '#e2e8f0', ...own },
        block(red),
        block(green, 40, 40),
        block(blue, 20, 50),
      ),
    ),
  ),
  scene('flex lines', (own) =>
    page(
      {},
      box(
        { display: 'flex', flexWrap: 'wrap', width: 100, height: 110, backgroundColor: '#e2e8f0', ...own },
        block(red, 44),
        block(green, 44),
        block(blue, 44),
        block(violet, 44),
      ),
    ),
  ),
  scene('a flex item', (own) =>
    page(
      {},
      box(
        { display: 'flex', width: 190, height: 100, backgroundColor: '#e2e8f0' },
        block(red),
        box({ width: 40, height: 30, backgroundColor: green, ...own }),
        block(blue),
      ),
    ),
  ),
  scene('a flex item that is too wide', (own) =>
    page(
      {},
      box(
        { display: 'flex', width: 150, height: 100, backgroundColor: '#e2e8f0' },
        block(red, 90, 24, { flexShrink: 1 }),
        box({ width: 120, height: 30, backgroundColor: green, ...own }),
      ),
    ),
  ),
  scene('a positioned box', (own) =>
    page(
      { position: 'relative', display: 'flex' },
      block(red, 60, 60),
      box({ position: 'absolute', left: 30, top: 20, width: 60, height: 60, backgroundColor: green, ...own }),
      box({ position: 'absolute', left: 60, top: 40, width: 60, height: 60, backgroundColor: blue }),
    ),
  ),
  scene('an inset box', (own) =>
    page(
      { position: 'relative', display: 'flex' },
      box({ position: 'absolute', width: 60, height: 40, backgroundColor: green, ...own }),
    ),
  ),
  scene('a box with too much in it', (own) =>
    page(
      { display: 'flex' },
      box(
        { display: 'flex', width: 80, height: 50, backgroundColor: '#e2e8f0', ...own },
        block(red, 120, 80, { flexShrink: 0 }),
      ),
    ),
  ),
  scene('a grid', (own) =>
    page(
      {},
      box(
        {
          display: 'grid',
          gridTemplateColumns: '80px 80px',
          gridTemplateRows: '40px 40px',
          width: 190,
          height: 110,
          backgroundColor: '#e2e8f0',
          ...withoutSubgrid(own),
        },
        block(red, 30, 20),
        block(green, 30, 20),
        block(blue, 30, 20),
        block(violet, 30, 20),
      ),
    ),
  ),
  scene('a grid without a template', (own) =>
    page(
      {},
      box(
        { display: 'grid', width: 190, backgroundColor: '#e2e8f0', ...own },
        box({ backgroundColor: red, height: 20, gridColumn: 1 }),
        box({ backgroundColor: green, height: 20 }),
        box({ backgroundColor: blue, height: 20 }),
      ),
    ),
  ),
  scene('a grid with named areas', (own) =>
    page(
      {},
      box(
        { display: 'grid', width: 190, height: 100, backgroundColor: '#e2e8f0', ...own },
        box({ backgroundColor: red, gridArea: 'a' }),
        box({ backgroundColor: green, gridArea: 'b' }),
      ),
    ),
  ),
  scene('a grid item', (own) =>
    page(
      {},
      box(
        {
          display: 'grid',
          gridTemplateColumns: '60px 60px 60px',
          gridTemplateRows: '40px 40px',
          width: 190,
          backgroundColor: '#e2e8f0',
        },
        box({ backgroundColor: red, ...own }, 'x'),
        box({ backgroundColor: green }, 'y'),
        box({ backgroundColor: blue }, 'z'),
      ),
    ),
  ),
  scene('a grid inside of a grid', (own) =>
    page(
      {},
      box(
        {
          ...{ display: 'grid', width: 190, height: 100, backgroundColor: '#e2e8f0' },
          ...{ gridTemplateColumns: '30px 90px 50px', gridTemplateRows: '20px 60px' },
        },
        box(
          { display: 'grid', gridColumn: '1 / -1', gridRow: '1 / -1', ...own },
          box({ backgroundColor: red }, 'a'),
          box({ backgroundColor: green }, 'b'),
          box({ backgroundColor: blue }, 'c'),
        ),
      ),
    ),
  ),
  scene('an image', (own) =>
    page(
      { display: 'flex' },
      {
        type: 'img',
        props: { src: tile, style: { width: 80, height: 90, backgroundColor: '#e2e8f0', ...own } },
        children: [],
      },
    ),
  ),
  scene('an image that is cut by its box', (own) =>
    page(
      { display: 'flex' },
      { type: 'img', props: { src: tile, style: { width: 30, height: 90, objectFit: 'cover', ...own } }, children: [] },
    ),
  ),
  scene('an image that leaves room in its box', (own) =>
    page(
      { display: 'flex' },
      {
        type: 'img',
        props: { src: tile, style: { width: 120, height: 100, objectFit: 'none', ...own } },
        children: [],
      },
    ),
  ),
  scene('a small image made large', (own) =>
    page(
      { display: 'flex' },
      {
        type: 'img',
        props: { src: pixels, style: { width: 90, height: 90, ...own } },
        children: [],
      },
    ),
  ),
  scene('a background image', (own) =>
    page(
      { display: 'flex' },
      box({
        width: 130,
        height: 90,
        padding: 10,
        border: '8px dashed #1e3a8a',
        backgroundColor: '#e2e8f0',
        backgroundImage: `url("${tile}")`,
        ...own,
      }),
    ),
  ),
  scene('a single background image', (own) =>
    page(
      { display: 'flex' },
      box({
        width: 150,
        height: 100,
        backgroundColor: '#e2e8f0',
        backgroundImage: `url("${tile}")`,
        backgroundRepeat: 'no-repeat',
        ...own,
      }),
    ),
  ),
  scene('a text on a gradient', (own) =>
    page(
      { display: 'flex' },
      box(
        { width: 180, fontSize: 40, fontWeight: 700, color: 'transparent', backgroundImage: stripes, ...own },
        'Text',
      ),
    ),
  ),
  scene('a mask', (own) =>
    page(
      { display: 'flex' },
      box({
        width: 130,
        height: 90,
        padding: 10,
        border: '8px solid #1e3a8a',
        backgroundColor: blue,
        maskImage: 'linear-gradient(90deg, #000 0 40px, transparent 40px)',
        maskSize: '60px 40px',
        ...own,
      }),
    ),
  ),
  scene('two masks', (own) =>
    page(
      { display: 'flex' },
      box({
        ...{ width: 130, height: 90, backgroundColor: blue },
        maskImage:
          'linear-gradient(90deg, #000 0 80px, transparent 80px), linear-gradient(0deg, #000 0 50px, transparent 50px)',
        ...own,
      }),
    ),
  ),
  scene('a box over stripes', (own) =>
    page(
      { display: 'flex', position: 'relative', backgroundImage: stripes },
      box({
        position: 'absolute',
        left: 30,
        top: 20,
        width: 140,
        height: 80,
        backgroundColor: 'rgba(37, 99, 235, 0.4)',
        ...own,
      }),
    ),
  ),
  scene('a box with blended content', (own) =>
    page(
      { display: 'flex', backgroundImage: stripes },
      box({ display: 'flex', width: 140, height: 80, ...own }, block(blue, 100, 60, { mixBlendMode: 'multiply' })),
    ),
  ),
  scene('a turned box', (own) =>
    page(
      { display: 'flex', padding: 30 },
      box({ width: 80, height: 40, backgroundColor: blue, transform: 'rotate(20deg)', ...own }),
    ),
  ),
  scene('a box turned in depth', (own) =>
    page(
      { display: 'flex', padding: 20 },
      box(
        { display: 'flex', width: 120, height: 70, backgroundColor: '#e2e8f0', transform: 'rotateY(40deg)', ...own },
        block(blue, 80, 50, { transform: 'rotateY(60deg)' }),
      ),
    ),
  ),
  scene('a box with its back to the front', (own) =>
    page(
      { display: 'flex', padding: 20 },
      box({ width: 120, height: 70, backgroundColor: blue, transform: 'rotateY(180deg)', ...own }),
    ),
  ),
  scene('an underlined text', (own) =>
    page(
      {},
      box({ fontSize: 40, width: 190, textDecorationLine: 'underline', textDecorationThickness: '3px', ...own }, 'gap'),
    ),
  ),
  scene('an outlined text', (own) =>
    page(
      { display: 'flex' },
      box({ fontSize: 48, fontWeight: 700, color: '#facc15', WebkitTextStroke: '6px #1e3a8a', ...own }, 'Text'),
    ),
  ),
  scene('a text with emphasis marks', (own) =>
    page({}, box({ fontSize: 24, width: 190, lineHeight: 2, textEmphasis: 'dot #dc2626', ...own }, 'Some words')),
  ),
  scene('an outline in parts', (own) =>
    page(
      { display: 'flex', padding: 24 },
      box({
        ...frame,
        ...{ width: 100, height: 60 },
        ...{ outlineWidth: 4, outlineColor: '#dc2626', ...own },
      }),
    ),
  ),
  scene('an outlined box', (own) =>
    page(
      { display: 'flex', padding: 24 },
      box({ ...frame, width: 100, height: 60, outline: '4px solid #dc2626', ...own }),
    ),
  ),
  scene('a box with an image for its border', (own) =>
    page(
      { display: 'flex' },
      box({
        width: 150,
        height: 100,
        border: '16px solid #1e3a8a',
        borderImageSource: stripes,
        borderImageSlice: '16',
        ...own,
      }),
    ),
  ),
  scene('rounded corners', (own) =>
    page({ display: 'flex' }, box({ ...frame, width: 140, height: 100, borderRadius: 40, overflow: 'hidden', ...own })),
  ),
  scene('columns', (own) =>
    page(
      {},
      box(
        { width: 190, height: 90, columnCount: 2, fontSize: 12, columnRule: '2px solid #dc2626', ...own },
        words,
        ' ',
        words,
      ),
    ),
  ),
  scene('a word in a line', (own) =>
    page({}, box({ width: 180 }, 'Some ', h('span', { color: blue, ...own }, 'words in'), ' a longer line of text')),
  ),
  scene('an image in a line', (own) =>
    page(
      {},
      box(
        { width: 180, fontSize: 24 },
        'ab ',
        {
          type: 'img',
          props: { src: tile, style: { width: 36, height: 24, ...own } },
          children: [],
        },
        ' cd',
      ),
    ),
  ),
  scene('a float', (own) =>
    page(
      {},
      box(
        { width: 190, backgroundColor: '#e2e8f0', display: 'flow-root' },
        box({ float: 'left', width: 60, height: 40, backgroundColor: red, shapeOutside: 'circle(50%)', ...own }),
        words,
      ),
    ),
  ),
  scene('a box beside a float', (own) =>
    page(
      {},
      box(
        { width: 190, backgroundColor: '#e2e8f0', display: 'flow-root' },
        box({ float: 'left', width: 60, height: 60, backgroundColor: red }),
        box({ ...own }, words),
      ),
    ),
  ),
  scene('a list', (own) => page({}, h('ul', { ...own }, h('li', {}, 'one'), h('li', {}, 'two'), h('li', {}, 'three')))),
  scene('a list item', (own) =>
    page({}, h('ol', {}, h('li', {}, 'one'), h('li', { ...own }, 'two'), h('li', {}, 'three'))),
  ),
  scene('a table', (own) =>
    page(
      {},
      h(
        'table',
        { backgroundColor: '#e2e8f0', width: 180, ...own },
        h('caption', {}, 'Cap'),
        h(
          'tbody',
          {},
          h('tr', {}, h('td', { border: '3px solid #1e3a8a' }, 'one'), h('td', { border: '3px solid #dc2626' }, '')),
          h('tr', {}, h('td', { border: '3px solid #1e3a8a' }, 'a longer text'), h('td', {}, 'two')),
        ),
      ),
    ),
  ),
  scene('a table cell', (own) =>
    page(
      {},
      h(
        'table',
        { backgroundColor: '#e2e8f0', width: 180 },
        h(
          'tbody',
          {},
          h('tr', { height: 60 }, h('td', { border: '3px solid #1e3a8a', ...own }, 'one'), h('td', {}, 'two')),
        ),
      ),
    ),
  ),
  scene('paragraphs from right to left', (own) =>
    page(
      {},
      box(
        { width: 180, backgroundColor: '#e2e8f0', ...own },
        box({}, 'one 12'),
        box({ paddingInlineStart: 20 }, 'two'),
      ),
    ),
  ),
  scene('a text with tabs and spaces', (own) =>
    page({}, box({ width: 190, whiteSpace: 'pre', ...own }, 'a\tb   c\nd\te')),
  ),
  scene('a text with spaces and line breaks', (own) => page({}, box({ width: 190, ...own }, 'ab   cd\n  ef gh   ij'))),
  scene('a text with soft hyphens', (own) =>
    page(
      {},
      box({ width: 70, backgroundColor: '#e2e8f0', ...own }, 'char\u00adac\u00adter\u00adis\u00adti\u00adcal\u00adly'),
    ),
  ),
  scene('a vertical text', (own) =>
    page({ display: 'flex' }, box({ writingMode: 'vertical-rl', height: 110, ...own }, 'ab 12')),
  ),
  scene('a quotation', (own) => page({}, box({ width: 180 }, h('q', { ...own }, 'words')))),
  scene('a mixed text', (own) => page({}, box({ width: 180, fontSize: 24, ...own }, 'fi 1/2 0123 AVA ffl'))),
  // the usual family has no ligatures
  scene('a text with ligatures', (own) =>
    page({}, box({ width: 180, fontSize: 32, fontFamily: 'Roboto', ...own }, 'better office')),
  ),
  scene('a text before an element', (own) => ({
    type: 'div',
    props: { style: { width: 200, height: 120, backgroundColor: '#ffffff', fontSize: 24 } },
    children: [
      {
        type: 'style',
        props: {},
        children: [`.subject::before { color: ${red}; ${toCss({ content: '"A "', ...own })} }`],
      },
      { type: 'div', props: { className: 'subject', style: {} }, children: ['words'] },
    ],
  })),
  scene('a shape', (own) =>
    page(
      { display: 'flex' },
      svg(
        shape(
          'path',
          { d: 'M20 80 L60 20 L100 80 L130 30' },
          { fill: '#bfdbfe', stroke: '#1e3a8a', strokeWidth: '12px', ...own },
        ),
      ),
    ),
  ),
  scene('a shape over itself', (own) =>
    page(
      { display: 'flex' },
      svg(
        shape(
          'path',
          { d: 'M20 20 h100 v60 h-100 z M40 30 h60 v40 h-60 z' },
          { fill: '#2563eb', stroke: '#dc2626', strokeWidth: '4px', strokeDasharray: '12 6', ...own },
        ),
      ),
    ),
  ),
  scene('a circle', (own) =>
    page({ display: 'flex' }, svg(shape('circle', { cx: 60, cy: 50, r: 30 }, { fill: '#2563eb', ...own }))),
  ),
  scene('a rectangle', (own) =>
    page({ display: 'flex' }, svg(shape('rect', { x: 20, y: 20, width: 80, height: 50 }, { fill: '#2563eb', ...own }))),
  ),
  scene('a gradient stop', (own) =>
    page(
      { display: 'flex' },
      svg(
        {
          type: 'linearGradient',
          props: { id: 'g', style: {} },
          children: [
            shape('stop', { offset: 0 }, { stopColor: '#2563eb', ...own }),
            shape('stop', { offset: 1 }, { stopColor: '#facc15' }),
          ],
        },
        shape('rect', { x: 10, y: 10, width: 140, height: 80, fill: 'url(#g)' }, {}),
      ),
    ),
  ),
  scene('a text in a picture', (own) =>
    page(
      { display: 'flex' },
      svg({ type: 'text', props: { x: 80, y: 50, style: { fontSize: 20, fill: red, ...own } }, children: ['words'] }),
    ),
  ),
  scene('a turned shape', (own) =>
    page(
      { display: 'flex' },
      svg(
        shape(
          'rect',
          { x: 20, y: 20, width: 80, height: 50 },
          { fill: '#2563eb', transform: 'rotate(20deg)', transformOrigin: '50% 50%', ...own },
        ),
      ),
    ),
  ),
  scene('a box in perspective', (own) =>
    page(
      { display: 'flex', padding: 20 },
      box(
        { display: 'flex', width: 120, height: 70, perspective: '200px', backgroundColor: '#e2e8f0', ...own },
        block(blue, 80, 50, { transform: 'rotateY(50deg)' }),
      ),
    ),
  ),
  scene('a box that grows with its text', (own) =>
    page(
      { display: 'flex' },
      box({ backgroundColor: '#bfdbfe', fontSize: 20, alignSelf: 'flex-start', ...own }, 'words'),
    ),
  ),
];

/** `backgroundColor` becomes `background-color`. */
const toCssName = (name: string): string =>
  name.startsWith('--')
    ? name
    : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^webkit-/, '-webkit-');

const toCss = (style: Style): string =>
  Object.entries(style)
    .map(([name, value]) => `${toCssName(name)}: ${value}`)
    .join('; ');
