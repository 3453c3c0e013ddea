import type { ReportedFault } from './fault.ts';
import { ignores, isRejected, measure, render } from './takumi-alone.ts';

export const reported: readonly ReportedFault[] = [
  {
    name: 'A text is cut at the height of the image',
    workaround: 'packages/engine/src/engines/takumi/layout.ts',
    call: '`measure` with `{ "width": 200, "height": 60 }`.',
    tree: {
      type: 'container',
      style: { display: 'block', width: 200 },
      children: [
        {
          type: 'container',
          style: { display: 'block', fontSize: 20 },
          children: [
            { type: 'text', text: 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen' },
          ],
        },
      ],
    },
    expected: 'a box as high as all lines, as in a browser, also where they leave the image.',
    seen: 'a box of the lines that fit into the height of the image, so that what follows is placed over the rest.',
    isThere: async (tree) => {
      const { children } = await measure(tree, { height: 60 });
      return (children[0]?.height ?? 0) < 100;
    },
  },
  {
    name: 'An inline image ignores its opacity',
    workaround: 'packages/engine/src/engines/takumi/tree/write-nodes.ts',
    tree: {
      type: 'container',
      style: { display: 'block' },
      children: [{ type: 'image', src: 'image', style: { display: 'inline', width: 20, height: 20, opacity: 0.3 } }],
    },
    expected: 'a translucent image.',
    seen: 'an opaque one; `filter` and `transform` are ignored as well, and `margin` stretches the image over the margin box.',
    isThere: ignores('opacity'),
  },
  {
    name: 'The opacity of an inline box does not apply to its text',
    workaround: 'packages/engine/src/engines/takumi/tree/write-nodes.ts',
    tree: {
      type: 'container',
      style: { display: 'block', fontSize: 20 },
      children: [
        { type: 'container', style: { display: 'inline', opacity: 0.2 }, children: [{ type: 'text', text: 'faint' }] },
      ],
    },
    expected: 'faint text.',
    seen: 'opaque text; only a background fades.',
    isThere: ignores('opacity'),
  },
  {
    name: 'min(), max() and clamp() are invalid values',
    workaround: 'packages/engine/src/engines/takumi/tree/computed-style.ts',
    tree: { type: 'container', style: { display: 'block', height: 10, width: 'min(100px, 50%)' } },
    expected: 'a box of 100 px.',
    seen: 'the error "invalid value for width".',
    isThere: (tree) => isRejected(() => measure(tree)),
  },
  {
    name: 'A sum in calc() cannot be divided',
    workaround: 'packages/engine/src/styles/values/computed-lengths.ts',
    tree: { type: 'container', style: { display: 'block', height: 10, width: 'calc((100% - 20px) / 3)' } },
    expected: 'a box of 60 px, which `calc(100% / 3 - 20px / 3)` gives.',
    seen: 'the error "invalid value for width".',
    isThere: (tree) => isRejected(() => measure(tree)),
  },
  {
    name: 'Named grid areas are ignored',
    workaround: 'placeGridItems',
    tree: {
      type: 'container',
      style: { display: 'grid', width: 100, gridTemplateAreas: '"b a"', gridTemplateColumns: '20px 80px' },
      children: [
        { type: 'container', style: { gridArea: 'a', height: 10, backgroundColor: 'red' } },
        { type: 'container', style: { gridArea: 'b', height: 10, backgroundColor: 'blue' } },
      ],
    },
    expected: 'red in the second column.',
    seen: 'the items in their order; named lines (`[start] 1fr [end]`) are ignored as well.',
    isThere: ignores('gridArea'),
  },
  {
    name: 'Layers of a background have one clip',
    workaround: 'separateLayers',
    tree: {
      type: 'container',
      style: {
        display: 'block',
        width: 100,
        height: 50,
        boxSizing: 'border-box',
        border: '10px solid transparent',
        background: 'linear-gradient(#fff, #fff) padding-box, linear-gradient(#f00, #f00) border-box',
      },
    },
    expected: 'a red frame around white.',
    seen: 'all white. `backgroundClip` takes one value only.',
    isThere: async (tree) => {
      const [red, green] = await render(tree);
      return red === 255 && green === 255;
    },
  },
  {
    name: 'Logical borders are ignored',
    workaround: 'packages/engine/src/styles/logical-sides.ts',
    tree: {
      type: 'container',
      style: { display: 'block', width: 100, height: 50, borderInlineStart: '10px solid red' },
    },
    expected: 'a red bar at the left.',
    seen: 'none; `border-block`, `border-start-start-radius` and `inset-inline-start` likewise.',
    isThere: ignores('borderInlineStart'),
  },
  {
    name: 'Positions of three and four values are invalid',
    workaround: 'positionLayers',
    tree: {
      type: 'container',
      style: { display: 'block', width: 100, height: 50, backgroundPosition: 'right 10px bottom 10px' },
    },
    expected: 'a position 10 px from the right and the bottom.',
    seen: 'the error "invalid value for backgroundPosition".',
    isThere: (tree) => isRejected(() => measure(tree)),
  },
  {
    name: 'paint-order is ignored',
    workaround: 'strokeBehind',
    tree: {
      type: 'container',
      style: { display: 'block', fontSize: 40, color: '#fff', WebkitTextStroke: '6px #111', paintOrder: 'stroke fill' },
      children: [{ type: 'text', text: 'Text' }],
    },
    expected: 'white letters with an outline behind them.',
    seen: 'the stroke over the letters.',
    isThere: ignores('paintOrder'),
  },
  {
    name: "A percentage in a line is of the box's own content",
    workaround: 'packages/engine/src/engines/takumi/tree/measured-sizes.ts',
    tree: {
      type: 'container',
      style: { display: 'block', width: 100 },
      children: [{ type: 'image', src: 'image', style: { display: 'inline-block', width: '50%', height: 10 } }],
    },
    expected: 'an image of 50 x 10 px.',
    seen: 'half of the width that the image has by itself; the same for every `inline-block`.',
    isThere: async (tree) => {
      const { children } = await measure(tree);
      return Math.abs((children[0]?.width ?? 0) - 50) > 1;
    },
  },
  {
    name: 'A pseudo-element without text is not rendered',
    workaround: 'packages/engine/src/engines/takumi/tree/plain-declarations.ts',
    call: 'With the style sheet `.line::after { content: ""; display: block; width: 50px; height: 50px; background: red }`.',
    tree: {
      type: 'container',
      className: 'line',
      attributes: { className: 'line' },
      style: { display: 'block' },
      children: [],
    },
    expected: 'a red square.',
    seen: 'nothing; with `content: "\\200b"` the square.',
    isThere: async (tree) => {
      const sheet = (content: string) =>
        `.line::after { content: "${content}"; display: block; width: 50px; height: 50px; background: red }`;
      const [none, some] = [await render(tree, [sheet('')]), await render(tree, [sheet('\\200b')])];
      return none.every((byte) => byte === 0) && some.some((byte) => byte !== 0);
    },
  },
  {
    name: 'Right-to-left text is cut after a word',
    workaround: 'packages/engine/src/engines/takumi/tree/right-to-left-cuts.ts',
    tree: {
      type: 'container',
      style: {
        display: 'block',
        width: 200,
        fontSize: 20,
        direction: 'rtl',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
      },
      children: [{ type: 'text', text: 'הכותרת הזאת ארוכה מדי ואינה נכנסת בשורה אחת' }],
    },
    expected: 'a line filled up to an ellipsis at its left end.',
    seen: 'a line without an ellipsis; with `lineClamp`, one or two letters and an ellipsis.',
    isThere: ignores('textOverflow'),
  },
  {
    name: 'An image counts its natural width where a percentage is its width',
    workaround: 'packages/engine/src/engines/takumi/tree/measured-sizes.ts',
    tree: {
      type: 'container',
      style: { display: 'flex', width: 100, height: 40 },
      children: [
        {
          type: 'container',
          style: { display: 'block', flex: '0 0 20px' },
          children: [{ type: 'image', src: 'image', style: { display: 'block', width: '100%' } }],
        },
      ],
    },
    expected: 'an item of 20 px, because an image whose width is a percentage counts 0 as minimum width.',
    seen: 'an item as wide as the image file.',
    isThere: async (tree) => {
      const { children } = await measure(tree);
      return (children[0]?.width ?? 0) > 21;
    },
  },
  {
    name: 'A box that leaves the canvas is cut before it is blurred',
    workaround: 'packages/engine/src/engines/takumi/blurred-boxes.ts',
    tree: {
      type: 'container',
      style: { display: 'block', width: 200, height: 100, backgroundColor: '#000' },
      children: [
        {
          type: 'container',
          style: {
            position: 'absolute',
            left: -50,
            top: -50,
            width: 100,
            height: 100,
            backgroundColor: '#f00',
            filter: 'blur(10px)',
          },
        },
      ],
    },
    expected: 'pure red in the upper left corner, which lies far inside the box.',
    seen: 'a quarter of it, because the box is cut at the edge of the canvas before it is blurred; the same at the edge of a box with `overflow: hidden`.',
    isThere: async (tree) => ((await render(tree))[0] ?? 0) < 200,
  },
  {
    name: 'The initial colour is that of the parent',
    workaround: 'packages/engine/src/engines/takumi/tree/plain-declarations.ts',
    tree: {
      type: 'container',
      style: { display: 'block', fontSize: 20, color: 'red' },
      children: [
        {
          type: 'container',
          style: { display: 'block', color: 'initial' },
          children: [{ type: 'text', text: 'black' }],
        },
      ],
    },
    expected: 'black text, as in a browser.',
    seen: 'red text.',
    isThere: async (tree) => {
      const inherited = JSON.parse(JSON.stringify(tree).replace('"initial"', '"inherit"'));
      return Buffer.compare(await render(tree), await render(inherited)) === 0;
    },
  },
  {
    name: 'An item of min-content is as high as one line',
    workaround: 'packages/engine/src/engines/takumi/tree/measured-sizes.ts',
    tree: {
      type: 'container',
      style: { display: 'flex', flexDirection: 'column', fontSize: 20 },
      children: [
        {
          type: 'container',
          style: { display: 'block', width: 'min-content' },
          children: [{ type: 'text', text: 'one two three' }],
        },
      ],
    },
    expected: 'a box of three lines.',
    seen: 'one of a single line, whose other lines are rendered over what follows.',
    isThere: async (tree) => {
      const { children } = await measure(tree);
      return (children[0]?.height ?? 0) < 40;
    },
  },
  {
    name: 'The content of a table cell is at its top',
    workaround: 'packages/engine/src/engines/takumi/tree/tables/open-tables.ts',
    tree: {
      type: 'container',
      style: { display: 'table', width: 200 },
      children: [
        {
          type: 'container',
          style: { display: 'table-row' },
          children: [
            { type: 'container', style: { display: 'table-cell', height: 60 } },
            {
              type: 'container',
              style: { display: 'table-cell', verticalAlign: 'middle' },
              children: [{ type: 'container', style: { height: 10, backgroundColor: 'red' } }],
            },
          ],
        },
      ],
    },
    expected: 'the red box 25 px below the top.',
    seen: 'at the top.',
    isThere: ignores('verticalAlign'),
  },
  {
    name: 'A box with a float at its right is as wide as it can be',
    workaround: 'packages/engine/src/engines/takumi/tree/measured-sizes.ts',
    tree: {
      type: 'container',
      style: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', width: 200, height: 40 },
      children: [
        {
          type: 'container',
          style: { display: 'block', fontSize: 16 },
          children: [
            { type: 'text', text: 'Text' },
            { type: 'container', style: { display: 'block', float: 'right', width: 20, height: 10 } },
          ],
        },
      ],
    },
    expected: 'a box as wide as the text and the float.',
    seen: 'one of 200 px.',
    isThere: async (tree) => {
      const { children } = await measure(tree);
      return (children[0]?.width ?? 0) > 150;
    },
  },
  {
    name: 'The edges of a turned box are jagged',
    workaround: 'smoothEdges',
    tree: {
      type: 'container',
      style: { display: 'block', width: 200, height: 100, backgroundColor: '#000' },
      children: [
        {
          type: 'container',
          style: {
            position: 'absolute',
            left: 30,
            top: 30,
            width: 100,
            height: 40,
            backgroundColor: '#fff',
            transform: 'rotate(-8deg)',
          },
        },
      ],
    },
    expected: 'grey pixels along the edges.',
    seen: 'black and white ones only; with `borderRadius: 0.01` the edges are smooth.',
    isThere: async (tree) => (await render(tree)).every((byte) => byte === 0 || byte === 255),
  },
];
