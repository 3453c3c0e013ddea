import { type Attack, each, isSlow, rendering, styled } from './attack.ts';

const many = (count: number, item: string) => `Array.from({ length: ${count} }, (_, i) => ${item}).join()`;
const beyond = (title: string, style: string) =>
  rendering(
    `off the canvas: ${title}`,
    `<div style={{ width: '100%', height: '100%', display: 'flex' }}><p style={{ position: 'absolute', left: 4500, top: 20, ${style} }}>hello</p></div>`,
  );

/** Shadows, blurs, borders, gradients and values of CSS that ask for more than there is. */
export const paint: readonly Attack[] = [
  ...each(
    styled,
    {
      'a shadow of 200 pixels': `boxShadow: '0 0 200px 100px red'`,
      'a shadow of a box of ten million': `minWidth: 1e7, minHeight: 1e7, borderRadius: 500, boxShadow: '0 0 100px blue'`,
      'a backdrop filter': `backdropFilter: 'blur(40px)'`,
      'a dotted border of a billion': `border: '1e9px dotted red', borderRadius: 1e9`,
      'an outline of a billion': `outline: '1e9px dashed red', outlineOffset: 1e9`,
      'a gradient of 1,000 stops': `backgroundImage: 'linear-gradient(' + ${many(1_000, "'red ' + i / 10 + '%'")} + ')'`,
      'a gradient repeated without end': `backgroundImage: 'repeating-linear-gradient(45deg, red, red 0.0001px, blue 0.0002px)'`,
      'rings repeated without end': `backgroundImage: 'repeating-radial-gradient(circle, red 0, blue 0.0001px)'`,
      'a background of a hundredth pixel': `backgroundImage: 'linear-gradient(red, blue)', backgroundSize: '0.01px 0.01px'`,
      'a background of no size': `backgroundImage: 'linear-gradient(red, blue)', backgroundSize: '0 0', backgroundPosition: '1e9px NaN'`,
      'broken gradients': `backgroundImage: 'linear-gradient(, radial-gradient(', background: 'conic-gradient()'`,
      'a mask of many': `maskImage: ${many(10, `'linear-gradient(red, transparent)'`)}`,
      'clip paths of nonsense': `clipPath: 'polygon(' + '0 0, '.repeat(10000) + '1px 1px)'`,
      'a clip path of a path': `clipPath: "path('M" + ' 0 0'.repeat(50000) + "')"`,
      'transforms beyond numbers': `transform: 'scale(1e308) rotate(1e308deg) skew(90deg) matrix(NaN, 0, 0, 0, 0, 0) translate(1e308px)'`,
      'sizes beyond numbers': `minWidth: 1e308, maxHeight: -1e308, padding: 1e200, margin: -1e200, inset: 1e300`,
      'sizes of no number': `minWidth: 'NaN', height: 'Infinitypx', padding: '1e999px', flexGrow: -1, flexShrink: 1e308, aspectRatio: '0 / 0', order: 1e20`,
      'sums nested 5,000 deep': `minWidth: 'calc(' + '('.repeat(5_000) + '1px' + ')'.repeat(5_000) + ')'`,
      'variables that name each other': `'--a': 'var(--b)', '--b': 'var(--a)', minWidth: 'var(--a)', color: 'var(--a, var(--b))'`,
      'an address of spaces': `backgroundImage: 'url(' + ' '.repeat(200_000)`,
      'addresses without an end': `backgroundImage: 'url("'.repeat(30_000)`,
      'colours of nonsense': `color: 'rgb(1e999, -5, NaN)', background: 'color-mix(in oklch, red, color-mix(in lab, blue 1e9%, x))', borderColor: '#' + 'f'.repeat(100_000)`,
      'names of JavaScript as values': `display: 'constructor', position: '__proto__', flexDirection: 'toString', color: 'hasOwnProperty'`,
      'properties nobody has': `['-webkit-x-'.repeat(1_000)]: 'x', ['a'.repeat(100_000)]: '1'`,
      'custom properties that double': `...Object.fromEntries(Array.from({ length: 30 }, (_, i) => ['--v' + i, i ? 'var(--v' + (i - 1) + ') '.repeat(2) : 'red'])), color: 'var(--v29)'`,
    },
    "'x'",
  ),
  ...each(
    styled,
    {
      '300 shadows': `boxShadow: ${many(300, `'0 0 500px red'`)}`,
      '20,000 shadows': `boxShadow: ${many(20_000, "i + 'px 0 5px red'")}`,
      '30,000 gradients that let through': `backgroundImage: ${many(30_000, `'linear-gradient(red, transparent)'`)}`,
      '30,000 gradients': "backgroundImage: 'linear-gradient(red,blue),'.repeat(30_000) + 'none'",
    },
    "'x'",
    { ends: 'COMPILE_ERROR', isSlow },
  ),
  styled('500 blurs', `filter: 'blur(50px) '.repeat(500)`, "'x'", {
    ends: { satori: 'picture', takumi: 'COMPILE_ERROR' },
    isSlow,
  }),
  ...each(
    styled,
    {
      'a shadow of a billion pixels': `boxShadow: '0 0 1e9px 1e9px red'`,
      'a shadow spread inwards': `boxShadow: '0 25px 50px -12px #000, inset 0 0 1e9px -1e9px blue'`,
      '20,000 turns': "transform: 'rotate(1deg) scale(.999) '.repeat(20_000)",
      '50,000 transforms': `transform: 'rotate(1deg) '.repeat(50_000)`,
    },
    "'x'",
    { ends: { satori: 'COMPILE_ERROR', takumi: 'picture' }, isSlow },
  ),
  ...each(
    styled,
    {
      'a blur of a billion': `width: 300, height: 150, filter: 'blur(1e9px)'`,
      'a dashed border of 500': `border: '500px dashed red'`,
      'every border of its own': `borderTop: '9999px double red', borderLeft: '1px ridge blue', borderRight: '-5px groove x', borderBottom: 'solid', borderRadius: '50% / -10px 1e9%'`,
      'a division by nothing': `minWidth: 'calc(1px / 0)', height: 'min(max(clamp(1px, 2px, 3px)))'`,
      'a cut of 100,000 corners': "clipPath: 'polygon(' + '1px 2px,'.repeat(100_000) + '5px 5px)'",
    },
    "'x'",
    { isSlow },
  ),
  ...each(beyond, {
    opacity: 'opacity: 0.5',
    'a shadow of text': `textShadow: '0 0 9px red', opacity: 0.5`,
    'a mask': `maskImage: 'linear-gradient(red, blue)', opacity: 0.5`,
    'a clip': `clipPath: 'circle(5px)', opacity: 0.5`,
    'a turned box that is cut off': `overflow: 'hidden', borderRadius: 30, transform: 'rotate(45deg)', opacity: 0.5`,
    'a turned mask': `maskImage: 'linear-gradient(red, transparent)', transform: 'rotate(30deg) skewX(40deg)'`,
    'an image in an image': `backgroundImage: 'linear-gradient(red, blue)', opacity: 0.3, width: 100, height: 100, transform: 'rotate(45deg)'`,
  }),
  { ...beyond('a blur', `filter: 'blur(9px)'`), ends: { satori: 'COMPILE_ERROR', takumi: 'picture' } },
  ...each(rendering, {
    'off the canvas: an svg with opacity':
      '<div style={{ display: "flex" }}><svg width="90" height="90" style={{ position: "absolute", left: -5000 }}><rect width="90" height="90" opacity="0.5" /></svg></div>',
    'off the canvas: a wide dashed border': `<div style={{ width: '100%', height: '100%', display: 'flex' }}><p style={{ position: 'absolute', left: -4800, top: -3600, width: 10_000, height: 10_000, border: '4000px dashed red' }} /></div>`,
    'opacity on nothing': '<div style={{ opacity: 0.5, width: 0, height: 0 }} />',
    '1,000 properties':
      '<div style={Object.fromEntries(Array.from({ length: 1e3 }, (_, i) => ["p" + i, i + "px"]))}>x</div>',
  }),
  ...each(styled, {
    'a colour that is a number': 'color: 5',
    'a colour of no numbers': `color: 'hsl(NaN, 5%, undefined)'`,
    'truth in place of lengths': `width: 'true', rowGap: 'false', minHeight: 'true', maskImage: 'true'`,
    'a cut of bare numbers': `clipPath: 'inset(1 2 a)'`,
    'a ring that does not say where it ends': `backgroundImage: 'repeating-radial-gradient(red, blue)'`,
    'a cone from nowhere': `backgroundImage: 'conic-gradient(from, red, blue)'`,
    'names of properties that are patterns': `'(': 'red', '[a': 'red', 'a{9': 'red', '(a+)+$': 'red'`,
    'a name of a million dashes': `['a' + '-'.repeat(1_000_000) + '1']: 'x', ['a-'.repeat(300_000) + '!']: 'x'`,
  }),
  {
    title: 'the largest image, blurred',
    code: `export default () => <div style={{ width: '100%', height: '100%', display: 'flex' }}><p style={{ width: 3000, height: 3000, filter: 'blur(200px)', background: 'red' }} /></div>;`,
    options: { width: 4096, height: 4096 },
    ends: 'RENDER_ERROR',
    isSlow,
  },
  {
    title: 'the largest image by its ratio',
    code: `export default () => <div style={{ width: '100%', height: '100%', boxShadow: '0 0 99px red, 0 0 90px lime, 0 0 80px blue', background: 'blue' }} />;`,
    options: { width: 68, height: 1024, devicePixelRatio: 15.5 },
    ends: 'RENDER_ERROR',
    isSlow,
  },
  {
    title: 'an image longer than its format can hold',
    code: `export default () => <div style={{ width: '100%', height: '100%', background: 'blue' }} />;`,
    options: { width: 1, height: 4096, devicePixelRatio: 60 },
    ends: 'INVALID_DEVICE_PIXEL_RATIO',
  },
  {
    title: 'one pixel',
    code: `export default () => <div style={{ width: 5000, boxShadow: '0 0 99px red' }}>{'hello '.repeat(99)}</div>;`,
    options: { width: 1, height: 1, devicePixelRatio: 0.6 },
    ends: 'picture',
    isSlow,
  },
  styled('300 shadows of text', `fontSize: 200, textShadow: ${many(300, "i + 'px 0 500px red'")}`, "'hello'", {
    ends: 'COMPILE_ERROR',
    isSlow,
  }),
  styled(
    'every filter',
    `filter: 'brightness(1e9) contrast(-5) saturate(NaN) hue-rotate(1e30deg) invert(99) sepia(-1) drop-shadow(0 0 1e9px red) url(#x) url(file:///etc/passwd)'`,
    "'x'",
    { ends: 'COMPILE_ERROR' },
  ),
  styled('a border of hair, dashed around the world', `minWidth: 1e6, border: '0.001px dashed red'`, "'x'", {
    ends: { satori: 'picture', takumi: 'COMPILE_ERROR' },
    isSlow,
  }),
  rendering(
    'off the canvas: most of a wide image with a half seen part',
    `<div style={{ width: '100%', height: '100%', display: 'flex' }}><img width={25_000} height={600} style={{ position: 'absolute', left: -24_000 }} src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='4' height='9' opacity='.5'/></svg>" /></div>`,
    { ends: { satori: 'COMPILE_ERROR', takumi: 'picture' } },
  ),
  styled(
    'a cone repeated without end',
    `backgroundImage: 'repeating-conic-gradient(red 0 0.001deg, blue 0 0.002deg)'`,
    "'x'",
    { isSlow },
  ),
  styled('a cone of 40,000 stops', "backgroundImage: 'conic-gradient(' + 'red,blue,'.repeat(20_000) + 'red)'", "'x'", {
    isSlow,
  }),
  styled('a sum of 50,000', `minWidth: 'calc(' + '1px + '.repeat(50_000) + '1px)'`),
  rendering(
    'variables that double',
    `<div style={{ ...Object.fromEntries(Array.from({ length: 25 }, (_, i) => ['--v' + i, i ? 'var(--v' + (i - 1) + ') var(--v' + (i - 1) + ')' : 'red'])), boxShadow: 'var(--v24)', color: 'var(--v24)' }}>x</div>`,
    { ends: { satori: 'COMPILE_ERROR', takumi: 'picture' }, isSlow },
  ),
];
