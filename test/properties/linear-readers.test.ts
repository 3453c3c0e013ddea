import { describe, expect, it } from 'vitest';
import { safeSvg } from '../../lambdas/core/picture/svg/safe-svg.ts';
import { parseXml } from '../../lambdas/core/picture/svg/xml.ts';
import { effort, figure, patienceMs } from '../support/effort.ts';
import { growthOf, type HardText, hardText, textOf } from '../support/growth.ts';
import { randomFrom } from '../support/random.ts';

interface Reader {
  readonly read: (text: string) => unknown;
  /** Words of its grammar, and what it may trip over. */
  readonly words: readonly string[];
  /** The longest text it is given. */
  readonly limit: number;
  /** What it once took too long for. */
  readonly known?: readonly HardText[];
}

const repeated = (piece: string, { before = '', after = '' } = {}): HardText => ({ before, piece, closing: '', after });

const xmlWords = [
  ...[
    '<!',
    '<?',
    '<!--',
    '-->',
    '--',
    '<![CDATA[',
    ']]>',
    '>',
    '<!DOCTYPE x',
    '[',
    ']',
    '<a>',
    '</a>',
    '<a',
    '/>',
    '<',
  ],
  ...[' b="', '"', "c='", "'", '=', ' ', '\t\n', '&amp;', '&', '&#x', ';', 'x', 'é'],
];
const svgWords = [
  '<svg>',
  '<style>',
  '</style>',
  'a{',
  '}',
  ';',
  ':',
  'fill',
  '/*',
  '*/',
  '@media',
  'url(',
  '#',
  ')',
  '(',
];
const attributes = ['<g style="', '<g fill="', '<use href="', '<g transform="', 'scale(', 'translate(', '"/>', ','];

const readers: Record<string, Reader> = {
  'the XML reader': { read: parseXml, words: xmlWords, limit: 4_000_000, known: [repeated('<!a>')] },
  'the allow-list of SVG': {
    read: (text) => safeSvg(`<svg>${text}</svg>`, () => undefined),
    words: [...xmlWords, ...svgWords, ...attributes],
    limit: 4_000_000,
  },
  'the sheets of SVG': {
    read: (text) => safeSvg(`<svg><style><![CDATA[${text}]]></style></svg>`, () => undefined),
    words: [...svgWords, ' ', '\n', '"', "'", '\\', 'url(#a)', 'image(', '<', '.a', '>'],
    limit: 4_000_000,
    known: [{ before: 'a{', piece: ' ', closing: ';', after: '' }],
  },
};

describe('sixteen times the text takes about sixteen times the time', () => {
  it.each(Object.keys(readers))('%s', { timeout: patienceMs(120_000) }, (name) => {
    const { read, words, limit, known = [] } = readers[name] as Reader;
    const random = randomFrom(1);
    const texts = [...known, ...Array.from({ length: effort(100, 5_000) }, () => hardText(random, words))];

    for (const text of texts) {
      const growth = growthOf(read, text, effort(Math.min(limit, 1_000_000), limit));
      expect(growth, JSON.stringify(textOf(text, 60).slice(0, 120))).toBeUndefined();
    }

    figure(`${name}: hard texts read in time`, texts.length);
  });
});
