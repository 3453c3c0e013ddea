import type { GoldenCase } from '../case.ts';
import { box, h } from '../element.ts';
import { dataUri, samplePictures } from '../sample-pictures.ts';

const page = {
  width: '100%',
  height: '100%',
  display: 'flex',
  flexWrap: 'wrap',
  gap: 16,
  padding: 20,
  background: '#f8fafc',
  alignContent: 'flex-start',
};
const frame = { width: 140, height: 140, background: '#cbd5e1' };
const at = (name: string) => `https://pictures.example/${name}`;
const remote = Object.fromEntries(
  ['png', 'jpeg', 'webp', 'avif', 'gif', 'svg', 'turned', 'transparent', 'broken'].map((name) => [
    at(name),
    samplePictures[name as keyof typeof samplePictures],
  ]),
);

export const pictureCases: readonly GoldenCase[] = [
  {
    name: 'object-fit',
    images: remote,
    tree: box(
      page,
      ['fill', 'contain', 'cover', 'none', 'scale-down'].map((objectFit) =>
        h('img', { src: at('png'), width: 140, height: 140, style: { ...frame, objectFit } }),
      ),
      ['left top', 'right bottom', '20% 80%'].map((objectPosition) =>
        h('img', { src: at('png'), width: 140, height: 140, style: { ...frame, objectFit: 'cover', objectPosition } }),
      ),
      h('img', {
        src: at('png'),
        width: 140,
        height: 140,
        style: { borderRadius: '50%', objectFit: 'cover', border: '4px solid #0f172a' },
      }),
      h('img', { src: at('png'), style: { width: 160 } }),
    ),
  },
  {
    name: 'image-formats',
    images: remote,
    tree: box(
      page,
      ['png', 'jpeg', 'webp', 'avif', 'gif', 'svg', 'turned', 'transparent'].map((name) =>
        h('img', { src: at(name), width: 160, height: 100 }),
      ),
      h('img', { src: dataUri('image/png', samplePictures.webp), width: 160, height: 100 }),
      h('img', {
        src: `data:image/svg+xml;utf8,${encodeURIComponent(samplePictures.svg.toString())}`,
        width: 160,
        height: 100,
      }),
    ),
  },
  {
    name: 'missing-pictures',
    images: remote,
    options: { height: 300 },
    tree: box(
      page,
      h('img', { src: at('absent'), width: 140, height: 100, style: { border: '2px solid #94a3b8', borderRadius: 8 } }),
      h('img', { src: at('broken'), width: 140, height: 100, style: { background: '#fecaca' } }),
      h('img', { src: at('absent') }),
      h('img', { src: '/relative.png', width: 140, height: 100, style: { background: '#bbf7d0' } }),
      h('img', { width: '140', height: '100px', style: { background: '#bfdbfe' } }),
      box({ width: 140, height: 100, background: `url(${at('absent')}) center / cover, #fde68a` }),
      box({ width: 140, height: 100, backgroundColor: '#ddd6fe', backgroundImage: "url('file:///etc/passwd')" }),
    ),
  },
  {
    name: 'backgrounds-and-masks',
    images: remote,
    tree: box(
      page,
      box({ ...frame, backgroundImage: `url(${at('png')})`, backgroundSize: 'cover', backgroundPosition: 'center' }),
      box({
        ...frame,
        backgroundImage: `url("${at('jpeg')}")`,
        backgroundSize: 'contain',
        backgroundRepeat: 'no-repeat',
      }),
      box({ ...frame, background: `url('${at('png')}') 0 0 / 40px 25px` }),
      box({
        ...frame,
        background: `linear-gradient(rgba(0,0,0,.6), transparent), url(${at('webp')}) center/cover`,
        borderRadius: 20,
      }),
      box({ ...frame, background: '#0f172a', maskImage: 'linear-gradient(to right, black, transparent)' }),
      box({ ...frame, background: '#db2777', maskImage: `url(${at('transparent')})`, maskSize: '60px 60px' }),
      box({ ...frame, background: '#16a34a', clipPath: 'polygon(50% 0, 100% 100%, 0 100%)' }),
      box({ ...frame, background: '#2563eb', clipPath: 'circle(40%)' }),
      box({
        ...frame,
        backgroundImage: `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='20' height='20'%3E%3Ccircle cx='10' cy='10' r='4' fill='%23f97316'/%3E%3C/svg%3E")`,
      }),
    ),
  },
];
