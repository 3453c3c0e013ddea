import { describe, expect, it } from 'vitest';
import { allowedElements } from '#engine/rendering/svg/allow-list.ts';
import { sanitiseSvg } from '#engine/rendering/svg/safe-svg.ts';
import { parseXml, writeXml } from '#engine/rendering/svg/xml.ts';
import { getGrowth } from '../../support/growth.ts';

/**
 * @promise Rendering: SVG that reads files or opens connections
 * @how a custom parser, an allow-list of elements and attributes; the document is written anew
 * @also test/engine/own-addresses.properties.slow.test.ts
 * @figure what is on no list is left out
 */

const image = 'data:image/png;base64,AA';
const safe = (body: string) =>
  writeXml(sanitiseSvg(`<svg>${body}</svg>`, ({ href }) => (href === image ? href : undefined)));
const wrapped = (body: string) =>
  body === '' ? '<svg xmlns="http://www.w3.org/2000/svg"/>' : `<svg xmlns="http://www.w3.org/2000/svg">${body}</svg>`;

describe('sanitiseSvg', () => {
  it.each([
    ['<filter id="f"><feNone/></filter>', '<filter id="f"/>'],
    ['<title>words</title><metadata/><rect/>', '<rect/>'],
    ['<path d="&constructor;&toString;M0 0"/>', '<path d="M0 0"/>'],
    ['<script>1</script><path d="M0 0"/>', '<path d="M0 0"/>'],
    ['<foreignObject><p>words</p></foreignObject>', ''],
    ['<text>hi</text>', ''],
    ['<image href="https://a.example/x.png"/>', ''],
    ['<image xlink:href="picture.png"/>', ''],
    ['<use href="https://a.example/x.svg#a"/>', '<use/>'],
    ['<path fill="Base color" stroke="12"/>', '<path/>'],
    ['<path fill="hsl(200, 0.5, 0.5)" stroke="hsla(200, 50%, .5, 1)"/>', '<path/>'],
    ['<path d="M0 0" onload="x"/>', '<path d="M0 0"/>'],
    ['<path fill="url(https://a.example/#a)"/>', '<path/>'],
    [String.raw`<path style="fill:\75rl(a.png)"/>`, '<path/>'],
    ['<path fill="url(/**/a.png)"/>', '<path/>'],
    ['<style>@import "a.css"; .a{fill:red;background:url(a.png)}</style>', '<style>.a{fill:red}</style>'],
    ['<style>@media all{@import url(x);.b{fill:red}} .a{fill:blue}</style>', '<style>.a{fill:blue}</style>'],
    ['<g xml:base="https://a.example/"><path d="M0 0"/></g>', '<g><path d="M0 0"/></g>'],
    ['<path id="&none;a"/>', '<path id="a"/>'],
  ])('makes of %s what is safe: %s', (body, expected) => {
    expect(safe(body)).toBe(wrapped(expected));
  });

  it.each([
    ['local references', '<use href="#a"/><path fill="url(#g)" clip-path="url(\'#c\')"/>'],
    ['transforms and opacity', '<g transform="rotate(3)" opacity="0.5"><rect width="3" height="4" rx="1"/></g>'],
    ['filters', '<filter id="f"><feGaussianBlur stdDeviation="4"/><feMerge><feMergeNode in="a"/></feMerge></filter>'],
    ['colours', '<path fill="hsl(200, 50%, 40%)" stroke="hsl(200 50 40)"/>'],
    ['declarations', '<path style="fill:url(#a);mix-blend-mode:screen"/>'],
    ['an image that was allowed', `<image width="3" height="4" href="${image}"/>`],
    ['marks in values', '<path id="&lt;&quot;&amp;&gt;"/>'],
  ])('keeps %s', (_what, body) => {
    expect(safe(body)).toBe(wrapped(body));
  });

  it.each([
    ['rect', 'x y width height rx ry', 100_000],
    ['circle', 'cx cy r', 100_000],
    ['line', 'x1 y1 x2 y2', 100_000],
    ['path', 'stroke-width', 20_000],
    ['feOffset', 'dx dy', 20_000],
    ['feGaussianBlur', 'stdDeviation', 500],
    ['feTurbulence', 'numOctaves', 8],
    ['feDisplacementMap', 'scale', 10_000],
    ['feMorphology', 'radius', 12],
    ['feConvolveMatrix', 'order', 7],
    ['filter', 'x y width height', 1_000],
  ])('brings each number of <%s %s> into the bound %i', (element, names, bound) => {
    const svg = (number: number) =>
      `<${element} ${names
        .split(' ')
        .map((name) => `${name}="${number}"`)
        .join(' ')}/>`;
    for (const sign of [1, -1]) {
      expect(safe(svg(sign * (bound + 1)))).toBe(wrapped(svg(sign * bound)));
      expect(safe(svg(sign * bound))).toBe(wrapped(svg(sign * bound)));
    }
  });

  it('brings each number of a list into its bound', () => {
    const svg = (numbers: string) => `<feGaussianBlur stdDeviation="${numbers}"/>`;
    expect(safe(svg('501 2'))).toBe(wrapped(svg('500 2')));
  });

  it('allows no element that loads, runs or moves', () => {
    const others = ['feImage', 'foreignObject', 'script', 'animate', 'set', 'iframe', 'metadata'];
    expect(others.filter((name) => allowedElements.has(name))).toEqual([]);
  });

  it('renders a link as a group', () => {
    expect(safe('<a href="https://a.example"><path d="M0 0"/></a>')).toBe(wrapped('<g><path d="M0 0"/></g>'));
  });

  it('reads declarations, comments, document types and CDATA', () => {
    const text =
      '<?xml version="1.0"?><!-- a > b --><!DOCTYPE svg [<!ENTITY a "b">]><svg><style><![CDATA[.a{fill:red}]]></style></svg>';
    expect(writeXml(sanitiseSvg(text, () => undefined))).toBe(wrapped('<style>.a{fill:red}</style>'));
  });

  it('replaces references to the entities of the document', () => {
    const text = `<!DOCTYPE svg [<!ENTITY a "#7c3aed"><!ENTITY b '&a;'><!ENTITY a "red"><!ENTITY c SYSTEM "chapter.xml">]><svg><path fill="&b;" d="&c;M0 0"/></svg>`;
    expect(writeXml(sanitiseSvg(text, () => undefined))).toBe(wrapped('<path fill="#7c3aed" d="M0 0"/>'));
  });

  it('reads no more entities, elements and levels than it may', () => {
    const bounds = { depth: 4, elements: 5, entityCharacters: 20 };
    const text = (uses: number) => `<!DOCTYPE svg [<!ENTITY a "ha ha">]><svg><desc>${'&a;'.repeat(uses)}</desc></svg>`;

    expect(() => parseXml(text(5), bounds)).toThrow('its entities are too long');
    expect(() => parseXml(`<svg>${'<g/>'.repeat(5)}</svg>`, bounds)).toThrow('too many elements');
    expect(() => parseXml('<svg><g><g><g></g></g></g></svg>', bounds)).toThrow('nested too deeply');
    expect(writeXml(parseXml(text(4), bounds))).toBe(`<svg><desc>${'ha ha'.repeat(4)}</desc></svg>`);
    expect(parseXml(`<svg>${'<g/>'.repeat(4)}</svg>`, bounds).children).toHaveLength(4);
    expect(parseXml('<svg><g><g></g></g></svg>', bounds).name).toBe('svg');
  });

  it.each([
    ['comments that do not end', { before: '<style>', piece: '/*', closing: '', after: '</style>' }],
    ['words without a rule', { before: '<style>', piece: 'a ', closing: '', after: '</style>' }],
    ['at-rules', { before: '<style>', piece: '@a', closing: '{', after: '</style>' }],
    ['brackets of transforms', { before: '<g transform="', piece: 'scale(', closing: '', after: '"/>' }],
  ])('reads each character of a document once: %s', (_what, text) => {
    expect(getGrowth(safe, text, 100_000)).toBeUndefined();
  });

  it('reports how large an image is rendered', () => {
    const seen: number[] = [];
    const text = `<svg><g transform="matrix(2 0 0 2 5 5)"><g transform="scale(1.5)"><image href="${image}"/></g></g></svg>`;

    const note = ({ scale }: { scale: number }) => {
      seen.push(scale);
      return undefined;
    };
    sanitiseSvg(text, note, 2);

    expect(seen).toEqual([6]);
  });

  it.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['HTML', '<html></html>'],
    ['an unfinished tag', '<svg><path d="'],
    ['crossed tags', '<svg><g></svg></g>'],
    ['an attribute without quotes', '<svg width=3></svg>'],
  ])('refuses %s', (_what, text) => {
    expect(() => sanitiseSvg(text, () => undefined)).toThrow();
  });
});
