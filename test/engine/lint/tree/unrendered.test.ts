import { expect, it } from 'vitest';
import type { EngineName } from '#engine/engine-names.ts';
import { lintTreeRules } from '#engine/lint/tree/lint-tree.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { box, h } from '../../golden/element.ts';
import { renderCase } from '../../golden/render-case.ts';

const getWarnings = (tree: VElement, engine: EngineName = 'takumi'): string[] =>
  lintTreeRules({
    ...{ tree, positions: {}, componentAt: { line: 1, column: 1 }, source: '', width: 1_200, height: 630 },
    ...{ sampleTexts: [], defaultTexts: [], fonts: [], engine },
  }).warnings.map(({ code, message }) => `${code}: ${message}`);

it('reports a soft hyphen, which shows no hyphen, with both engines', () => {
  const tree = box({}, 'inter\u00adnational');
  for (const engine of ['takumi', 'satori'] as const)
    expect(getWarnings(tree, engine)).toEqual([expect.stringMatching(/^unlike-browser: .*soft hyphen/)]);
  expect(getWarnings(box({}, 'inter-national'))).toEqual([]);
});

it('reports a reading, with satori where it stands', () => {
  const tree = box({}, h('ruby', {}, '東京', h('rt', {}, 'とうきょう')));
  expect(getWarnings(tree, 'satori')).toEqual([expect.stringMatching(/^unlike-browser: <ruby> .*after its word/)]);
  expect(getWarnings(tree)).toEqual([expect.stringMatching(/^unlike-browser: <ruby>/)]);
});

it.each([
  ['bdo', h('bdo', { dir: 'rtl' }, 'abc'), 'satori does not turn'],
  ['q', h('q', {}, 'abc'), 'satori writes no quotation marks'],
])('reports <%s> with satori alone', (_which, tree, message) => {
  expect(getWarnings(box({}, tree), 'satori')).toEqual([expect.stringContaining(message)]);
  expect(getWarnings(box({}, tree))).toEqual([]);
});

const bold = h('b', {}, 'two');
const noSpace = expect.stringMatching(/^unlike-browser: satori renders no space between/);
it.each<[string, VElement]>([
  ['before an element', box({}, 'one ', bold)],
  ['after an element', h('p', {}, bold, ' three')],
  ['between two elements', h('span', {}, bold, ' ', bold)],
  ['in a block', box({ display: 'block' }, 'one ', bold)],
])('reports a space %s, which satori does not render', (_which, tree) => {
  expect(getWarnings(tree, 'satori')).toEqual([noSpace]);
  expect(getWarnings(tree)).toEqual([]);
});

it.each<[string, VElement]>([
  ['that does not break', box({}, 'one\u00a0', bold)],
  ['in a flex box, where no browser renders it', box({ display: 'flex' }, 'one ', bold)],
  ['that is kept', box({ whiteSpace: 'pre-wrap' }, 'one ', bold)],
  ['of <pre>', h('pre', {}, 'one ', bold)],
  ['at the end of a block', box({}, bold, 'one ')],
  ['beside a block', box({}, 'one ', box({}, 'two'))],
  ['beside an element elsewhere', box({}, 'one ', h('b', { style: { position: 'absolute' } }, 'two'))],
  ['beside a line break', box({}, 'one ', h('br'), 'two')],
])('says nothing of a space %s', (_which, tree) => {
  expect(getWarnings(tree, 'satori')).not.toContainEqual(noSpace);
});

it('reports Bengali letters below others, with both engines', () => {
  for (const engine of ['takumi', 'satori'] as const)
    expect(getWarnings(box({}, 'বিশ্ব'), engine)).toEqual([expect.stringMatching(/^unlike-browser: Bengali/)]);
  expect(getWarnings(box({}, 'ক্ষমা'))).toEqual([]);
});

it('reports a drop-shadow that satori gives to each element', () => {
  const filter = 'drop-shadow(0 8px 6px #000)';
  const square = box({ width: 50, height: 50, background: '#f00' });
  const turned = box({ width: 50, height: 50, background: '#f00', transform: 'rotate(-45deg)' });
  const warning = expect.stringMatching(/^unlike-browser: satori gives each element/);
  for (const tree of [
    box({ filter, background: '#fff' }, square),
    box({ filter }, square, square),
    box({ filter }, turned),
  ]) {
    expect(getWarnings(tree, 'satori')).toContainEqual(warning);
    expect(getWarnings(tree)).not.toContainEqual(warning);
  }
  expect(getWarnings(box({ filter }, square), 'satori')).not.toContainEqual(warning);
});

const float = box({ float: 'left', width: 50, height: 50 });
it.each<[string, VElement[]]>([
  ['a paragraph', [float, h('p', {}, 'text')]],
  ['a block in a block', [float, box({}, box({}, h('b', {}, 'text')))]],
  ['a float by a class', [h('img', { tw: 'float-right', src: 'data:,' }), h('p', {}, 'text')]],
])('reports the text of %s that is rendered over a float', (_which, children) => {
  expect(getWarnings(box({}, ...children)).filter((one) => one.includes('float'))).toEqual([
    expect.stringMatching(/^unlike-browser: The text of the <(?:p|div)> after a float is rendered over it: .*overflow/),
  ]);
});

it.each<[string, VElement]>([
  ['text of its parent', box({}, float, 'text')],
  ['text in a line', box({}, float, h('span', {}, 'text'))],
  ['a box of its own', box({}, float, box({ overflow: 'hidden' }, 'text'))],
  ['a flex box', box({}, float, box({ display: 'flex' }, 'text'))],
  ['a block with room for it', box({}, float, box({ marginLeft: 60 }, 'text'))],
  ['a block that clears it', box({}, float, box({ clear: 'both' }, 'text'), h('p', {}, 'below'))],
  ['an item of a flex box', box({ display: 'flex' }, float, h('p', {}, 'text'))],
  ['a block without text', box({}, float, box({ height: 5 }))],
  [
    'a block that a style sheet names',
    box({}, h('style', {}, '.a { overflow: hidden }'), float, h('p', { class: 'a' }, 'x')),
  ],
])('says nothing of %s beside a float', (_which, tree) => {
  expect(getWarnings(tree).filter((one) => one.includes('float'))).toEqual([]);
});

it('reports a narrow no-break space with satori alone', () => {
  const tree = box({}, '12\u202f500 €');
  expect(getWarnings(tree, 'satori')).toEqual([expect.stringMatching(/^unlike-browser: .*U\+202F/)]);
  expect([getWarnings(tree), getWarnings(box({}, '12 500 €'), 'satori')]).toEqual([[], []]);
});

it.each(['Q\u0301', 'E\u0323\u0301', 'e\u0307\u0301', '\u025b\u0303\u0301', 'J\u030c'])(
  'reports a mark that satori does not raise: %s',
  (text) => {
    const tree = box({}, text);

    expect(getWarnings(tree, 'satori')).toEqual([expect.stringMatching(/^unlike-browser: satori sets every mark/)]);
    expect(getWarnings(tree)).toEqual([]);
  },
);

it.each(['a\u0328\u0301 g\u0303 q\u0301', 'Vie\u0323\u0302t E\u0302\u0301', 'О\u0301', 'e\u0323\u0301', 'K\u0331'])(
  'says nothing of marks that satori sets where they belong: %s',
  (text) => {
    expect(getWarnings(box({}, text), 'satori')).toEqual([]);
  },
);

it.each([
  ['img', { filter: 'blur(6px)' }],
  ['img', { filter: 'grayscale(1) drop-shadow(0 6px 6px #000)' }],
  ['svg', { filter: 'blur(6px)', transform: 'none' }],
])('reports what satori cuts at the edges of <%s>: %o', (type, style) => {
  const tree = box({}, h(type, { style, src: 'data:,', width: 80, height: 80 }));
  const warning = expect.stringMatching(/^unlike-browser: satori cuts/);

  expect(getWarnings(tree, 'satori')).toContainEqual(warning);
  expect(getWarnings(tree)).not.toContainEqual(warning);
});

it.each([
  ['img', { filter: 'grayscale(1)' }],
  ['img', { filter: 'blur(6px)', transform: 'scale(1.2)' }],
  ['img', { filter: 'blur(6px)', position: 'absolute', top: -20, left: -20 }],
  ['div', { filter: 'blur(6px)' }],
])('says nothing of a filter that satori does not cut in the image: <%s> %o', (type, style) => {
  const tree = box({}, h(type, { style, src: 'data:,', width: 80, height: 80 }));

  expect(getWarnings(tree, 'satori').filter((one) => one.includes('satori cuts'))).toEqual([]);
});

it.each([{}, { borderTopWidth: 2 }, { width: 120, borderStyle: 'dashed' }, { height: 2, color: '#f00' }])(
  'reports a line without a colour, which satori does not render: %o',
  (style) => {
    const tree = box({}, h('hr', { style }));

    expect(getWarnings(tree, 'satori')).toEqual([expect.stringMatching(/^unlike-browser: satori renders no line/)]);
    expect(getWarnings(tree)).toEqual([]);
  },
);

it.each([
  { border: '1px solid' },
  { borderColor: '#ddd' },
  { borderTop: '1px solid #ddd' },
  { border: 'none', height: 1, background: '#ddd' },
  { borderWidth: 0 },
  { display: 'none' },
])('says nothing of a line with a colour, or of none: %o', (style) => {
  expect(getWarnings(box({}, h('hr', { style })), 'satori')).toEqual([]);
});

it.each([
  'repeating-linear-gradient(45deg, #6366f1 0 10px, #818cf8 10px 20px)',
  '#fff linear-gradient(to right, red 0 30%, blue 30% 60%, green 60% 100%) no-repeat',
])('reports a colour with two positions with satori alone: %s', (background) => {
  const tree = box({ background });
  expect(getWarnings(tree, 'satori')).toEqual([
    expect.stringMatching(/^unlike-browser: background: .*second position/),
  ]);
  expect(getWarnings(tree)).toEqual([]);
});

it('says nothing of colours with one position', () => {
  for (const background of ['linear-gradient(red 0%, red 50%, blue 50%)', 'radial-gradient(red, blue), #fff 0 0'])
    expect(getWarnings(box({ background }), 'satori').filter((one) => one.includes('position of a colour'))).toEqual(
      [],
    );
});

it('satori ignores the second position of a colour', async () => {
  const render = async (background: string) => {
    const tree = box({ display: 'flex', width: '100%', height: '100%', background });
    const { bytes } = await renderCase(
      { name: 'stops', tree, options: { width: 80, height: 20, format: 'png' } },
      'satori',
    );
    return Buffer.from(bytes).toString('base64');
  };
  const twice = await render('linear-gradient(90deg, red 0 50%, blue 50% 100%)');
  expect(twice).toBe(await render('linear-gradient(90deg, red 0, blue 50%)'));
  expect(twice).not.toBe(await render('linear-gradient(90deg, red 0, red 50%, blue 50%, blue 100%)'));
});

it('reports the numbers of a list that are not counted from one with satori', () => {
  const list = h('ol', { start: 5 }, h('li', {}, 'a'));
  const reported = [expect.stringMatching(/^no-effect: start of <ol>/)];
  expect(getWarnings(list, 'satori')).toEqual(reported);
  expect(getWarnings(box({}, h('style', {}, 'ol { list-style: lower-roman }'), list))).toEqual([]);
  expect([getWarnings(list), getWarnings(h('ol', {}, h('li', {}, 'a')), 'satori')]).toEqual([[], []]);
});

it('reports what a browser sets and Tailwind takes away, once, where no base styles apply', () => {
  const card = (props: VElement['props']) =>
    h('div', props, h('h1', { tw: 'text-3xl' }, 'Title'), h('ul', { tw: 'm-0' }, h('li', {}, 'a')));

  expect(getWarnings(card({}))).toEqual([
    'tailwind-defaults: <h1> keeps the margins and bold letters of a browser, which Tailwind takes away: options.preflight = true does.',
  ]);
  expect(getWarnings(card({ preflight: true }))).toEqual([]);
  expect(getWarnings(card({ preflight: true }), 'satori')).toEqual([
    expect.stringMatching(/^no-effect: options.preflight/),
  ]);
});

it.each([
  h('h1', {}, 'Written without utilities'),
  h('h1', { tw: 'm-0 text-3xl font-normal' }, 'All is set'),
  h('p', { tw: 'text-xl', style: { marginTop: 0, marginBottom: 8 } }, 'All is set'),
  h('div', { tw: 'text-xl' }, 'No defaults'),
])('reports nothing of an element that keeps nothing unsaid: %j', (element) => {
  expect(getWarnings(box({}, element))).toEqual([]);
});

it('reports elements that a browser gives a shape', () => {
  for (const type of ['details', 'fieldset', 'progress'])
    expect(getWarnings(h(type, {}))).toEqual([
      expect.stringMatching(new RegExp(`^unlike-browser: <${type}> is rendered`)),
    ]);
});

it('reports a stroke that should keep its width', () => {
  const line = (vectorEffect: string) => h('svg', { width: 9, height: 9 }, h('path', { d: 'M0 0L9 9', vectorEffect }));
  expect(getWarnings(line('non-scaling-stroke'))).toEqual([expect.stringMatching(/^no-effect: vectorEffect/)]);
  expect(getWarnings(line('none'))).toEqual([]);
});

it('says which elements takumi, which stands for a browser beside satori, shows otherwise than one', () => {
  const at = (position: string, style: VElement['props'], ...children: VElement[]) =>
    h('div', { style, __at: position }, ...children);
  const tree = at(
    '1:1',
    {},
    at('2:1', { clipPath: 'circle(40%)', filter: 'blur(2px)' }, at('3:1', {})),
    at('4:1', { cursor: 'pointer' }),
  );
  const lint = (engine: EngineName) =>
    lintTreeRules({
      ...{ tree, positions: {}, componentAt: { line: 1, column: 1 }, source: '', width: 1_200, height: 630 },
      ...{ sampleTexts: [], defaultTexts: [], fonts: [], engine },
    }).doubtful;

  expect(lint('satori')).toEqual(['2:1', '3:1']);
  expect(lint('takumi')).toBeUndefined();
});

it('reports what an <svg> repeats of another one', () => {
  const sprite = h('svg', {}, h('symbol', { id: 'mark' }, h('path', { d: 'M0 0h9v9z' })));
  const use = (href: string, ...more: VElement[]) => h('svg', {}, ...more, h('use', { href }));
  const told = [expect.stringMatching(/^no-effect: #mark stands in another <svg>/)];

  expect(getWarnings(box({}, sprite, use('#mark')))).toEqual(told);
  expect(getWarnings(box({}, sprite, h('svg', {}, h('rect', { mask: 'url(#mark)' }))))).toEqual(told);
  const rule = h('style', {}, '.m { mask: url(#mark) }');
  expect(getWarnings(box({}, rule, sprite, h('svg', {}, h('rect', { className: 'm' }))))).toEqual(told);
  expect(getWarnings(box({}, sprite, use('#own', h('g', { id: 'own' })), use('#nowhere')))).toEqual([]);
});

it('reports a length without a unit in text, which a browser ignores', () => {
  const message =
    "unlike-browser: width: '200' has no unit, so a browser ignores it; here it is 200px: write that, or a number.";
  expect(getWarnings(box({ width: '200', lineHeight: '1.5', fontWeight: '700', opacity: '0.5', margin: '0' }))).toEqual(
    [message],
  );
  expect(getWarnings(box({ width: '200' }), 'satori')).toEqual([message]);
});

it('reports a clamp over several blocks, and none over a text', () => {
  const told = [expect.stringMatching(/^unlike-browser: lineClamp/)];
  const two = [box({}, 'one'), box({}, 'two')];

  expect(getWarnings(box({ display: 'block', lineClamp: 2 }, ...two))).toEqual(told);
  expect(getWarnings(box({ display: 'block', lineClamp: 2 }, 'a text', h('b', {}, 'of one')))).toEqual([]);
  expect(getWarnings(box({ display: 'block', lineClamp: 2 }, box({}, 'one')))).toEqual([]);
  expect(getWarnings(box({ display: 'block' }, ...two))).toEqual([]);
});

it('reports an image that is to take the place of an element, and no text of a pseudo-element', () => {
  for (const engine of ['takumi', 'satori'] as const)
    expect(getWarnings(box({ content: 'url(data:,)' }), engine)).toContainEqual(
      expect.stringMatching(/^no-effect: content replaces no element/),
    );
  expect(getWarnings(box({ content: '"text"' }))).toEqual([]);
});
