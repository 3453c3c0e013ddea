import { expect, it } from 'vitest';
import { placeImages } from '#engine/engines/satori/place-images.ts';
import { sanitiseSvg } from '#engine/rendering/svg/safe-svg.ts';
import { getXmlElements } from '#engine/rendering/svg/xml.ts';

const address = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
const emoji = address(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><clipPath id="a"><path d="M0 0h9v9H0z"/></clipPath><path clip-path="url(#a)" d="M0 0h36v36H0z"/></svg>',
);
const picture = address('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h99v99H0z"/></svg>');
const other = address(
  '<svg xmlns="http://www.w3.org/2000/svg"><style>path { fill: red }</style><path d="M0 0h9"/></svg>',
);

it('emoji are a part of the document, each with its own ids, and with their rules as attributes; other documents, which may reach out of their box, stay images', () => {
  const { resolveWith } = placeImages({ bySource: new Map(), failed: [] }, async () => Buffer.alloc(0));
  const images = [emoji, emoji, picture, other].map((href) => `<image width="9" height="9" href="${href}"/>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${images.join('')}</svg>`;

  const elements = [...getXmlElements(sanitiseSvg(svg, resolveWith(new Set([emoji, other]))))];

  const clips = elements.filter(({ name }) => name === 'clipPath').map(({ attributes }) => attributes.id);
  const clipped = elements.flatMap(({ attributes }) => attributes['clip-path'] ?? []);
  expect(clips).toEqual(['p1-a', 'p2-a']);
  expect(clipped).toEqual(['url(#p1-a)', 'url(#p2-a)']);
  expect(elements.filter(({ name }) => name === 'image')).toHaveLength(1);
  expect(elements.filter(({ name }) => name === 'style')).toEqual([]);
});
