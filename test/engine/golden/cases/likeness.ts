import type { GoldenCase } from '../case.ts';
import { box, boxCase, element, full, h, styled } from '../element.ts';

const page = `${full}; display: flex; flex-wrap: wrap; align-content: flex-start; gap: 20; padding: 20`;
const dots = (backgroundImage: string, backgroundSize = '16px 16px') =>
  box(
    `width: 170; height: 120; background: #fff; background-image: ${backgroundImage};
      background-size: ${backgroundSize}`,
  );
const column =
  'display: flex; flex-direction: column; width: 170; height: 190; padding: 20; background: #e2e8f0; overflow: hidden';
const inBox = 'width: 230; background: #e2e8f0; font-size: 26; line-height: 1.3';
const long =
  'Words that are cut off where the second line of this box has no more room for them, and nobody reads the rest';
const seal =
  'data:image/svg+xml;base64,' +
  btoa(
    '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60" viewBox="0 0 60 60"><rect width="60" height="60" fill="#fde68a"/>' +
      '<circle cx="30" cy="30" r="26" fill="#b45309"/></svg>',
  );
const sealed = (backgroundSize: string, more = '') =>
  box(
    `width: 170; height: 110; background: #cbd5e1; background-image: url("${seal}");
      background-size: ${backgroundSize}; ${more}`,
  );
const square = 'width: 40; height: 40';
const circle = h('circle', { cx: 12, cy: 12, r: 10 });
const tile = 'radial-gradient(circle, #1e293b 4px, transparent 4px)';

/** What a person saw in images of takumi, and no figure. */
export const likenessCases: readonly GoldenCase[] = [
  {
    name: 'utility-line-heights',
    tree: h(
      'div',
      { tw: 'flex flex-col w-full h-full bg-white p-5' },
      h('div', { tw: 'flex text-6xl' }, styled('span', 'font-size: 90', 'Larger inside, and it wraps')),
      h('div', { tw: 'flex text-sm mt-4' }, styled('span', 'font-size: 30', 'Small outside')),
    ),
  },
  {
    // a shorthand of a style hides its own longhands in classes, and nothing that only begins with the same word
    name: 'classes-beside-shorthands',
    tree: element(`
      <div tw="flex flex-col w-full h-full bg-white p-5" style="flex: 1; gap: 20">
        <div tw="w-64 h-24 bg-orange-500 rounded-3xl overflow-hidden" style="border: 4px solid #1e293b"/>
        <div tw="w-64 h-24 bg-sky-300 border-8 border-red-500" style="border: 4px solid #1e293b"/>
        <div tw="flex flex-col w-64 h-24 bg-slate-200" style="flex: 1 1 auto">
          <div tw="w-10 h-10 bg-orange-500"/>
          <div tw="w-10 h-10 bg-sky-500"/>
        </div>
      </div>
    `),
  },
  {
    name: 'classes-of-shapes',
    tree: h(
      'div',
      { tw: 'flex w-full h-full bg-white p-5 gap-5 text-sky-500' },
      h(
        'svg',
        {
          viewBox: '0 0 24 24',
          width: 40,
          height: 40,
          tw: 'w-32 h-32 fill-red-500',
          fill: 'blue',
          stroke: 'currentcolor',
        },
        circle,
      ),
      h(
        'svg',
        { viewBox: '0 0 24 24', width: 128, height: 128, fill: 'none', stroke: 'blue', strokeWidth: 1 },
        h('g', { tw: 'stroke-green-500 stroke-2 opacity-50' }, circle),
        h('circle', { cx: 12, cy: 12, r: 4, tw: 'fill-current stroke-none', fill: 'red' }),
      ),
      h('div', { tw: 'w-64 h-32 bg-slate-200 bg-size-[20px_20px]', style: `background-image: ${tile}` }),
    ),
  },
  boxCase(
    'fine-dots',
    `${page}; background: #1e293b`,
    dots('radial-gradient(#000 10%, transparent 10%)'),
    dots('radial-gradient(#000 1px, transparent 1px)'),
    dots('radial-gradient(circle, #e11d48 12%, transparent 12%)', '24px 24px'),
    dots('radial-gradient(circle at 2px 2px, #2563eb 1px, transparent 0)', '12px 12px'),
    dots('radial-gradient(#000 20%, transparent 20%)', '40px 40px'),
    dots('radial-gradient(#fde68a 40%, #b45309 40%)', '100% 100%'),
  ),
  boxCase(
    'vector-backgrounds',
    page,
    sealed('100% 100%'),
    sealed('100% 100%', 'background-repeat: no-repeat'),
    sealed('80px 40px'),
    sealed('cover'),
    sealed('contain'),
    sealed('auto 100%'),
  ),
  boxCase(
    'overfull-columns',
    page,
    box(
      `${column}; justify-content: center`,
      box('font-size: 40; line-height: 1.2', 'One two three'),
      box('font-size: 40; line-height: 1.2', 'Four five six'),
    ),
    box(
      `${column}; justify-content: center; align-items: center`,
      box('font-size: 60', 'Abc'),
      box('font-size: 60', 'Def'),
      box('font-size: 60', 'Ghi'),
    ),
    box(
      `${column}; justify-content: center; gap: 20`,
      box(`${square}; background: red; flex-shrink: 0; height: 120`),
      box(`${square}; background: blue; flex-shrink: 0; height: 120`),
    ),
    box(
      `${column}; justify-content: center`,
      box('padding: 20; background: #fca5a5; font-size: 50', 'A B C D E'),
      box('padding: 20; background: #93c5fd; font-size: 40', 'Def'),
    ),
    box(
      `${column}; justify-content: center`,
      box('display: flex; flex-direction: column; padding: 20; background: #fca5a5', box('font-size: 50', 'A B C D E')),
      box('padding: 20; background: #93c5fd', 'Def'),
    ),
    box(`${column}; justify-content: space-between`, box('font-size: 60', 'Abc def'), box('font-size: 60', 'Ghi')),
  ),
  boxCase(
    'clamped-centre',
    page,
    box(`${inBox}; text-align: center; line-clamp: 2`, long),
    box(
      `${inBox}; text-align: center; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1;
        overflow: hidden`,
      long,
    ),
    box(
      `${inBox}; display: flex; flex-direction: column; align-items: center`,
      box('line-clamp: 1; text-align: center', long),
    ),
    box(`${inBox}; text-align: center; line-clamp: 2`, 'Short'),
    box(`${inBox}; text-align: right; line-clamp: 2`, long),
    box(`${inBox}; display: flex; justify-content: center; line-clamp: 1`, 'Short'),
  ),
  boxCase(
    'logical-sides',
    page,
    box(
      'position: relative; width: 350; height: 180; background: #e2e8f0',
      box(`${square}; position: absolute; inset-inline-start: 30; top: 10; background: #e11d48`),
      box(`${square}; position: absolute; inset-inline-end: 30; top: 10; background: #2563eb`),
      box(`${square}; position: absolute; inset-block-end: 10; inset-inline-start: 50%; background: #16a34a`),
      box('height: 20; position: absolute; inset-inline: 90; inset-block-start: 70; background: #a16207'),
    ),
    box(
      'position: relative; width: 350; height: 180; background: #e2e8f0; direction: rtl',
      box(`${square}; position: absolute; inset-inline-start: 30; top: 10; background: #e11d48`),
      box(`${square}; position: absolute; inset-inline-end: 30; bottom: 10; background: #2563eb`),
    ),
  ),
  boxCase(
    'reworded',
    page,
    box(
      'width: 350; height: 60; margin-block-start: 10; margin-inline-start: 40; padding-block: 8px 16px; background: #e2e8f0',
      'Logical margins and paddings',
    ),
    box(
      'width: 160; height: 50; overflow: auto; background: #fde68a',
      box('width: 400; height: 30; background: #e11d48'),
    ),
    box('width: 120; word-wrap: break-word; background: #bbf7d0', 'Incomprehensibilities'),
    box(
      `width: 200; height: 60; border: 1px solid #64748b; background: linear-gradient(#f00, #00f) no-repeat 0 0 / 20px 20px;
        background-position-x: right 10px; background-position-y: bottom`,
    ),
    box('width: 100; height: 30; background: #2563eb; translate: 50%'),
    h('style', {}, '.sheet { margin-block: 8px 0; word-wrap: break-word; overflow: scroll }'),
    h('div', { className: 'sheet', style: { width: 120, height: 40, background: '#ddd6fe' } }, 'Incomprehensibilities'),
  ),
  boxCase(
    'right-to-left-flex',
    page,
    box(
      'display: flex; width: 360; font-size: 28; background: #e2e8f0',
      'كيف نقلنا أربعين مليون حساب في ليلة واحدة دون انقطاع',
    ),
    box(
      'display: flex; width: 360; height: 80; align-items: center; justify-content: center; background: #fde68a',
      'مرحبا بالعالم',
    ),
  ),
  boxCase(
    'floats-and-lists',
    page,
    box(
      'width: 300; font-size: 20; background: #e2e8f0',
      h('span', { style: { float: 'left', fontSize: 54, lineHeight: 1, marginRight: 10 } }, 'O'),
      'nce upon a time there was a letter that was larger than the others',
    ),
    h('ul', { style: { margin: 0 } }, h('li', {}, 'One'), h('li', {}, 'Two', h('ul', {}, h('li', {}, 'Nested')))),
    h('dl', {}, h('dt', {}, 'Term'), h('dd', {}, 'What it means')),
  ),
  {
    name: 'preflight',
    tree: h(
      'div',
      { preflight: true, tw: 'flex flex-col w-full h-full bg-white p-6 text-slate-900' },
      h('h1', { tw: 'text-3xl' }, 'Title in a heading'),
      h(
        'p',
        {},
        'A paragraph with ',
        h('b', {}, 'bold'),
        ' and ',
        h('small', {}, 'small'),
        ' words, x',
        h('sup', {}, '2'),
      ),
      h('ul', { tw: 'list-disc pl-5' }, h('li', {}, 'One'), h('li', {}, 'Two')),
      h('ul', {}, h('li', {}, 'Three')),
      h('hr', { tw: 'my-2' }),
      h('blockquote', { tw: 'border-l-4 border-slate-300 pl-3' }, 'Quote that is not indented'),
      h('button', { tw: 'bg-blue-500 text-white px-3 rounded' }, 'Press'),
    ),
  },
  {
    name: 'utilities-of-four',
    tree: h(
      'div',
      { tw: 'flex flex-wrap gap-6 w-full h-full bg-white p-8 text-2xl' },
      h('div', { tw: 'w-24 h-24 bg-blue-500/50 ring-4 ring-offset-4 ring-red-500' }),
      h('div', { tw: 'w-24 h-24 bg-slate-100 inset-ring-4 inset-ring-violet-500 inset-shadow-sm' }),
      h('div', { tw: 'w-24 h-24 bg-emerald-500 mask-b-from-20%' }),
      h('div', { tw: 'w-24 h-24 bg-emerald-500 mask-x-from-70%' }),
      h('div', { tw: 'w-24 h-24 bg-emerald-500 mask-radial-from-30% mask-circle' }),
      h('div', { tw: 'w-24 h-24 rounded-s-3xl border-s-8 border-amber-500 bg-amber-100 ms-4' }),
      h('div', { tw: 'text-4xl font-black text-shadow-lg text-shadow-red-500' }, 'Shadow'),
      h('div', { tw: 'w-24 h-24 bg-linear-45 from-red-500 to-blue-500 drop-shadow-lg drop-shadow-red-500' }),
      h(
        'div',
        { tw: 'flex divide-x-4 divide-dashed divide-sky-500' },
        h('div', { tw: 'p-2' }, 'a'),
        h('div', { tw: 'p-2' }, 'b'),
      ),
    ),
  },
];
