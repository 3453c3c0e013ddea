import type { GoldenCase } from '../case.ts';
import { box, element, full, h, html, styled } from '../element.ts';

const page = `${full}; background: #fff; color: #111; padding: 20; font-size: 24`;
const options = { width: 600, height: 315 };
const getCase = (name: string, style: string, ...children: Parameters<typeof box>[1][]): GoldenCase => ({
  name,
  options,
  tree: box(`${page}; ${style}`, ...children),
});

const picture = `data:image/svg+xml;base64,${btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><rect width="80" height="80" fill="#e11d48"/>' +
    '<circle cx="40" cy="40" r="24" fill="#fde047"/></svg>',
)}`;
const image = (style: string) => h('img', { src: picture, width: 60, height: 60, style });

/** What people write, and takumi alone renders in another way than a browser. */
export const asWrittenCases: readonly GoldenCase[] = [
  getCase(
    'text-beyond-image',
    'display: flex; flex-direction: column; font-size: 60; padding: 0 40px',
    box('', 'Building type-safe APIs with edge functions, streaming responses and incremental regeneration'),
    box('font-size: 40', 'by Ada Lovelace'),
  ),
  getCase(
    'nowrap-in-the-middle',
    'position: relative',
    styled(
      'span',
      'position: absolute; left: 50%; transform: translateX(-50%); white-space: nowrap; background: #fc0',
      'A centred badge with long text here',
    ),
    box(
      'position: absolute; top: 100; left: 400; white-space: nowrap; background: #9cf',
      styled('b', '', 'Past'),
      ' the edge of it',
    ),
  ),
  getCase(
    'narrow-spaces',
    'font-size: 32',
    box('', '1\u202f234\u202f567,89\u202f€ ! « mot »'),
    box('', 'a\u2002b\u2003c\u2004d\u2005e\u2006f\u2009g\u200ah\u2007i\u2008j\u205fk'),
  ),
  getCase(
    'inline-images',
    'font-size: 36',
    box('', 'Written by ', image('margin: 0px 24px; border-radius: 30'), ' Ada'),
    box('', 'Sponsor ', image('opacity: 0.3; filter: grayscale(1); transform: rotate(20deg)'), ' faded'),
  ),
  getCase(
    'inline-opacity',
    'font-size: 36; font-weight: 700',
    box('', 'Plain ', styled('span', 'opacity: 0.25', 'faint words'), ' plain'),
    box('', 'Plain ', styled('span', 'opacity: 50%', 'half ', styled('i', 'opacity: 0.5', 'quarter'), ' 🚀'), ' plain'),
    box('', styled('span', 'opacity: 0.4', 'With an ', image(''), ' image'), ' plain'),
    box(
      'display: flex; gap: 8',
      styled('span', 'opacity: 0.3', 'item'),
      html('<span class="opacity-25">utility</span>'),
    ),
  ),
  getCase(
    'computed-lengths',
    '',
    box('font-size: clamp(16px, 8vw, 44px)', 'clamp()'),
    box('width: min(300px, 80%); background: #cfc', 'min()'),
    box('padding: max(8px, 2vw); background: #ccf', 'max()'),
    box('width: clamp(100px, 50%, 200px); height: 10vh; background: #fcc', 'vh'),
    box('display: flex', box('width: max(20%, 50px); background: #fda', 'item'), element('<b>after</b>')),
  ),
];
