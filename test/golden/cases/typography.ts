import type { GoldenCase } from '../case.ts';
import { box, h, styled } from '../element.ts';
import { getPages } from '../page.ts';

const page = getPages({ flexDirection: 'column', padding: 28, gap: 12, background: 'white', fontSize: 20 });
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
    { justifyContent: 'space-between', padding: 40 },
    box({ fontSize: 38, fontWeight: 700, lineHeight: 1.15, letterSpacing: '-0.02em' }, title),
    box({ fontSize: 18, color: '#475569' }, 'Ingrid Halvorsen'),
  ),
);

export const typographyCases: readonly GoldenCase[] = [
  page(
    'line-spacing',
    {},
    ...[1, 1.25, '30px', '160%'].map((lineHeight) => box({ lineHeight, fontSize: 15, background: '#f1f5f9' }, long)),
  ),
  page(
    'letter-spacing',
    {},
    ...['-0.04em', '-1px', '0.1em', '5px'].map((letterSpacing) =>
      box({ letterSpacing, fontSize: 26 }, 'Spaced headline'),
    ),
    box({ wordSpacing: 16 }, 'words far apart'),
  ),
  page(
    'letter-case',
    {},
    ...['uppercase', 'lowercase', 'capitalize', 'none'].map((textTransform) =>
      box({ textTransform, fontSize: 24 }, 'The quick Brown fox'),
    ),
  ),
  page(
    'alignment',
    {},
    ...['left', 'center', 'right', 'justify'].map((textAlign) =>
      box({ textAlign, fontSize: 15, background: '#f1f5f9', width: 400 }, long),
    ),
  ),
  page(
    'ellipsis-and-clamp',
    {},
    box(
      { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis', width: 300, background: '#f1f5f9' },
      long,
    ),
    box(
      {
        display: '-webkit-box',
        WebkitLineClamp: 2,
        WebkitBoxOrient: 'vertical',
        overflow: 'hidden',
        width: 380,
        background: '#f1f5f9',
      },
      long,
    ),
    box({ lineClamp: 1, overflow: 'hidden', width: 300, display: 'block', background: '#f1f5f9' }, 'Short enough'),
    box({ overflow: 'hidden', height: 30, width: 300, background: '#f1f5f9' }, long),
  ),
  ...longTitles,
  page(
    'white-space',
    { fontSize: 17 },
    box({ whiteSpace: 'pre', background: '#f1f5f9' }, 'one\n   two   three'),
    box({ whiteSpace: 'pre-line', background: '#f1f5f9' }, 'one\n   two   three'),
    box({ background: '#f1f5f9' }, 'one\n   two   three'),
    box({ background: '#f1f5f9' }, 'first', h('br', {}), 'second'),
    box(
      { wordBreak: 'break-word', width: 180, background: '#f1f5f9' },
      'https://example.com/averylongpathwithnobreaks',
    ),
  ),
  page(
    'decorations',
    { fontSize: 24 },
    box({ textDecoration: 'underline' }, 'underlined text'),
    box({ textDecoration: 'line-through', textDecorationColor: '#dc2626' }, 'struck out'),
    box({ textShadow: '3px 3px 0 #fca5a5' }, 'Hard shadow'),
    box(
      {
        backgroundImage: 'linear-gradient(90deg, #2563eb, #db2777)',
        backgroundClip: 'text',
        color: 'transparent',
        fontWeight: 800,
        fontSize: 44,
      },
      'Gradient words',
    ),
  ),
  page(
    'inline-elements',
    { display: 'block' },
    styled(
      'p',
      { margin: 0, lineHeight: 1.5 },
      'A line with ',
      h('strong', {}, 'strong'),
      ', ',
      h('em', {}, 'emphatic'),
      ', ',
      styled('code', { background: '#e2e8f0' }, 'code'),
      ' and ',
      styled('span', { color: '#2563eb', fontSize: 28 }, 'larger'),
      ' words, long enough to break and go on below.',
    ),
    styled(
      'p',
      { marginTop: 16 },
      'E = mc',
      h('sup', {}, '2'),
      ', H',
      h('sub', {}, '2'),
      'O, ',
      h('small', {}, 'small print'),
    ),
  ),
  page(
    'headings',
    { display: 'block', fontSize: 14, padding: '4px 28px' },
    ...['h1', 'h2', 'h3', 'h4'].map((type) => h(type, {}, `Heading ${type}`)),
    h('p', {}, 'A paragraph below them.'),
  ),
  page(
    'balanced-lines',
    {},
    ...['balance', 'pretty', 'wrap', 'nowrap'].map((textWrap) =>
      box(
        { textWrap, width: 420, fontSize: 18, fontWeight: 600, background: '#f1f5f9', overflow: 'hidden' },
        'A headline of this length leaves one word alone',
      ),
    ),
  ),
];
