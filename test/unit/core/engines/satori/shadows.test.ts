import { describe, expect, it } from 'vitest';
import { blur } from '../../../../../lambdas/core/engines/satori/raster/blur.ts';
import { type Coverage, emptyCanvas, paintOver } from '../../../../../lambdas/core/engines/satori/raster/canvas.ts';
import { cutDocument, documentOf } from '../../../../../lambdas/core/engines/satori/raster/pieces.ts';
import { withoutRepeats } from '../../../../../lambdas/core/engines/satori/raster/repeats.ts';
import { paintShadows } from '../../../../../lambdas/core/engines/satori/raster/shadows.ts';
import { wordsOf } from '../../../../../lambdas/core/picture/pixels.ts';
import { parseXml } from '../../../../../lambdas/core/picture/svg/xml.ts';
import { resvgPixels } from '../../../../support/resvg.ts';

const width = 120;
const height = 80;

const boxShadow = (deviation: number, colour: string, shape = '<path d="M30 20h50v30h-50z" fill="#fff"/>') => `
  <defs>
    <mask id="m" maskUnits="userSpaceOnUse">
      <rect width="${width}" height="${height}" fill="#fff"/><path d="M32 14h40v30h-40z" fill="#000"/>
    </mask>
    <filter id="f" x="-20" y="-20" width="160" height="120" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB">
      <feGaussianBlur stdDeviation="${deviation}" result="b"/>
      <feFlood flood-color="${colour}" in="SourceGraphic" result="f"/>
      <feComposite in="f" in2="b" operator="in"/>
    </filter>
  </defs>
  <g mask="url(#m)" filter="url(#f)">${shape}</g>`;

const chain = (name: string, deviation: number, dx: number, dy: number, colour: string) => `
  <feGaussianBlur in="SourceAlpha" stdDeviation="${deviation}" result="${name}-b"/>
  <feOffset in="${name}-b" dx="${dx}" dy="${dy}" result="${name}-o"/>
  <feFlood flood-color="${colour}" flood-opacity="1" result="${name}-c"/>
  <feComposite in="${name}-c" in2="${name}-o" operator="in" result="${name}"/>`;

const textShadow = (...chains: string[]) => `
  <defs><filter id="f" x="0" y="0" width="120" height="80" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB">
    ${chains.join('')}
    <feMerge>${chains.map((_chain, at) => `<feMergeNode in="s${at}"/>`).join('')}<feMergeNode in="SourceGraphic"/></feMerge>
  </filter></defs>
  <g filter="url(#f)"><path d="M20 20l40 10 20 30-50-10z" fill="tomato" fill-opacity="0.9"/></g>`;

const cut = (body: string) => {
  const document = parseXml(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`,
  );
  const found = cutDocument(document, width, height);
  const [piece] = found?.pieces ?? [];
  if (!found || !piece) throw new Error('not cut');
  return { cut: found, piece };
};

const draw = async (svg: string) => resvgPixels(svg);

describe('paintShadows', () => {
  it.each([
    ['a box, wide', boxShadow(6, 'rgba(200,20,60,0.6)')],
    ['a box, narrow', boxShadow(1.5, '#123')],
    ['a box, hardly any', boxShadow(0.5, 'black')],
    ['a box, sharp', boxShadow(0, 'rgba(0,0,0,0.3)')],
    ['a box that reaches out of the picture', boxShadow(9, 'blue', '<path d="M-15 -10h50v30h-50z" fill="#fff"/>')],
    ['a blur wider than the region', boxShadow(90, 'blue')],
    ['a text, two of them', textShadow(chain('s0', 4, 3, -2, 'gold'), chain('s1', 1, -3, 4, 'rgba(0,0,255,0.5)'))],
    ['a text, moved by parts of a pixel', textShadow(chain('s0', 2, 1.7, -1.7, '#000'))],
  ])('is what the rasteriser draws, within one: %s', async (_what, body) => {
    const { cut: document, piece } = cut(body);
    if (!piece.shadows) throw new Error('no shadows were found');
    const expected = await draw(documentOf(piece, document));

    const layer = await paintShadows(piece.shadows, document, draw);

    const { crop } = piece;
    const canvas = emptyCanvas(crop.right - crop.left, crop.bottom - crop.top);
    const moved = {
      left: layer.box.left - crop.left,
      top: layer.box.top - crop.top,
      right: layer.box.right - crop.left,
      bottom: layer.box.bottom - crop.top,
    };
    const seen = {
      left: Math.max(0, moved.left),
      top: Math.max(0, moved.top),
      right: Math.min(canvas.width, moved.right),
      bottom: Math.min(canvas.height, moved.bottom),
    };
    paintOver(canvas, { words: layer.words, box: moved }, seen, 'nearest');
    const found = new Uint8Array(canvas.words.buffer);
    expect(found).toHaveLength(expected.length);
    expect(wordsOf(expected).some((word) => word !== 0)).toBe(true);
    expect(Math.max(...found.map((value, at) => Math.abs(value - (expected[at] as number))))).toBeLessThanOrEqual(1);
  });

  it.each([
    ['another filter', '<feGaussianBlur stdDeviation="3"/>'],
    ['a blur of something else', boxShadow(3, 'red').replace('stdDeviation', 'in="BackgroundImage" stdDeviation')],
    ['a region between pixels', boxShadow(3, 'red').replace('x="-20"', 'x="-20.5"')],
    ['a mask with a region', boxShadow(3, 'red').replace('id="m"', 'id="m" width="40"')],
    ['a group with more to it', boxShadow(3, 'red').replace('<g mask', '<g opacity="0.5" mask')],
    [
      'a merge of something unknown',
      textShadow(chain('s0', 2, 0, 0, 'red')).replace('in="s0"/><feMergeNode', 'in="s9"/><feMergeNode'),
    ],
  ])('leaves alone what it does not know: %s', (_what, body) => {
    expect(
      cut(body.includes('<g') ? body : `<defs><filter id="f">${body}</filter></defs><g filter="url(#f)"/>`).piece
        .shadows,
    ).toBe(undefined);
  });
});

describe('blur', () => {
  /** A box with round corners in the middle of nothing. */
  const box = (across: number, down: number, around: number): Coverage => {
    const [size, rows] = [across + 2 * around, down + 2 * around];
    const data = new Uint8Array(size * rows);
    for (let row = around; row < around + down; row += 1)
      for (let at = around; at < around + across; at += 1) {
        const fromCorner = Math.min(at - around, around + across - at) + Math.min(row - around, around + down - row);
        data[row * size + at] = Math.min(255, fromCorner * 30);
      }
    return { data, width: size, height: rows };
  };

  it('works on no more of a box than what its edges reach', () => {
    const seen: number[] = [];
    const measured = (coverage: Coverage) => {
      const change = ({ data }: Coverage) => {
        seen.push(data.length);
        return data;
      };
      return withoutRepeats(coverage, 10, change);
    };

    expect(measured(box(90, 70, 20))).toEqual(box(90, 70, 20));
    expect(measured(box(900, 700, 20)).data).toEqual(box(900, 700, 20).data);
    expect(seen[1]).toBe(seen[0]);
  });

  it('is the same for a box and for what has nothing repeated in it', () => {
    const plain = box(160, 120, 30);
    // a dot far to the side and another far below: no column and no row is as the one before
    const { width: across, height: down } = plain;
    const [width, height] = [across + 400, down + 400];
    const data = new Uint8Array(width * height);
    for (let row = 0; row < down; row += 1)
      data.set(plain.data.subarray(row * across, (row + 1) * across), row * width);
    for (let at = 0; at < across; at += 1) data[(down + 300) * width + at] = at % 2;
    for (let row = 0; row < down; row += 1) data[row * width + across + 300] = row % 2;

    const { data: found } = blur({ data, width, height }, 6);

    const { data: expected } = blur(plain, 6);
    const rows = Array.from({ length: down }, (_, row) => found.slice(row * width, row * width + across));
    expect(rows).toEqual(Array.from({ length: down }, (_, row) => expected.slice(row * across, (row + 1) * across)));
  });

  it('takes nothing away but at the edges', () => {
    const data = new Uint8Array(41 * 41);
    data.fill(255, 20 * 41, 21 * 41);

    const { data: found } = blur({ data, width: 41, height: 41 }, 3);

    const column = Array.from({ length: 41 }, (_, row) => found[row * 41 + 20] as number);
    expect(column).toEqual(column.toReversed());
    expect(Math.abs(column.reduce((sum, value) => sum + value, 0) - 255)).toBeLessThan(20);
  });
});
