import type { GoldenCase } from '../case.ts';
import { box, boxCase, element, full, h, html } from '../element.ts';
import { dataUri, sampleImages } from '../sample-images.ts';

const page = `${full}; display: flex; flex-wrap: wrap; gap: 16; padding: 20; background: #f8fafc;
  align-content: flex-start`;
const frame = 'width: 140; height: 140; background: #cbd5e1';
const at = (name: string) => `https://pictures.example/${name}`;
const picture = (src: string, width: number, height: number, style?: string) =>
  h('img', { src, width, height, ...(style !== undefined && { style }) });
const remote = Object.fromEntries(
  ['png', 'jpeg', 'webp', 'avif', 'gif', 'svg', 'turned', 'transparent', 'broken'].map((name) => [
    at(name),
    sampleImages[name as keyof typeof sampleImages],
  ]),
);

const vector = (attributes: string, inside = '') =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><rect width="160" height="100" fill="#fde68a"/><circle cx="80" cy="50" r="40" fill="#e11d48"/>${inside}</svg>`,
  )}`;
const vectors = {
  proportions: vector('viewBox="0 0 160 100"'),
  inMillimetres: vector('width="32mm" height="20mm" viewBox="0 0 160 100"'),
  oneSide: vector('width="120" viewBox="0 0 160 100"'),
  nothing: vector(''),
  withBitmap: vector(
    'viewBox="0 0 160 100"',
    `<defs><linearGradient id="spot"><stop stop-color="#0f172a"/><stop offset="1" stop-color="#38bdf8"/></linearGradient></defs><rect y="80" width="160" height="20" fill="url(#spot)"/><image x="50" y="30" width="60" height="40" href="${dataUri('image/webp', sampleImages.webp)}"/>`,
  ),
};

const cases: readonly GoldenCase[] = [
  boxCase(
    'object-fit',
    page,
    ['fill', 'contain', 'cover', 'none', 'scale-down'].map((objectFit) =>
      picture(at('png'), 140, 140, `${frame}; object-fit: ${objectFit}`),
    ),
    ['left top', 'right bottom', '20% 80%'].map((objectPosition) =>
      picture(at('png'), 140, 140, `${frame}; object-fit: cover; object-position: ${objectPosition}`),
    ),
    html(`
      <img src="${at('png')}" width="140" height="140" style="border-radius: 50%; object-fit: cover;
        border: 4px solid #0f172a"/>
      <img src="${at('png')}" style="width: 160"/>
      `),
  ),
  boxCase(
    'object-position',
    page,
    ['cover', 'contain', 'none'].flatMap((objectFit) =>
      ['10px 20px', 'right 5px bottom 10px', '-20px 50%', 'left 25%'].map((objectPosition) =>
        picture(at('png'), 110, 90, `${frame}; object-fit: ${objectFit}; object-position: ${objectPosition}`),
      ),
    ),
    ['none', 'scale-down'].map((objectFit) =>
      picture(vectors.inMillimetres, 110, 90, `${frame}; object-fit: ${objectFit}; object-position: 0 0`),
    ),
    picture(vectors.proportions, 110, 90, `${frame}; object-fit: none`),
  ),
  boxCase(
    'picture-sizes',
    `${page}; align-items: flex-start`,
    h('img', { src: at('transparent') }),
    box('width: 90', h('img', { src: at('transparent'), style: 'max-width: 100%' })),
    h('img', { src: at('transparent'), style: 'max-height: 60; padding: 5; border: 3px solid #0f172a' }),
    h('img', { src: at('transparent'), style: 'height: 70' }),
    picture(at('png'), 100, 100, 'height: auto'),
    h('img', { src: vectors.inMillimetres }),
    h('img', { src: vectors.oneSide }),
    picture(vectors.nothing, 100, 60, frame),
  ),
  {
    name: 'bounded-pictures',
    options: { height: 300 },
    tree: box(
      `${page}; align-items: flex-start`,
      ...[
        { maxWidth: '100%' },
        { maxWidth: '50%', minWidth: 60 },
        { maxWidth: '100%', maxHeight: 30 },
        { maxWidth: '100%', padding: 5, border: '3px solid #0f172a' },
      ].map((style) => box('width: 90', h('img', { src: at('png'), style }))),
      box('width: 90', h('img', { src: at('png'), width: 120, style: 'max-width: 100%' })),
      box('width: 90', picture(at('png'), 120, 60, 'max-width: 100%')),
      box(
        'width: 90; height: 40; display: flex; align-items: flex-start',
        h('img', { src: at('png'), style: 'max-width: 100%; max-height: 100%' }),
      ),
      // as wide as its content
      box({}, h('img', { src: at('png'), style: 'max-width: 50%' })),
      box(
        'display: flex; width: 150',
        box({}, h('img', { src: at('png'), style: 'max-width: 100%' })),
        box('width: 50; height: 20; background: #cbd5e1'),
      ),
    ),
  },
  {
    name: 'borders-in-em',
    options: { height: 200 },
    tree: box(
      `${page}; align-items: flex-start; font-size: 12`,
      h('img', { src: at('transparent'), style: 'max-width: 100; border: 1em solid #0f172a' }),
      h('img', { src: at('transparent'), style: 'max-width: 100; border: 12px solid #0f172a' }),
      h('img', { src: at('transparent'), style: 'font-size: 20; padding: 0.5em; border: 1px solid #0f172a' }),
    ),
  },
  {
    name: 'pictures-in-vectors',
    options: { height: 260 },
    tree: element(`
      <div style="${page}">
        <img src="${vectors.withBitmap}" width="160" height="100"/>
        <img src="${vectors.withBitmap}" width="100" height="100" style="object-fit: cover; border-radius: 50"/>
        <div style='${frame}; background-image: url("${vectors.withBitmap}"); background-size: 70px 70px'/>
        <svg width="200" height="100" viewBox="0 0 200 100">
          <clipPath id="spot"><circle cx="60" cy="50" r="40"/></clipPath>
          <image href="${at('png')}" width="120" height="100" clipPath="url(#spot)"/>
          <image href="${vectors.proportions}" x="120" y="20" width="70" height="60" preserveAspectRatio="xMidYMid slice"/>
        </svg>
      </div>
    `),
  },
  boxCase(
    'image-formats',
    page,
    ['png', 'jpeg', 'webp', 'avif', 'gif', 'svg', 'turned', 'transparent'].map((name) => picture(at(name), 160, 100)),
    html(`
        <img src="${dataUri('image/png', sampleImages.webp)}" width="160" height="100"/>
        <img src="data:image/svg+xml;utf8,${encodeURIComponent(sampleImages.svg.toString())}" width="160" height="100"/>
      `),
  ),
  {
    name: 'missing-pictures',
    options: { height: 300 },
    tree: box(
      page,
      picture(at('absent'), 140, 100, 'border: 2px solid #94a3b8; border-radius: 8'),
      picture(at('broken'), 140, 100, 'background: #fecaca'),
      h('img', { src: at('absent') }),
      picture('/relative.png', 140, 100, 'background: #bbf7d0'),
      h('img', { width: '140', height: '100px', style: 'background: #bfdbfe' }),
      box(`width: 140; height: 100; background: url(${at('absent')}) center / cover, #fde68a`),
      box("width: 140; height: 100; background-color: #ddd6fe; background-image: url('file:///picture.png')"),
    ),
  },
  boxCase(
    'backgrounds-and-masks',
    page,
    box(`${frame}; background-image: url(${at('png')}); background-size: cover; background-position: center`),
    box(`${frame}; background-image: url("${at('jpeg')}"); background-size: contain; background-repeat: no-repeat`),
    box(`${frame}; background: url('${at('png')}') 0 0 / 40px 25px`),
    box(
      `${frame}; background: linear-gradient(rgba(0,0,0,.6), transparent), url(${at('webp')}) center/cover;
          border-radius: 20`,
    ),
    box(`${frame}; background: #0f172a; mask-image: linear-gradient(to right, black, transparent)`),
    box(`${frame}; background: #db2777; mask-image: url(${at('transparent')}); mask-size: 60px 60px`),
    box(`${frame}; background: #16a34a; clip-path: polygon(50% 0, 100% 100%, 0 100%)`),
    box(`${frame}; background: #2563eb; clip-path: circle(40%)`),
    box(
      `${frame}; background-image: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='20' height='20'%3E%3Ccircle cx='10' cy='10' r='4' fill='%23f97316'/%3E%3C/svg%3E")`,
    ),
  ),
];

export const imageCases = cases.map((golden) => ({ ...golden, images: remote }));
