import type { GoldenCase } from '../case.ts';
import { box, getPages, h, html } from '../element.ts';

const page = getPages('flex-direction: column; padding: 28; gap: 12; background: white; font-size: 20');
const long = 'Images for link previews are drawn from templates and cached, so that every page has one of its own.';

/** Headlines of several lines: each break depends on the width of every letter before it. */
const titles: Readonly<Record<string, string>> = {
  latin:
    'How we moved forty million accounts between two continents without anybody noticing, and what we would do differently',
  german:
    'Straßenbeleuchtungserneuerungsprogramm: Großstädte vergleichen Energieeinsparungsmöglichkeiten über zwanzig Jahre',
  japanese: '四千万件のアカウントを誰にも気づかれずに別の大陸へ移した方法と、もう一度やるなら変えるところ',
  arabic: 'كيف نقلنا أربعين مليون حساب بين قارتين دون أن يلاحظ أحد، وما الذي كنا سنفعله بطريقة مختلفة',
};
const longTitles = Object.entries(titles).map(([language, title]) =>
  page(
    `long-title-${language}`,
    'justify-content: space-between; padding: 40',
    box('font-size: 38; font-weight: 700; line-height: 1.15; letter-spacing: -0.02em', title),
    box('font-size: 18; color: #475569', 'Ingrid Halvorsen'),
  ),
);

export const typographyCases: readonly GoldenCase[] = [
  page(
    'line-spacing',
    '',
    ...[1, 1.25, '30px', '160%'].map((lineHeight) =>
      box(`line-height: ${lineHeight}; font-size: 15; background: #f1f5f9`, long),
    ),
  ),
  page(
    'letter-spacing',
    '',
    ...['-0.04em', '-1px', '0.1em', '5px'].map((letterSpacing) =>
      box(`letter-spacing: ${letterSpacing}; font-size: 26`, 'Spaced headline'),
    ),
    box('word-spacing: 16', 'words far apart'),
  ),
  page(
    'letter-case',
    '',
    ...['uppercase', 'lowercase', 'capitalize', 'none'].map((textTransform) =>
      box(`text-transform: ${textTransform}; font-size: 24`, 'The quick Brown fox'),
    ),
  ),
  page(
    'alignment',
    '',
    ...['left', 'center', 'right', 'justify'].map((textAlign) =>
      box(`text-align: ${textAlign}; font-size: 15; background: #f1f5f9; width: 400`, long),
    ),
  ),
  page(
    'ellipsis-and-clamp',
    '',
    box('white-space: nowrap; overflow: hidden; text-overflow: ellipsis; width: 300; background: #f1f5f9', long),
    box(
      `display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; width: 380;
        background: #f1f5f9`,
      long,
    ),
    box('line-clamp: 1; overflow: hidden; width: 300; display: block; background: #f1f5f9', 'Short enough'),
    box('overflow: hidden; height: 30; width: 300; background: #f1f5f9', long),
  ),
  ...longTitles,
  page(
    'white-space',
    'font-size: 17',
    box('white-space: pre; background: #f1f5f9', 'one\n   two   three'),
    box('white-space: pre-line; background: #f1f5f9', 'one\n   two   three'),
    box('background: #f1f5f9', 'one\n   two   three'),
    box('background: #f1f5f9', 'first', h('br', {}), 'second'),
    box('word-break: break-word; width: 180; background: #f1f5f9', 'https://example.com/averylongpathwithnobreaks'),
  ),
  page(
    'decorations',
    'font-size: 24',
    box('text-decoration: underline', 'underlined text'),
    box('text-decoration: line-through; text-decoration-color: #dc2626', 'struck out'),
    box('text-shadow: 3px 3px 0 #fca5a5', 'Hard shadow'),
    box(
      `background-image: linear-gradient(90deg, #2563eb, #db2777); background-clip: text; color: transparent;
        font-weight: 800; font-size: 44`,
      'Gradient words',
    ),
  ),
  page(
    'inline-elements',
    'display: block',
    html(`
      <p style="margin: 0; line-height: 1.5">A line
        with <strong>strong</strong>, <em>emphatic</em>, <code style="background: #e2e8f0">code</code> and <span style="color: #2563eb;
        font-size: 28">larger</span> words, long enough to break and go on below.</p>
      <p style="margin-top: 16">E = mc<sup>2</sup>, H<sub>2</sub>O, <small>small print</small></p>
    `),
  ),
  page(
    'headings',
    'display: block; font-size: 14; padding: 4px 28px',
    ...['h1', 'h2', 'h3', 'h4'].map((type) => h(type, {}, `Heading ${type}`)),
    h('p', {}, 'A paragraph below them.'),
  ),
  page(
    'balanced-lines',
    '',
    ...['balance', 'pretty', 'wrap', 'nowrap'].map((textWrap) =>
      box(
        `text-wrap: ${textWrap}; width: 420; font-size: 18; font-weight: 600; background: #f1f5f9; overflow: hidden`,
        'A headline of this length leaves one word alone',
      ),
    ),
  ),
];
