import { describe, expect, it } from 'vitest';
import { openImages } from '#engine/rendering/images/open-images.ts';
import { findUnrenderedInFile, readSafeSvg } from '#engine/rendering/svg/computed/read-svg.ts';
import { resolveInlineSvgs } from '#engine/rendering/svg/computed/resolve-inline.ts';
import type { SheetWork } from '#engine/rendering/svg/computed/resolve-svg.ts';
import type { ImageResolver } from '#engine/rendering/svg/safe-svg.ts';
import { outlineFiles } from '#engine/rendering/svg/text/outline-files.ts';
import { writeXml } from '#engine/rendering/svg/xml.ts';
import type { PreparedElement } from '#engine/rendering/tree/prepared-tree.ts';

const toFile = (content: string, attributes = 'viewBox="0 0 100 50"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`);
const read = (content: string, attributes?: string) => {
  const { document } = readSafeSvg(toFile(content, attributes), () => undefined);
  return document.children.map(writeXml).join('');
};

it.each([
  ['transform: rotate(90deg)', 'matrix(0 1 -1 0 75 -25)'],
  ['rotate: 180deg', 'matrix(-1 0 0 -1 100 50)'],
  ['transform: rotate(90deg); transform-origin: 0 0', 'matrix(0 1 -1 0 0 0)'],
])('a file that its style turns is turned around its centre: %s', (style, matrix) => {
  expect(read('<rect/>', `viewBox="0 0 100 50" style="${style}"`)).toBe(`<g transform="${matrix}"><rect/></g>`);
});

describe('the computed style of an SVG file is written as attributes:', () => {
  it.each([
    ['colours', '<rect fill="oklch(0.7 0.15 150)"/>', '<rect fill="#4cb86a"/>'],
    ['colours with alpha', '<rect fill="rgb(255 0 0 / 50%)"/>', '<rect fill="rgba(255, 0, 0, 0.5)"/>'],
    ['colours of stops', '<stop style="stop-color: hwb(120 0% 0%)"/>', '<stop stop-color="#00ff00"/>'],
    ['an invalid colour is none', '<g fill="red"><rect fill="nothing"/></g>', '<g fill="#ff0000"><rect/></g>'],
    ['fallbacks of references', '<rect fill="var(--none, var(--x, #0d99ff))"/>', '<rect fill="#0d99ff"/>'],
    ['custom properties', '<g style="--c: red"><rect style="fill: var(--c)"/></g>', '<g><rect fill="#ff0000"/></g>'],
    ['a reference without a value', '<rect fill="var(--none)"/>', '<rect/>'],
    ['lengths', '<rect width="calc(50% + 10px)" height="1rem"/>', '<rect width="60" height="16"/>'],
    ['em', '<g font-size="20"><rect width="2em"/></g>', '<g font-size="20"><rect width="40"/></g>'],
    ['percentages stay', '<rect width="50%"/>', '<rect width="50%"/>'],
    ['opacity in percent', '<rect opacity="50%"/>', '<rect opacity="0.5"/>'],
    ['geometry', '<circle style="cx: 40px; r: 18px"/>', '<circle cx="40" r="18"/>'],
    ['path data', `<path style="d: path('M0 0H9')"/>`, '<path d="M0 0H9"/>'],
    ['transforms', '<rect style="transform: translateX(10px)"/>', '<rect transform="matrix(1 0 0 1 10 0)"/>'],
    [
      'the origin of a transform',
      '<rect style="transform: rotate(90deg); transform-origin: center"/>',
      '<rect transform="matrix(0 1 -1 0 75 -25)"/>',
    ],
    [
      'the box of a transform',
      '<rect x="10" y="10" width="20" height="20" style="transform: scale(2); transform-box: fill-box; transform-origin: center"/>',
      '<rect x="10" y="10" width="20" height="20" transform="matrix(2 0 0 2 -20 -20)"/>',
    ],
    [
      'dashes of a path length',
      '<line x2="50" pathLength="100" stroke-dasharray="25 75"/>',
      '<line x2="50" stroke-dasharray="12.5 37.5"/>',
    ],
    [
      'shapes as clips',
      '<rect width="20" height="10" style="clip-path: inset(1px 2px)"/>',
      '<rect width="20" height="10" clip-path="url(#clip-shape-1)"/><defs><clipPath id="clip-shape-1"><path d="M2 1H18A0 0 0 0 1 18 1V9A0 0 0 0 1 18 9H2A0 0 0 0 1 2 9V1A0 0 0 0 1 2 1Z"/></clipPath></defs>',
    ],
    [
      'what a switch shows',
      '<switch><g requiredExtensions="x"/><rect width="1"/></switch>',
      '<g><rect width="1"/></g>',
    ],
  ])('%s', (_what, content, written) => {
    expect(read(content)).toBe(written);
  });

  it.each([
    ['siblings', 'rect + rect { fill: blue }', '<rect/><rect fill="#0000ff"/>'],
    ['negation and place', 'rect:not(.x):last-child { fill: blue }', '<rect/><rect fill="#0000ff"/>'],
    [
      'layers and @supports',
      '@layer a { rect { fill: red } } @supports (fill: red) { rect { fill: blue } }',
      '<rect fill="#0000ff"/><rect fill="#0000ff"/>',
    ],
    ['!important', 'rect { fill: blue !important } rect { fill: red }', '<rect fill="#0000ff"/><rect fill="#0000ff"/>'],
    ['media of a dark page', '@media (prefers-color-scheme: dark) { rect { fill: red } }', '<rect/><rect/>'],
  ])('rules of its own style sheet: %s', (_what, css, written) => {
    expect(read(`<style>${css}</style><rect/><rect/>`)).toBe(written);
  });

  it('but not those of a style sheet for print', () => {
    expect(read('<style media="print">rect { fill: red }</style><rect/>')).toBe('<rect/>');
  });

  it('and it is refused where its selectors are too much work', () => {
    const rules = Array.from({ length: 1_500 }, (_, at) => `* * [a="${at}"] { fill: red }`).join('');
    expect(() => read(`<style>${rules}</style>${'<g/>'.repeat(15_000)}`)).toThrow('too much work');
  });

  it('and the files of one image have that work together', async () => {
    const toUri = (content: string) => `data:image/svg+xml;base64,${toFile(content).toString('base64')}`;
    const one = `<style>* * [a="1"] { fill: red }</style>${'<g/>'.repeat(30)}`;
    const work: unknown[] = [];
    const readers = {
      readSvg: (bytes: Uint8Array, resolve: ImageResolver, scale?: number, shared?: SheetWork) => {
        work.push(shared);
        return readSafeSvg(bytes, resolve, scale, shared);
      },
    } as unknown as Parameters<typeof openImages>[2];
    const inside = `<image href="${toUri(one)}"/>`;
    const { failed } = await openImages([toUri(one), toUri(inside)], {}, readers);

    expect([failed, work.length, new Set(work).size]).toEqual([[], 3, 1]);
    const left = { leftTests: 50 };
    readSafeSvg(toFile(one), () => undefined, 1, left);
    expect(() => readSafeSvg(toFile(one), () => undefined, 1, left)).toThrow('too much work');
  });
});

describe('an <svg> of a template', () => {
  const resolve = (shape: PreparedElement, style: Record<string, string> = {}): PreparedElement => {
    const svg: PreparedElement = {
      type: 'svg',
      props: { viewBox: '0 0 100 50', className: 'icon', children: [shape] },
    };
    resolveInlineSvgs({ type: 'div', props: { style, children: [svg] } }, { width: 400, height: 200 });
    return svg;
  };
  const shape = (props: Record<string, unknown>): PreparedElement => ({
    type: 'rect',
    props: props as PreparedElement['props'],
  });

  it('inherits the font size, the custom properties and the colours around it', () => {
    const around = { fontSize: '32px', '--brand': 'teal', fill: 'red' };
    const svg = resolve(shape({ width: '2em', height: '10vw', style: { stroke: 'var(--brand)' } }), around);
    expect(svg.props).toMatchObject({ fill: '#ff0000', className: 'icon' });
    expect(svg.props.children).toMatchObject([{ props: { width: '64', height: '40', stroke: '#008080' } }]);
  });

  it('leaves currentColor to the engine, unless a colour is set inside', () => {
    expect(resolve(shape({ fill: 'currentcolor' })).props.children).toMatchObject([
      { props: { fill: 'currentColor' } },
    ]);
    const own = resolve(shape({ fill: 'currentColor', style: { color: 'hsl(120deg 100% 50%)' } }));
    expect(own.props.children).toMatchObject([{ props: { fill: '#00ff00' } }]);
  });
});

describe('what an SVG file asks for and is not rendered', () => {
  it.each([
    ['<foreignObject/>', 'HTML in <foreignObject>'],
    ['<text><textPath href="#a">x</textPath></text>', 'text along a path (<textPath>)'],
    ['<rect><animate attributeName="x"/></rect>', 'the animation of <animate>'],
    ['<style>@font-face { font-family: A }</style>', 'the fonts of @font-face'],
    ['<rect style="vector-effect: non-scaling-stroke"/>', 'vector-effect: non-scaling-stroke'],
    ['<text textLength="50">x</text>', 'textLength'],
    ['<use href="#a" style="--c: red"/>', 'custom properties of a <use>'],
  ])('%s: %s', (content, what) => {
    expect(findUnrenderedInFile(toFile(content))).toEqual([what]);
  });

  it.each([
    '<text x="1">words</text>',
    '<mask id="m" style="mask-type: alpha"/>',
    '<switch><foreignObject requiredExtensions="http://ns.adobe.com/x"/><g/></switch>',
    '<title>t</title><desc>d</desc><metadata/><script>1</script>',
  ])('%s: nothing', (content) => {
    expect(findUnrenderedInFile(toFile(content))).toEqual([]);
  });
});

it('texts that are too long are left out of a file, and named', async () => {
  const { document } = readSafeSvg(toFile(`<text>${'x'.repeat(6_000)}</text><rect/>`), () => undefined);
  const outlining = {
    chooseFonts: () => ({ fonts: [], missing: [] }),
    load: () => Promise.reject(new Error('not loaded')),
  };
  const found = await outlineFiles([['a.svg', document]], {
    ...outlining,
    root: {},
    image: { width: 1, height: 1 },
  } as never);
  expect(found).toEqual({ missing: [], tooLong: ['a.svg'] });
  expect(document.children.map(writeXml)).toEqual(['<rect/>']);
});
