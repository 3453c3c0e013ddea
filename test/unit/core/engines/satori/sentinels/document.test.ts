import { execFile } from 'node:child_process';
import { Resvg } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import { corrections } from '../../../../../../lambdas/core/engines/satori/corrections.ts';
import { callSatori } from '../../../../../../lambdas/core/engines/satori/satori-call.ts';
import { bitmapPlaceholder } from '../../../../../../lambdas/core/engines/satori/tree/placeholder.ts';
import { safeSvg } from '../../../../../../lambdas/core/picture/svg/safe-svg.ts';
import { writeXml } from '../../../../../../lambdas/core/picture/svg/xml.ts';
import { prepareTree } from '../../../../../../lambdas/core/picture/tree/prepare-tree.ts';
import type { VElement } from '../../../../../../lambdas/core/vnode/vnode.ts';
import { box, h } from '../../../../../golden/element.ts';
import { layOut } from '../../../../../support/layout.ts';
import { keepWatch, type Sentinel } from './sentinel.ts';

const mended = (what: string) => `upstream has mended this: ${what} is needed no more`;

/** Whether resvg draws a document, in a process of its own: it may end it. */
const isDrawn = (svg: string): Promise<boolean> =>
  new Promise((resolve) => {
    const code = `new (require('@resvg/resvg-js').Resvg)(process.argv[1], { font: { loadSystemFonts: false } }).render()`;
    execFile(process.execPath, ['--eval', code, svg], (error) => resolve(error === null));
  });

/** By the correction that mends them. */
const sentinels: Readonly<Record<string, readonly Sentinel[]>> = {
  snapLines: [
    {
      fault: 'lines between whole pixels are drawn there',
      tree: box({ fontSize: 20, lineHeight: '20.4px', width: 90 }, 'mmmm mmmm mmmm mmmm mmmm'),
      isRight: ({ svg }) => {
        const starts = [...svg.matchAll(/M-?[\d.]+ (-?[\d.]+)/g)].map(([, y]) => Number(y));
        const [first = 0, third = 0] = [starts[0], starts[8]];
        return Math.abs(third - first - 41) < 0.11 && !svg.includes('stroke');
      },
    },
    {
      fault: 'lines that are aligned begin at whole pixels',
      tree: box({ fontSize: 20 }, box({ width: 61 }, 'l'), box({ width: 61, textAlign: 'right' }, 'l')),
      isRight: ({ svg }) => {
        const [left = 0, right = 0] = [...svg.matchAll(/M(-?[\d.]+) /g)].map(([, x]) => Number(x));
        return !Number.isInteger(right - left) && !svg.includes('rgba(1,');
      },
    },
  ],
  snapDecorations: [
    {
      fault: 'a line under a text is longer than it, and blurred where lines are between pixels',
      tree: box({ fontSize: 40, lineHeight: '50.5px', padding: '0.3px', textDecoration: 'underline' }, 'nn'),
      isRight: async ({ pixelAt, svg }) => {
        const y = Number(/ y1="([\d.]+)"/.exec(svg)?.[1]);
        const rows = await Promise.all([-3, -2, -1, 0, 1, 2].map((by) => pixelAt(20, Math.floor(y) + by)));
        return rows.filter(([, , , alpha = 0]) => alpha > 0 && alpha < 255).length === 0 && !svg.includes('square');
      },
    },
  ],
  writeSaturations: [
    {
      fault: 'resvg saturates no colour',
      tree: box({ width: 40, height: 40, background: 'rgb(150,100,100)', filter: 'saturate(2.5)' }),
      isRight: async ({ pixelAt }) => ((await pixelAt(20, 20))[0] ?? 0) > 180,
    },
  ],
  cullUnseen: [
    {
      fault: 'resvg ends its process over what is faded and lies beyond the edge',
      tree: box({}, box({ position: 'absolute', left: 4500, opacity: 0.5 }, 'hello')),
      isRight: ({ svg }) => isDrawn(svg),
    },
  ],
  tightenFilters: [
    {
      fault: 'satori gives a shadow the square of its blur for a margin',
      tree: box({ width: 40, height: 40, boxShadow: '0 0 50px red' }),
      isRight: ({ svg }) => Number(/<filter [^>]* width="(\d+)"/.exec(svg)?.[1] ?? 9_999) < 400,
    },
  ],
  plainGradients: [
    {
      fault: 'satori fills with a pattern that holds nothing but a gradient',
      tree: box({ width: 40, height: 40, background: 'linear-gradient(red, blue)' }),
      isRight: ({ svg }) => !svg.includes('<pattern'),
    },
  ],
};

describe('after the layout', () => {
  for (const [correction, faults] of Object.entries(sentinels)) for (const one of faults) keepWatch(correction, one);

  it('every correction has a sentinel', () => {
    expect(Object.keys(sentinels)).toEqual(corrections.document.map(({ name }) => name));
  });
});

const satoriSvg = async (tree: VElement, picture = '') => {
  const prepared = prepareTree(tree, { width: 200, pictureFor: () => picture });
  return (await callSatori(prepared, { width: 200, height: 100, fonts: [], graphemeImages: {} }, false)).svg;
};

describe('what is made up for elsewhere', () => {
  it('unreadable declarations are sought, because satori throws at them (tree/unreadable.ts)', async () => {
    await expect(satoriSvg(box({ boxShadow: 5 })), mended('the search')).rejects.toThrow();
  });

  it('satori rounds each text up to a whole pixel where boxes are rounded (satori-call.ts)', async () => {
    const texts = Array.from({ length: 8 }, () => box({}, 'one'));
    const layout = await layOut({
      ...{ tree: box({ display: 'flex', fontSize: 20 }, texts), width: 600, height: 100, devicePixelRatio: 1 },
      ...{ images: {}, watch: () => {} },
    });
    const lefts = [...layout.boxes.values()].slice(1).map(({ left }) => left);

    expect(lefts.every(Number.isInteger)).toBe(true);
    const steps = new Set(lefts.slice(1).map((left, index) => left - (lefts[index] ?? 0)));
    expect(steps.size, 'texts as wide as they are, not all of one whole width').toBe(2);
  });

  it('satori cuts every picture at its own box, which costs resvg a layer (raster/simplify.ts)', async () => {
    const svg = await satoriSvg(
      h('img', { src: 'x', width: 40, height: 40 }),
      bitmapPlaceholder({ width: 9, height: 9 }, 1),
    );

    expect(svg, mended('taking needless clips off')).toMatch(/<image [^>]*clip-path=/);
  });

  it('resvg shows no bitmap of a picture inside a picture (svg/place-images.ts)', () => {
    const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';
    const size = 'xmlns="http://www.w3.org/2000/svg" width="9" height="9"';
    const image = (href: string) => `<svg ${size}><image width="9" height="9" href="${href}"/></svg>`;
    const inner = image(`data:image/png;base64,${dot}`);
    const alphaOf = (svg: string) => new Resvg(svg, { font: { loadSystemFonts: false } }).render().pixels[3];

    expect(alphaOf(inner)).toBe(255);
    const outer = image(`data:image/svg+xml;base64,${Buffer.from(inner).toString('base64')}`);
    expect(alphaOf(outer), mended('drawing vector pictures with bitmaps in place')).toBe(0);
  });

  it('resvg ends its process over a layer that begins far beyond the edge (raster/layer-reach.ts)', async () => {
    const far = '<g opacity=".5"><rect x="-2000" width="9" height="9"/></g>';
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">${far}</svg>`;

    expect(await isDrawn(writeXml(safeSvg(svg, () => undefined))), mended('asking librsvg')).toBe(false);
  });
});
