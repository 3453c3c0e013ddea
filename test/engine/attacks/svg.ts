import { type Attack, each, isSlow, pictured, rendering, svgWith } from './attack.ts';

const times = (count: number, item: string) => `${JSON.stringify(item)}.repeat(${count})`;
const getFilter = (title: string, parts: string, more: Partial<Attack> = {}) =>
  svgWith(
    `a filter of ${title}`,
    `'<filter id="f" x="-1000%" y="-1000%" width="3000%" height="3000%">' + ${parts} + '</filter><rect width="1200" height="630" filter="url(#f)"/>'`,
    more,
  );

/** Documents inside images, and svg elements in the tree itself. */
export const svg: readonly Attack[] = [
  ...each(getFilter, [{ ends: 'COMPILE_ERROR', isSlow }], {
    '200 blurs': times(200, '<feGaussianBlur stdDeviation="499"/>'),
    '300 turbulences': times(300, '<feTurbulence baseFrequency="0.01" numOctaves="8"/>'),
    'endless octaves': times(20, '<feTurbulence baseFrequency="1e-9" numOctaves="1e9" seed="1e300"/>'),
    '300 morphologies': times(300, '<feMorphology radius="1e9"/>'),
    convolutions: times(100, `<feConvolveMatrix order="1e9" kernelMatrix="${'1 '.repeat(49)}"/>`),
    lights: times(
      200,
      '<feSpecularLighting specularExponent="128" surfaceScale="1e9"><feSpotLight x="1" y="1" z="9" pointsAtX="1e9"/></feSpecularLighting>',
    ),
    displacement: times(
      100,
      '<feDisplacementMap in2="SourceGraphic" scale="1e9" xChannelSelector="R" yChannelSelector="A"/>',
    ),
    merges: times(500, '<feMerge><feMergeNode in="SourceGraphic"/><feMergeNode in="SourceAlpha"/></feMerge>'),
    tiles: times(50, '<feTile/><feOffset dx="1e9" dy="-1e9"/>'),
  }),
  ...each(svgWith, [{ ends: 'COMPILE_ERROR', isSlow }], {
    '300 filters': `'<filter id="f" x="-1000%" y="-1000%" width="3000%" height="3000%"><feGaussianBlur stdDeviation="300"/></filter>' + ${times(300, '<rect width="1200" height="630" filter="url(#f)"/>')}`,
    'masks in masks': `Array.from({ length: 60 }, (_, i) => '<mask id="m' + i + '"' + (i ? ' mask="url(#m' + (i - 1) + ')"' : '') + '><rect width="1200" height="630" fill="white"' + (i ? ' mask="url(#m' + (i - 1) + ')"' : '') + '/></mask>').join('') + '<rect width="1200" height="630" mask="url(#m59)"/>'`,
    'clips in clips': `Array.from({ length: 200 }, (_, i) => '<clipPath id="c' + i + '"' + (i ? ' clip-path="url(#c' + (i - 1) + ')"' : '') + '><rect width="1200" height="630"' + (i ? ' clip-path="url(#c' + (i - 1) + ')"' : '') + '/></clipPath>').join('') + '<rect width="1200" height="630" clip-path="url(#c199)"/>'`,
    'a marker at each of 50,000 points': `'<marker id="m" markerWidth="1000" markerHeight="1000"><rect width="900" height="900" opacity="0.1"/></marker><path marker-mid="url(#m)" d="M0 0' + ${times(50_000, 'L1 1')} + '"/>'`,
    '10,000 half seen groups': `${times(10_000, '<g opacity="0.9"><rect width="1200" height="630"/><rect width="9" height="9"/></g>')}`,
    'masks twice in each other': `Array.from({ length: 24 }, (_, i) => '<mask id="m' + i + '"' + (i ? ' mask="url(#m' + (i - 1) + ')"' : '') + '><rect width="1200" height="630" fill="white"' + (i ? ' mask="url(#m' + (i - 1) + ')"' : '') + '/></mask>').join('') + '<rect width="1200" height="630" mask="url(#m23)"/>'`,
    'a tile of 100,000 pixels': `'<pattern id="p" width="100000" height="100000" patternUnits="userSpaceOnUse"><rect width="50000" height="50000"/></pattern><rect width="1200" height="630" fill="url(#p)"/>'`,
    '100,000 declarations': `'<rect width="9" height="9" style="' + ${times(100_000, 'fill:red;')} + '"/>'`,
  }),
  ...each(svgWith, [{ isSlow }], {
    'use of ten billions': `'<g id="a0"><rect width="9" height="9"/></g>' + Array.from({ length: 11 }, (_, i) => '<g id="a' + (i + 1) + '">' + ('<use href="#a' + i + '"/>').repeat(10) + '</g>').join('') + '<use href="#a11"/>'`,
    'a mask of itself': `'<mask id="m"><rect width="9" height="9" mask="url(#m)"/></mask><clipPath id="c" clip-path="url(#c)"><rect width="9" height="9"/></clipPath><rect width="99" height="99" mask="url(#m)" clip-path="url(#c)"/>'`,
    'a use of two uses, 24 times': `Array.from({ length: 24 }, (_, i) => '<g id="g' + i + '">' + (i ? '<use href="#g' + (i - 1) + '"/><use href="#g' + (i - 1) + '" x="3"/>' : '<rect width="9" height="9"/>') + '</g>').join('')`,
  }),
  ...each(svgWith, [], {
    'use of itself': `'<g id="a"><use href="#a"/><use xlink:href="#b"/></g><g id="b"><use href="#a"/></g><use href="#a"/>'`,
    'use of files': `'<use href="file:///etc/passwd#a"/><use xlink:href="/etc/passwd#a"/><use href="data:image/svg+xml,%3Csvg/%3E#a"/><use href="http://127.0.0.1/x.svg#a"/>'`,
    'images of files': `'<image href="file:///etc/passwd" width="9" height="9"/><image xlink:href="/etc/passwd" width="9" height="9"/><image href="../../../etc/passwd" width="9" height="9"/><image href="http://127.0.0.1/" width="9" height="9"/>'`,
    'patterns in patterns': `Array.from({ length: 8 }, (_, i) => '<pattern id="p' + i + '" width="1" height="1" patternUnits="userSpaceOnUse"><rect width="1200" height="630" fill="' + (i ? 'url(#p' + (i - 1) + ')' : 'red') + '"/></pattern>').join('') + '<rect width="1200" height="630" fill="url(#p7)"/>'`,
    'a pattern of itself': `'<pattern id="p" width="1e-9" height="1e-9" patternUnits="userSpaceOnUse"><rect width="9" height="9" fill="url(#p)"/></pattern><rect width="1200" height="630" fill="url(#p)" stroke="url(#p)"/>'`,
    'dashes of nothing': `'<path stroke="red" stroke-dasharray="0.00001 0.00001" d="M0 0L100000 100000"/><path stroke="red" stroke-dasharray="1e-300" d="M0 0L1e9 1e9"/>'`,
    'a path of 20,000 points': `'<path stroke="red" stroke-width="50" stroke-linejoin="round" d="M0 0' + ${times(20_000, 'L9 9')} + '"/>'`,
    '5,000 stops': `'<linearGradient id="g">' + ${times(5_000, '<stop offset="0.5" stop-color="red"/>')} + '</linearGradient><rect width="1200" height="630" fill="url(#g)"/>'`,
    'gradients in a circle': `'<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/><rect width="99" height="99" fill="url(#a)"/>'`,
    '50 half seen groups in each other': `${times(50, '<g opacity="0.99">')} + '<rect width="1200" height="630"/>' + ${times(50, '</g>')}`,
    '300 groups in each other': `${times(300, '<g>')} + ${times(300, '</g>')}`,
    'numbers that are none': `'<rect width="NaN" height="Infinity" transform="matrix(NaN,0,0,1e308,0,0)"/><path d="M1e308 1e308L-1e308 1e-320"/><circle r="-1"/><ellipse rx="1e308" ry="1e308" stroke="red" stroke-width="1e308"/>'`,
    text: `'<text font-family="file:///etc/passwd">hello</text><foreignObject width="99" height="99"><iframe xmlns="http://www.w3.org/1999/xhtml" src="file:///etc/passwd"/></foreignObject>'`,
    'scripts and animation': `'<script>fetch("http://127.0.0.1")</script><animate attributeName="href" values="file:///etc/passwd"/><set attributeName="x" to="1"/><a href="javascript:1"><rect width="9" height="9" onload="x()"/></a>'`,
    sheets: `'<style>@import url(file:///etc/passwd); rect { fill: url(file:///etc/passwd); filter: url("http://127.0.0.1/#f") }</style><rect width="9" height="9" style="fill:url(/etc/passwd);mask:url(http://127.0.0.1/)"/>'`,
    'a sheet of 3,000 rules': `'<style>' + ${times(3_000, 'rect{fill:red} ')} + '</style>' + ${times(200, '<rect width="9" height="9"/>')}`,
  }),
  ...each(pictured, [], {
    'entities that read files': `'<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY % y SYSTEM "http://127.0.0.1/x.dtd"> %y;]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><desc>&x;</desc><rect fill="&x;" width="9" height="9"/></svg>'`,
    'a billion laughs': `'<!DOCTYPE svg [<!ENTITY a "' + 'ha'.repeat(50) + '">' + Array.from({ length: 9 }, (_, i) => '<!ENTITY a' + i + ' "' + ('&a' + (i ? i - 1 : '') + ';').repeat(10) + '">').join('') + ']><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><desc>&a8;</desc></svg>'`,
    '50,000 declarations of nothing': `'<!a>'.repeat(50_000) + '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'`,
    'a style sheet of another place': `'<?xml-stylesheet href="file:///etc/passwd"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xi="http://www.w3.org/2001/XInclude" width="9" height="9"><xi:include href="file:///etc/passwd" parse="text"/><rect width="9" height="9"/></svg>'`,
    'a size of a billion': `'<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9" viewBox="0 0 1e-9 1e-9"><rect width="1e9" height="1e9"/></svg>'`,
    'a size of nothing': `'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="-5" viewBox="0 0 0 0"><rect width="9" height="9"/></svg>'`,
    'a size in other units': `'<svg xmlns="http://www.w3.org/2000/svg" width="1e9in" height="100000%" viewBox="NaN NaN x y"><rect width="1e9em" height="9"/></svg>'`,
    'svg in svg in svg': `Array.from({ length: 12 }).reduce((inner) => '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><image width="99" height="99" href="data:image/svg+xml,' + encodeURIComponent(inner) + '"/></svg>', '<svg xmlns="http://www.w3.org/2000/svg"/>')`,
    'comments of a sheet without end': `'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><style>' + '/*'.repeat(300_000) + '</style></svg>'`,
    'a sheet of words': `'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><style>' + 'a '.repeat(200_000) + '</style></svg>'`,
    'brackets of transforms': `'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g transform="' + 'scale('.repeat(100_000) + '"><path d="M0 0h9v9z"/></g></svg>'`,
    'no end': `'<svg xmlns="http://www.w3.org/2000/svg"><g a="' + 'x'.repeat(1e6)`,
    'another root': `'<html><svg/></html>'`,
    'attributes without end': `'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"' + Array.from({ length: 20_000 }, (_, i) => ' a' + i + '="x"').join('') + '/>'`,
    '20,000 elements': `'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">' + '<rect/>'.repeat(20_000) + '</svg>'`,
  }),
  ...each(rendering, [], {
    'letters of other sizes in an svg': `<svg width="600" height="300">{Array.from({ length: 200 }, (_, i) => <text key={i} x="1e308 NaN -1e308" y="1e9%" dx="x" fontSize={i % 2 ? 1e308 : '1e-320px'} letterSpacing="1e308" textAnchor="middle" dominantBaseline="middle">{'a\u0301\u202e\u05d0 ' + String.fromCharCode(0xd800)}</text>)}</svg>`,
    'tspans in tspans': `<svg width="600" height="300"><text>{Array.from({ length: 80 }).reduce((inner) => <tspan dx="1" dy="1" direction="rtl">{inner}a</tspan>, 'b')}</text></svg>`,
    '300 Han characters in an svg': `<svg width="600" height="300"><text y="50" fontFamily="Noto Sans JP">{Array.from({ length: 300 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('')}</text></svg>`,
  }),
  rendering('5,001 letters in an svg', `<svg width="600" height="300"><text y="50">{'a'.repeat(5001)}</text></svg>`, {
    ends: 'COMPILE_ERROR',
  }),
  getFilter(
    'tables',
    `'<feComponentTransfer><feFuncR type="table" tableValues="' + ${times(5_000, '0.5 ')} + '"/></feComponentTransfer>'`,
  ),
  getFilter('files', times(1, '<feImage href="file:///etc/passwd"/><feImage xlink:href="/etc/hostname"/>'), {
    ends: 'image',
  }),
  getFilter('itself', times(1, '<feImage href="#f"/><feFlood flood-color="url(#f)"/>'), {
    ends: { satori: 'COMPILE_ERROR', takumi: 'image' },
    isSlow,
  }),
  svgWith('arcs beyond numbers', `'<path stroke="red" d="M0 0' + ${times(20_000, 'A1e30 1e30 0 1 1 9 9')} + '"/>'`, {
    ends: { satori: 'image', takumi: 'COMPILE_ERROR' },
  }),
  rendering('an svg of the tree that uses itself', '<svg width="90" height="90"><g id="a"><use href="#a" /></g></svg>'),
  ...each(rendering, [{ ends: { satori: 'COMPILE_ERROR', takumi: 'image' } }], {
    'attributes of an svg that are no names': `<svg width={{}} height="90" viewBox={5} {...{ 'a b': 1, '': 2, '5': 3 }}><rect width="9" height="9" {...{ 'on"x': 1, '-a': 2 }} /></svg>`,
    'an svg of the tree with raw names': `<svg width="90" height="90" {...{ 'a"><image href="/etc/passwd"': 'x', 'xlink:href': 'file:///etc/passwd', onload: 'x' }}><rect width="9" height="9" /></svg>`,
  }),
  ...each(rendering, [{ ends: 'COMPILE_ERROR' }], {
    'an svg of the tree with files': `<svg width="90" height="90"><filter id="f"><feImage href="/etc/passwd" /></filter><image href="/etc/passwd" width="9" height="9" /><use href="/etc/passwd#x" /><rect width="90" height="90" filter="url(#f)" fill="url(file:///etc/passwd)" /></svg>`,
    'an image of html inside an svg':
      '<svg width="90" height="90"><img src="file:///etc/passwd" /><g><div><img src="http://127.0.0.1/x.png" /></div></g></svg>',
  }),
  rendering(
    'an svg of the tree with endless numbers',
    '<svg width="1e9" height="1e9" viewBox="0 0 1e-9 1e-9"><circle r="1e308" strokeWidth="1e308" stroke="red" strokeDasharray="1e-9" /></svg>',
    { ends: { satori: 'image', takumi: 'COMPILE_ERROR' } },
  ),
];
