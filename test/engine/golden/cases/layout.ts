import type { GoldenCase } from '../case.ts';
import { box, boxCase, full, h, html } from '../element.ts';

const cell = (label: string, style = '') =>
  box(`background: #c7d2fe; border-radius: 8; padding: 12; font-size: 16; ${style}`, label);

export const layoutCases: readonly GoldenCase[] = [
  boxCase(
    'edges',
    `${full}; display: flex; gap: 20; padding: 20; background: white; font-size: 28`,
    box(
      'width: 330',
      'The fastest way to ship ',
      h('span', { style: { background: '#a7f3d0', padding: '0 14px' } }, 'cards that people click'),
      ' on, at the ',
      h('span', { style: { background: '#fde68a', margin: '0 14px' } }, 'edge of a line'),
    ),
    box(
      'width: 360; display: flex; flex-direction: column; align-items: flex-start; gap: 10; font-size: 20',
      box('text-indent: 40; background: #fde68a', 'As wide as its text'),
      box(
        'display: flex; gap: 20; background: #e2e8f0',
        ...['#0ea5e9', '#6366f1', '#ec4899', '#f59e0b'].map((colour) =>
          box({ width: 96, height: 30, background: colour }),
        ),
      ),
      box(
        'display: flex; gap: 20',
        box('width: 60; height: 60; border-radius: 30; border: 4px solid #fff; background: #000'),
        box('width: 60; height: 60; border-radius: 50%; border: 6px solid #f00; background: #00f'),
        box('width: 90; height: 60; background: linear-gradient(to right top, #f00, #00f)'),
        box('width: 90; height: 60; background: #0a0; clip-path: circle(50px at bottom left)'),
      ),
      box(
        'width: 300; background: #eee; line-clamp: 2; display: block',
        box('', 'First block'),
        box('', 'Second block'),
        box('', 'Third'),
      ),
      box('width: 20; height: 20; padding: 16; background: pink; display: flex', box('width: 100%; height: 100%')),
    ),
  ),
  boxCase(
    'grid',
    `${full}; display: grid; grid-template-columns: 1fr 2fr 120px; grid-template-rows: auto 1fr auto; gap: 12;
      padding: 24; background: white`,
    cell('head', 'grid-column: 1 / -1; background: #fde68a'),
    cell('left'),
    cell('centre', 'display: flex; align-items: center; justify-content: center'),
    cell('right', 'grid-row: span 2'),
    cell('foot', 'grid-column: span 2; background: #bbf7d0'),
  ),
  boxCase(
    'layout-rules',
    `${full}; padding: 40; border: 10px solid #0f172a; background: white; flex-direction: column;
      justify-content: space-between`,
    box(
      {
        'background-color': '#fecaca',
        padding: '0 20px',
        width: '100%',
        height: 60,
        'align-items': 'center',
        'justify-content': 'space-between',
        'font-size': '20px',
      },
      h('span', {}, 'kebab'),
      h('span', {}, 'case'),
    ),
    box('width: 100%', box('background: #bae6fd', 'block one'), box('background: #bbf7d0', 'block two')),
    box(
      'gap: 12',
      ['a', 'b', 'c'].map((name) =>
        box({ flex: 1, padding: 12, background: '#e9d5ff', color: null, margin: '' }, name),
      ),
    ),
    html(`
      <table style="width: 100%"><tr><th>Name</th><th>Price</th></tr><tr><td>Basic</td><td>5</td></tr></table>
    `),
  ),
  {
    name: 'tables',
    tree: box(
      'display: flex; flex-direction: column; gap: 16px; width: 100%; height: 100%; padding: 24px; background: #fff; font-size: 16px',
      html(`
        <table style="width: 100%; border-collapse: collapse">
          <thead style="background: #f1f5f9">
            <tr style="border-bottom: 2px solid #334155">
              <th style="text-align: left; padding: 8px; width: 50%">Plan</th>
              <th style="padding: 8px">Seats</th>
              <th style="text-align: right; padding: 8px">Price</th>
            </tr>
          </thead>
          <tbody>
            <tr style="border-bottom: 1px solid #cbd5e1"><td style="padding: 8px">Free</td><td style="text-align: center">1</td><td style="padding: 8px; text-align: right">0</td></tr>
            <tr><td style="padding: 8px">Team of any size</td><td style="text-align: center">unlimited</td><td style="padding: 8px; text-align: right">49</td></tr>
          </tbody>
        </table>
      `),
      box(
        'display: flex; gap: 24px; align-items: flex-start',
        html(`
          <table style="border-collapse: collapse">
            <tr><td rowspan="2" style="border: 1px solid #333; padding: 6px">Two rows</td><td style="border: 1px solid #333; padding: 6px">One</td><td style="border: 3px solid #2563eb; padding: 6px">x</td></tr>
            <tr><td style="border: 1px solid #333; padding: 6px">Two</td><td style="border: 1px solid #333; padding: 6px">y</td></tr>
            <tr><td colspan="3" style="border: 1px solid #333; padding: 6px">Three columns in one cell</td></tr>
          </table>
        `),
        html(`
          <table style="width: 360px; background: #e2e8f0">
            <tr><td style="background: #fecdd3">A cell with a text that is too long for one line of it</td><td style="background: #bae6fd; width: 90px">90 px</td><td style="background: #d9f99d; vertical-align: bottom">bottom</td></tr>
          </table>
        `),
      ),
      html(`
        <table style="table-layout: fixed; width: 100%; border-spacing: 8px; text-align: center">
          <tr><td style="width: 25%; background: #fecdd3">a quarter</td><td style="background: #bae6fd; height: 40px">equal</td><td style="background: #d9f99d">shares</td></tr>
        </table>
      `),
    ),
  },
  {
    name: 'utilities',
    tree: h(
      'div',
      { className: 'flex flex-col w-full h-full items-center justify-center bg-slate-900 text-white p-8' },
      h('div', { tw: 'text-6xl font-bold tracking-tight' }, 'Utility classes'),
      h('div', { className: 'mt-4 text-2xl text-slate-400 italic' }, 'from className and tw alike'),
      h(
        'div',
        { tw: 'flex mt-8 gap-4' },
        ['bg-rose-500', 'bg-emerald-500', 'bg-sky-500'].map((colour) =>
          h('div', { tw: `${colour} w-24 h-24 rounded-2xl shadow-2xl` }),
        ),
      ),
      html(`
        <div className="items-center mt-6 rounded-full border-2 border-white px-6 py-2 uppercase no-such-utility">pill</div>
      `),
    ),
  },
  {
    name: 'html-elements',
    tree: box(
      `${full}; padding: 8px 32px; background: white; font-family: Inter, sans-serif; font-size: 16`,
      html(`
        <h1>Heading one</h1>
        <p>A paragraph
          with <strong>strong</strong>, <em>emphasis</em>, <code>code()</code>, <mark>mark</mark>, <s>struck</s> and <u>underlined</u>.</p>
        <ul><li>first</li><li>second</li></ul>
        <ol style="font-family: Inter"><li>one</li><li>two</li></ol>
        <blockquote>A quotation</blockquote>
        <hr/>
      `),
      h('pre', {}, 'pre\n  formatted'),
    ),
    options: { height: 560 },
  },
  {
    name: 'style-sheet',
    tree: h(
      'div',
      { className: 'card', style: '--accent: #db2777' },
      h(
        'style',
        {},
        '.card { width: 100%; height: 100%; display: flex; flex-direction: column; padding: 48px; background: #fdf2f8; box-sizing: border-box; }\n.card > .title { font-weight: 800; font-size: 56px; color: var(--accent); }\n.title::after { content: " →"; }\n.rows > div:nth-child(odd) { background: #fbcfe8; }',
      ),
      h('div', { className: 'title' }, 'Style sheet'),
      h(
        'div',
        { className: 'rows', style: 'margin-top: 24; font-size: 20' },
        ['one', 'two', 'three'].map((row) => box('padding: 8', row)),
      ),
    ),
  },
  boxCase(
    'positioned-texts',
    'position: relative; display: flex; width: 100%; height: 100%; padding: 60; background: white; font-size: 24',
    html(`
      <div style="position: absolute; background: #fde68a">A text that stays at the padding of its parent, and ends
        where that does: at the edge on the other side</div>
      <div style="position: absolute; left: 300; top: 160; background: #bae6fd">One that begins somewhere in the
        middle has what is left behind that</div>
      <div style="position: absolute; right: 40%; bottom: 130; display: flex; background: #bbf7d0">A flex box that
        ends before the middle, with more words than it has room for</div>
      <div style="position: absolute; left: 40; right: 40; bottom: 30; background: #c7d2fe">Between two edges</div>
    `),
  ),
  boxCase(
    'shrunk-padding',
    `display: flex; width: 100%; height: 100%; flex-direction: column; justify-content: center; padding: 40; gap: 20;
      font-size: 24; background: white`,
    box('padding: 16; overflow: hidden; background: #fde68a', 'What shrinks to its padding'),
    box('height: 320; flex-shrink: 0; background: #bae6fd', 'What needs all of the place there is'),
    box('flex-shrink: 0; background: #c7d2fe', 'And what stands below it'),
  ),
];
