import { describe, expect, it } from 'vitest';
import { getRemoteImages } from '#engine/vnode/remote-images.ts';
import { box, h } from '../golden/element.ts';

describe('getRemoteImages', () => {
  it('finds every place a tree can name an image, each address once, in order', () => {
    const tree = box(
      { background: 'url(https://a.example/1.png), url("http://a.example/2.png")' },
      h('img', { src: ' https://a.example/3.png ' }),
      h('svg', {}, h('image', { href: 'https://a.example/4.png' })),
      h('svg', {}, h('image', { xlinkHref: 'https://a.example/5.png' })),
      box({ maskImage: "url( 'https://a.example/6.png?a=(b)' )" }),
      h('style', {}, '.a { background-image: url(https://a.example/7.png) }'),
      h('div', { tw: "bg-[url('https://a.example/8.png')]" }),
      h('img', { src: 'https://a.example/3.png' }),
    );

    const expected = ['1.png', '2.png', '3.png', '4.png', '5.png', '6.png?a=(b)', '7.png', '8.png'];
    expect(getRemoteImages(tree)).toEqual(
      expected.map((name) => `http${name === '2.png' ? '' : 's'}://a.example/${name}`),
    );
  });

  const others = [
    '/x.png',
    '//a.example/x.png',
    'file:///x',
    'ftp://a/x',
    'data:image/png;base64,AA',
    'javascript:1',
    '',
  ];
  it.each(others)('never fetches %s', (src) => {
    expect(getRemoteImages(h('img', { src }))).toEqual([]);
  });

  it('knows no element by the names of JavaScript', () => {
    const tree = h('constructor', { src: 'https://a.example/1.png' }, h('__proto__'), h('toString'));
    expect(getRemoteImages(tree)).toEqual([]);
  });
});
