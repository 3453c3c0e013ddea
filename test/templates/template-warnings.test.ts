import { describe, expect, it } from 'vitest';
import { type EngineName, engineNames } from '#engine/engine-names.ts';
import { compileOrFail } from '../../lambdas/templates/compile-template.ts';
import { installedFonts } from '../support/font-packs.ts';

const now = new Date('2026-02-03T15:30:00Z');
const compile = (source: string, defaultEngine: EngineName = 'takumi') =>
  compileOrFail(source, { now: () => now, defaultEngine, fonts: installedFonts() });
const getWarnings = async (source: string, engine?: EngineName): Promise<string[]> => {
  const { warnings } = await compile(source, engine);
  return warnings.map(({ line, column, code, message }) => `${line}:${column} ${code} ${message}`);
};
/** Warnings of one element in an image, in its second line. */
const warningsIn = (element: string, before = '') =>
  getWarnings(`${before}export default ({ title = 'Hello' }) => (\n${element}\n);`);
const getRefusal = (source: string): Promise<string> =>
  compile(source).then(
    () => 'compiled',
    (error: Error) => error.message,
  );

describe('an author is warned, with the position,', () => {
  it('that the family of the options is not there', async () => {
    const source = "export const options = { width: 300, fontFamily: 'Nonesuch' };\nexport default () => <p>Hi</p>;";
    expect(await getWarnings(source)).toContainEqual(expect.stringMatching(/^1:\d+ unknown-font The font Nonesuch/));
    expect(await getWarnings(source.replace('Nonesuch', 'Geist Medium'))).toEqual([]);
  });

  it.each([
    [`<p style={{ color: 'red', colour: 'red' }}>{title}</p>`, '2:27 unknown-property colour'],
    [`<p style={{ display: 'flexbox' }}>{title}</p>`, '2:13 unknown-value display: flexbox'],
    [`<p style={{ cursor: 'pointer' }}>{title}</p>`, '2:13 no-effect cursor'],
    ['<p><style>{`p { colour: red }`}</style>{title}</p>', '2:17 unknown-property'],
    ['<div tw="flex flx-1">{title}</div>', '2:6 unknown-utility flx-1 is'],
    ['<div className="p-4 card">{title}</div>', '2:6 unknown-utility card is'],
    [`<p style={{ fontFamily: 'Nonesuch, sans-serif' }}>{title}</p>`, '2:13 unknown-font The font Nones'],
    ['<p fit="large">{title}</p>', '2:4 unknown-value fit takes no value'],
    ['<p><i fit />{title}</p>', '2:7 no-effect fit has no effect on <i>'],
    ['<p><video />{title}</p>', '2:4 no-effect <video> is not rendered'],
    ['<p><img src="https://a.example/b.png" />{title}</p>', '2:4 image-size'],
    ['<p><img width={9} height={9} />{title}</p>', '2:4 image-address This <img> has no src'],
    ['<p><crad />{title}</p>', '2:4 unknown-element <crad> is not an element of HTML'],
    ['<p><style>{`p { font-family: Nonesuch }`}</style>{title}</p>', '2:17 unknown-font The font Nonesuch'],
    [
      '<p><style>{`@font-face { font-family: X; src: url(https://a.example/x.woff) }`}</style>{title}</p>',
      '2:13 no-effect @font-face loads nothing',
    ],
    ['<p tw="cursor-pointer">{title}</p>', '2:4 no-effect cursor-pointer has no effect'],
    [
      `<svg style={{ overflow: 'visible' }}><text y="20">{title}</text></svg>`,
      '2:15 no-effect overflow: visible has no effect on <svg>',
    ],
    [
      `<p style={{ clipPath: 'circle(90%)', filter: 'blur(1px)' }}>{title}</p>`,
      '2:38 unlike-browser filter is applied after clipPath',
    ],
    ['<p>🐦‍🔥 {title}</p>', '2:1 missing-glyph No image here shows 🐦‍🔥 (U+1F426 U+200D U+1F525)'],
    [`<p style={{ display: 'ruby' }}>{title}</p>`, '2:13 unknown-value display: ruby cannot be rendered'],
  ])('about %s: %s', async (element, start) => {
    const warnings = await warningsIn(element);
    expect(warnings).toEqual([expect.stringContaining(start)]);
    expect(warnings[0]?.startsWith(start.slice(0, 4))).toBe(true);
  });

  it('once for an element that is rendered many times, and where it stands', async () => {
    const source = `const Row = ({ text, ...rest }) =>\n  <p style={{ colour: 'red' }} {...rest}>{text}</p>;
      export default () => <div>{[1, 2, 3].map((n) => <Row key={n} text={n} />)}</div>;`;
    expect(await getWarnings(source)).toEqual([expect.stringMatching(/^2:15 unknown-property/)]);
  });

  it.each([
    [
      'of a variable',
      'export default ({ author }) => <p>{author.name}</p>',
      'author.name fails for a mint that sends null',
    ],
    ['of a list', 'export default ({ tags }) => <p>{tags.map((tag) => tag)}</p>', 'tags.map fails'],
  ])('that a member is read %s without default', async (_title, source, words) => {
    expect((await getWarnings(source)).join()).toContain(words);
  });

  it.each([
    ['in a try whose catch renders something else', 'try { name = author.name } catch { name = "Nobody" }', false],
    ['in a try that passes on what it throws', 'try { name = author.name } finally { name += "." }', true],
  ])('that a member is read without default %s', async (_title, statement, isReported) => {
    const source = `export default ({ author }) => { let name; ${statement} return <p>{name}</p> }`;
    expect((await getWarnings(source)).join().includes('author.name fails')).toBe(isReported);
  });

  it('what is expensive to render', async () => {
    const source = `export default () => <div>{Array.from({ length: 1500 }, (_, n) => <p key={n}>{n}</p>)}</div>;`;
    const cost = /1:22 cost This image takes about \d\.\d s to render, mostly for its/;
    expect((await getWarnings(source)).join()).toMatch(cost);
  });
});

it.each([
  ['an element that is not returned', 'export default () => {\n  <p>a</p>;\n};', ['1:16 empty', '2:3 not-returned']],
  [
    'an image of nothing',
    'export default ({ a = 0 }) => (a ? <p>a</p> : null)',
    ['1:16 empty-image Nothing is rendered'],
  ],
  [
    'options under another name',
    'export const size = { width: 9 };\nexport default () => <p>a</p>',
    ['1:1 unknown-option'],
  ],
  [
    'an element made by a call, at the component',
    `const a = 1;\nexport default () => React.createElement('p', { style: { colour: 'red' } }, 'a');`,
    ['2:16 unknown-property'],
  ],
])('an author is warned about %s', async (_title, source, starts) => {
  expect(await getWarnings(source)).toEqual(starts.map((start) => expect.stringMatching(new RegExp(`^${start}`))));
});

const card = (inside: string, options = '') =>
  `export const options = { width: 400, height: 200${options} };
export default () => (
  <div style={{ width: '100%', height: '100%', display: 'flex', flexDirection: 'column', background: '#fff' }}>
${inside}
  </div>
);`;

const small = 'width: 100, height: 30, fontSize: 20';
const narrow = 'width: 60, fontSize: 20';

describe.each(engineNames)('with %s, an author is warned of', (engine) => {
  it.each([
    ['text taller than its box', small, 'Far too much text for it', 'overflows its box: \\d\\d px taller'],
    ['text wider than its box', narrow, 'Unbreakable', 'overflows its box: \\d\\d px wider'],
    ['text that is cut off', `${narrow}, overflow: 'hidden', whiteSpace: 'nowrap'`, 'Not to be seen', 'is cut off'],
    [
      'lines of a flex container',
      `display: 'flex', ${small}`,
      'Far too much text for it',
      'overflows its box: .* taller',
    ],
    ['text outside', "position: 'absolute', top: 300", 'Below', 'lies outside the image of 400 x 200'],
  ])('%s', async (_title, style, text, words) => {
    const warnings = await getWarnings(card(`<div style={{ ${style} }}>${text}</div>`), engine);
    expect(warnings).toEqual([expect.stringMatching(new RegExp(`^4:1 overflow "${text}" ${words}`))]);
  });

  it.each([
    ['that is cut with an ellipsis', `style={{ width: 60, overflow: 'hidden', textOverflow: 'ellipsis' }}`],
    ['that is fitted', 'fit style={{ width: 100, height: 40, flexShrink: 0 }}'],
    ['that does not wrap and need not', `style={{ whiteSpace: 'nowrap' }}`],
    ['in the middle', `style={{ width: 300, textAlign: 'center', fontSize: 20 }}`],
  ])('no text %s', async (_title, attributes) => {
    expect(await getWarnings(card(`<p ${attributes}>Not more than there is room for</p>`), engine)).toEqual([]);
  });
});

// what satori shows in another way has its own diagnostic, `unlike-browser`
describe.each(['takumi'] as const)('with %s, an author is warned of an image', (engine) => {
  it.each([
    [`<p style={{ color: '#ddd' }}>Faint</p>`, /^4:1 contrast "Faint" has a contrast of 1\.\d:1/],
    [
      `<i style={{ position: 'absolute', inset: 0, background: 'rgba(255, 255, 255, 0.95)' }} /><p>One</p><p>Two</p>`,
      /^4:1 contrast The element of line 4 has a position, so it lies over "One" \(line \d+\), "Two" \(line \d+\); give .* position: 'relative'/,
    ],
    [
      `<p style={{ margin: 0 }}>Gone</p><div style={{ marginTop: -40, height: 90, background: '#000' }} />`,
      /^4:1 unseen-text "Gone" is nowhere in the image/,
    ],
    [
      `<p>Birds: 𓅰</p>`,
      /^4:1 missing-glyph No font here has 𓅰 \(U\+13170\) in "Birds: 𓅰": a box is rendered instead\./u,
    ],
    [`<img width={9} height={9} src="data:image/png;base64,AAAA" />`, /^4:1 image-unreadable/],
  ])('in which %s: %s', async (inside, expected) => {
    expect(await getWarnings(card(inside), engine)).toEqual([expect.stringMatching(expected)]);
  });

  it('that is see-through and a JPEG', async () => {
    const source = card('<p>Text</p>', ", format: 'jpeg'").replace(", background: '#fff'", '');
    expect(await getWarnings(source, engine)).toEqual([
      expect.stringMatching(/^1:51 transparent-jpeg \d+% of the image/),
    ]);
  });

  it.each([
    [
      'whose lines end with a comma, from right to left',
      `<p style={{ width: 120, fontSize: 24 }}>אבגדהוז, חטיכלמנ</p>`,
    ],
    [
      'in a font whose lines are far taller than its letters',
      `<p style={{ fontFamily: 'Noto Sans Arabic', lineHeight: 1, fontSize: 50 }}>Surah</p>`,
    ],
  ])('but not of text %s', async (_title, inside) => {
    expect(await getWarnings(card(inside), engine)).toEqual([]);
  });

  it('but not of text that is cut with an ellipsis, is fitted, is readable or stands on an image not yet there', async () => {
    const source =
      card(`<p style={{ width: 60, flexShrink: 0, overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis' }}>Not to be seen</p>
      <p fit style={{ width: 100, height: 40, margin: 0, flexShrink: 0 }}>Text that would be far too large</p>
      <p style={{ color: '#767676', lineHeight: 1, fontSize: 40, margin: 0 }}>Ág</p>
      <p style={{ WebkitTextFillColor: 'transparent', backgroundImage: 'linear-gradient(#f00, #00f)', WebkitBackgroundClip: 'text' }}>Gradient</p>
      <p style={{ color: 'transparent', backgroundImage: 'linear-gradient(#000, #333)', backgroundClip: 'text' }}>Gradient</p>`);
    const image = '<img src="https://a.example/b.png" width={9} height={9} />';
    const overImage = card(`${image}<p style={{ color: '#fff' }}>Over it</p>`);

    expect(await getWarnings(source, engine)).toEqual([]);
    expect(await getWarnings(overImage, engine)).toEqual([]);
  });

  it('but not of what satori renders in the same way', async () => {
    const source = card(`<div style={{ padding: 20, position: 'relative' }}>
      <p tw="m-0 relative">Text</p><i tw="absolute inset-0 border" /></div>
      <i tw="absolute inset-0 border-4" />
      <div style={{ padding: 20 }}><i tw="absolute top-0 right-0 p-2 border" /></div>
      <b tw="text-2xl text-red-500" style={{ textShadow: '0 2px 4px #000' }}>Shadow</b>
      <b tw="text-2xl text-transparent bg-clip-text bg-gradient-to-r from-red-700 to-blue-700">Gradient</b>
      <svg viewBox="0 0 1 1" width="20" fill="none" className="fill-none text-red-500"><svg viewBox="0 0 1 1" /><path d="M0 0h1v1z" /></svg>
      <svg viewBox="0 0 1 1" tw="h-4 fill-blue-500"><path d="M0 0h1v1z" /></svg>`);
    const sheet = `<div className="box" style={{ padding: 20 }}><style>{'.box { position: relative }'}</style><i tw="absolute inset-0 border" /></div>`;

    expect(await getWarnings(source, engine)).toEqual([]);
    expect(await getWarnings(card(sheet), engine)).toEqual([]);
  });

  it('with tokens and classes of a sheet that cannot be read', async () => {
    const source = card(`<style>{\`@theme { --color-brand: #7c3aed; --color-long: ${'x'.repeat(301)} }
      @plugin "forms";
      .btn { @apply bg-brand nonesuch }\`}</style>
      <p tw="text-brand btn bg-nobrand">Text</p>`);

    expect(await getWarnings(source, engine)).toEqual([
      expect.stringMatching(/^4:43 no-effect --color-long is longer than 300 characters/),
      expect.stringMatching(/^5:7 no-effect @plugin has no effect/),
      expect.stringMatching(/^6:14 unknown-utility nonesuch: @apply takes/),
      // the class and the utility have one colour
      expect.stringMatching(/^7:7 contrast "Text" has a contrast of 1.0:1/),
      expect.stringMatching(/^7:10 unknown-utility bg-nobrand is not a utility class/),
      expect.stringMatching(/^7:10 tailwind-defaults <p> keeps the margins of a browser/),
    ]);
  });
});

it.each([
  ['export default () => <p className="card"><style>{`.card { color: red }`}</style>x</p>'],
  ['export default ({ display }) => <p style={{ display, fontFamily: display }}>x</p>'],
])('nothing is said of %s', async (source) => {
  const codes = (await compile(source)).warnings.map(({ code }) => code);
  // that a mint must send a variable is a note
  expect(codes.filter((code) => code !== 'required-variable')).toEqual([]);
});

it('warns of a prefixed property only where the property itself does not stand beside it', async () => {
  const getFound = (style: string) =>
    getWarnings(`export default ({ title = 'Hello' }) => (\n<p style={{ ${style} }}>{title}</p>\n);`, 'satori');
  const gradient = `backgroundImage: 'linear-gradient(red, blue)', color: 'transparent'`;
  const isAbout = expect.stringContaining('WebkitBackgroundClip');
  expect(await getFound(`${gradient}, WebkitBackgroundClip: 'text'`)).toContainEqual(isAbout);
  expect(await getFound(`${gradient}, backgroundClip: 'text', WebkitBackgroundClip: 'text'`)).not.toContainEqual(
    isAbout,
  );
});

it('says nothing of letters of a sample, which a template takes apart', async () => {
  const source = `export default ({ words }) => (
<div tw="flex">{words.trim().split('').map((one) => <i key={one} style={{ backgroundColor: one, width: 9 }} />)}</div>);`;
  expect((await getWarnings(source)).filter((warning) => warning.includes('backgroundColor'))).toEqual([]);
  const written = source.replace('backgroundColor: one', `backgroundColor: 'q'`);
  expect(await getWarnings(written)).toContainEqual(expect.stringContaining('backgroundColor: q is not a value'));
});

describe('a template is refused', () => {
  it.each([
    [
      'for a relative image',
      '<img src="/logo.png" width={9} height={9} />',
      'Line 2, column 10: "/logo.png" is relative',
    ],
    ['for a file', '<img src="file:///a.png" />', 'is a file'],
    ['for an address of another kind', '<img src="ftp://a.example/b.png" />', 'cannot be fetched'],
    ['for a relative background', `<p style={{ backgroundImage: 'url(/bg.png)' }} />`, '"/bg.png" is relative'],
    [
      'for text on a path in svg',
      '<svg><textPath>{title}</textPath></svg>',
      'Line 2, column 6: <textPath> inside <svg> is not rendered',
    ],
  ])('%s', async (_title, element, words) => {
    expect(await getRefusal(`export default ({ title = 'a' }) => (\n${element}\n);`)).toContain(words);
  });

  it('for an address put together from what is written', async () => {
    const source = `const icons = ['/a.svg', '/b.svg'];\nexport default () => <div>\n{icons.map((icon) => <img key={icon} src={icon} />)}</div>;`;
    expect(await getRefusal(source)).toMatch(/Line 3, column 38: "\/a.svg" is relative[\s\S]*"\/b.svg" is relative/);
  });

  it('but not for a variable whose default is relative: a mint may send another', async () => {
    const source = 'export default ({ logo = "/a.png" }) => <img src={logo} width={9} height={9} />';
    expect(await getWarnings(source)).toEqual([expect.stringMatching(/image-address "\/a.png" is relative/)]);
  });
});
