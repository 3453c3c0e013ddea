import { describe, expect, it } from 'vitest';
import { sanitiseSvg } from '#engine/rendering/svg/safe-svg.ts';
import { writeXml } from '#engine/rendering/svg/xml.ts';

const image = 'data:image/png;base64,AA';
const safe = (body: string) =>
  writeXml(sanitiseSvg(`<svg>${body}</svg>`, ({ href }) => (href === image ? href : undefined)));
const wrapped = (body: string) =>
  body === '' ? '<svg xmlns="http://www.w3.org/2000/svg"/>' : `<svg xmlns="http://www.w3.org/2000/svg">${body}</svg>`;

describe('sanitiseSvg', () => {
  it.each([
    ['<filter id="f"><feImage href="/etc/passwd"/></filter>', '<filter id="f"/>'],
    ['<path d="&constructor;&toString;M0 0"/>', '<path d="M0 0"/>'],
    ['<script>alert(1)</script><path d="M0 0"/>', '<path d="M0 0"/>'],
    ['<foreignObject><iframe src="http://a"/></foreignObject>', ''],
    ['<text>hi</text>', ''],
    ['<image href="https://a.example/x.png"/>', ''],
    ['<image xlink:href="file:///etc/passwd"/>', ''],
    ['<use href="https://a.example/x.svg#a"/>', '<use/>'],
    ['<path fill="Base color" stroke="12"/>', '<path/>'],
    ['<path fill="hsl(200, 0.5, 0.5)" stroke="hsla(200, 50%, .5, 1)"/>', '<path/>'],
    ['<path d="M0 0" onload="x()"/>', '<path d="M0 0"/>'],
    ['<path fill="url(https://a.example/#a)"/>', '<path/>'],
    [String.raw`<path style="fill:\75rl(http://a)"/>`, '<path/>'],
    ['<path fill="url(/**/http://a)"/>', '<path/>'],
    ['<style>@import "http://a"; .a{fill:red;background:url(http://a)}</style>', '<style>.a{fill:red}</style>'],
    ['<style>@media all{@import url(x);.b{fill:red}} .a{fill:blue}</style>', '<style>.a{fill:blue}</style>'],
    ['<g xml:base="file:///"><path d="M0 0"/></g>', '<g><path d="M0 0"/></g>'],
    ['<path id="&xxe;a"/>', '<path id="a"/>'],
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

  it('brings numbers that exhaust memory into bounds', () => {
    const svg = (width: string, deviation: string, octaves: string) =>
      `<rect width="${width}"/><feGaussianBlur stdDeviation="${deviation}"/><feTurbulence numOctaves="${octaves}"/>`;
    expect(safe(svg('1e9', '99999 2', '1000000'))).toBe(wrapped(svg('100000', '500 2', '8')));
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
    const text = `<!DOCTYPE svg [<!ENTITY a "#7c3aed"><!ENTITY b '&a;'><!ENTITY a "red"><!ENTITY c SYSTEM "/etc/passwd">]><svg><path fill="&b;" d="&c;M0 0"/></svg>`;
    expect(writeXml(sanitiseSvg(text, () => undefined))).toBe(wrapped('<path fill="#7c3aed" d="M0 0"/>'));
  });

  it('reads no entities that multiply', () => {
    const many = Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('');
    const text = `<!DOCTYPE svg [<!ENTITY a0 "ha ha">${many}]><svg><desc>&a9;</desc></svg>`;
    expect(() => sanitiseSvg(text, () => undefined)).toThrow('its entities are too long');
  });

  it.each([
    ['comments that do not end', `<style>${'/*'.repeat(500_000)}</style>`],
    ['words without a rule', `<style>${'a '.repeat(500_000)}</style>`],
    ['rules at the rate of at-rules', `<style>${'@a'.repeat(300_000)}${'{'.repeat(300_000)}</style>`],
    ['brackets of transforms', `<g transform="${'scale('.repeat(200_000)}"/>`],
  ])('reads each character of a long document once: %s', (_what, body) => {
    expect(safe(body)).not.toContain('{');
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
    ['endless nesting', `<svg>${'<g>'.repeat(300)}${'</g>'.repeat(300)}</svg>`],
  ])('refuses %s', (_what, text) => {
    expect(() => sanitiseSvg(text, () => undefined)).toThrow();
  });
});
