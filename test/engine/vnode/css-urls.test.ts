import { tokenize } from 'css-tree/tokenizer';
import { ident } from 'css-tree/utils';
import { describe, expect, it } from 'vitest';
import { rewriteCssUrls, stripLoadingRules } from '#engine/vnode/css-urls.ts';
import { fc } from '../../support/fast-check.ts';

/**
 * @promise Rendering: Text that keeps a regular expression busy in the process that answers
 * @how patterns that read each character once
 * @figure a million characters
 */

const getSources = (css: string): (string | undefined)[] => {
  const sources: (string | undefined)[] = [];
  rewriteCssUrls(css, (source) => {
    sources.push(source);
    return '';
  });
  return sources;
};

const rewritten = (css: string): string =>
  rewriteCssUrls(css, (source) => (source === undefined ? 'none' : 'url("key")'));

describe('rewriteCssUrls', () => {
  it.each([
    ['url(a.png)', ['a.png']],
    ['URL( "a b.png" ), url(\n\'c(d).png\'\t)', ['a b.png', 'c(d).png']],
    ['url(a\\)b.png) url("a\\"b")', ['a)b.png', 'a"b']],
    ['url(  ) url(#id) url("#id")', ['']],
    ['u\\72l("a") \\75rl("b") u\\000072 l("c") URL("d")', ['a', 'b', 'c', 'd']],
    ['u\\72l(a)', [undefined]],
    ['url("\\64 ata:a") url("a\\\nb")', ['data:a', 'ab']],
    ['url("open) url(b)', [undefined]],
    ['url("open', [undefined]],
    ['url(a url(b)', [undefined]],
    ['url("a" x) url(c)', [undefined, 'c']],
    ['url(/**/"a") url("a"/**/)', [undefined, undefined]],
    ['url(var(--x)) url(attr(x))', [undefined, undefined]],
    [
      'src("a") image-set("a" 1x, url(b) 2x) -webkit-image-set(url(c) 1x) image("a")',
      [undefined, undefined, undefined, undefined],
    ],
    ['image-set("a"', [undefined]],
    ['/* url(a) */ "url(b)"', []],
    ['url(', ['']],
    ['none', []],
  ])('finds in %s the sources %j', (css, sources) => {
    expect(getSources(css)).toEqual(sources);
  });

  it('leaves everything else as it stands', () => {
    const css = 'a b url(#c) linear-gradient(90deg, #fff 10%) "x" \'it is\' calc(1px + 2em)';
    expect(rewritten(css)).toBe(css);
    expect(rewritten(`${css} url( x )`)).toBe(`${css} url("key")`);
  });

  it.each([
    ['/* url(a) */x', '/**/x'],
    ['"url(a)"', '"url\\28 a)"'],
    ['"a', '"a"'],
    ["'a\\", '"a"'],
    ['a\\', 'a '],
    ['a\\\\', 'a\\\\'],
    ['\\75', 'u'],
    ['.w-1\\/2 .\\31 x', '.w-1\\/2 .\\31 x'],
    ['v\\61r(--a)rl(b)', ' var(--a) rl(b)'],
    ['var(--a)var(--b, rgb(var(--c)))', ' var(--a)  var(--b, rgb( var(--c) )) '],
    ['\\28(a)', '(a)'],
    ['url\u0000(a)', 'url("key")'],
    ['u"\n(a)', 'u (a)'],
    ['a/\\ */b', 'a/ */b'],
    ['<\\ !--', '< !--'],
    ["\\a'\nurl(x)", '\\a  url("key")'],
  ])('writes %j as %j', (css, expected) => {
    expect(rewritten(css)).toBe(expected);
  });

  // the test's own time limit is what fails when reading takes more than its share
  it.each([
    ['spaces', (n: number) => `url(${' '.repeat(n)}`],
    ['spaces after a quote', (n: number) => `url("a"${' '.repeat(n)}`],
    ['line ends', (n: number) => `url('a'${'\n'.repeat(n)}x`],
    ['openings', (n: number) => 'url('.repeat(n)],
    ['quoted openings', (n: number) => 'url("'.repeat(n)],
    ['mixed openings', (n: number) => `url("url('`.repeat(n)],
    ['loaders', (n: number) => 'image-set('.repeat(n)],
    ['closed loaders', (n: number) => `${'src(a)'.repeat(n)}(`],
    ['backslashes', (n: number) => `url(${'\\'.repeat(n)}`],
    ['quoted backslashes', (n: number) => `url("${'\\'.repeat(n)}`],
    ['escaped openings', (n: number) => 'url(\\'.repeat(n)],
    ['backslashes outside', (n: number) => `(a${'\\'.repeat(n)}`],
  ])('reads a million characters of %s', (_what, of) => {
    expect(rewriteCssUrls(of(1_000_000).slice(0, 4_000_000), (source) => source ?? '')).toEqual(expect.any(String));
  });

  it('leaves no address to a reader of CSS, nor to one that looks for its letters, whatever is put together', () => {
    const piece = fc.constantFrom(
      ...['url(', 'URL( ', 'u', '\\72l(', 'rl(', '\\75', 'src(', 'image-set(', 'var(--x)', 'v\\61r(', '/*', '*/'],
      ...['"', "'", '\\', ')', '(', ' ', '\n', '#', 'a', ';', '}', 'https://x.test/', 'data:image/svg+xml,x', '\ufeff'],
      '\u0000',
    );
    const property = fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const css = rewritten(pieces.join(''));
      const found: string[] = [];
      // what takumi makes of a variable: text in the place of text
      for (const text of [css, `u ${css} rl(`, css.replaceAll(' var(--x) ', () => ` ${css} `)])
        tokenize(text, (_kind, start, end) => {
          const token = ident.decode(text.slice(start, end));
          if (/^(?:url|src|image-set)\(/i.test(token)) found.push(text.slice(start, start + 9));
        });
      expect(found.filter((address) => address !== 'url("key"' && !address.startsWith('url(#'))).toEqual([]);
      expect(css.replaceAll(/url\("key"\)|url\(#[\w.:-]*\)/g, ' ')).not.toMatch(/(?:^|[^\w-])url\(/i);
      expect(rewritten(css).trim().replaceAll(/\s+/g, ' ')).toBe(css.trim().replaceAll(/\s+/g, ' '));
    });
    fc.assert(property, { numRuns: 2_000 });
  });
});

describe('stripLoadingRules', () => {
  it.each([
    [
      `@import url('https://a.example/css2?x;y'); p { color: red } @font-face { src: url(a.woff) } b { top: 0 }`,
      'p { color: red } b { top: 0 }',
    ],
    ['@media (min-width: 1px) { p { top: 0 } }', '@media (min-width: 1px) { p { top: 0 } }'],
    ['@\\69mport "a"; @IMPORT "b" layer(c); p { top: 0 }', 'p { top: 0 }'],
    ['@media print { @import "a" } p { top: 0 }', '@media print { } p { top: 0 }'],
    ['/* @import */ p { content: "@import" }', '/* @import */ p { content: "@import" }'],
    ['@font-face { src: url(a.woff)', ''],
  ])('leaves out of %j what loads files', (sheet, expected) => {
    expect(stripLoadingRules(sheet).replaceAll(/\s+/g, ' ').trim()).toBe(expected);
  });

  it('takes time in proportion to the text', () => {
    expect(stripLoadingRules('@font-face '.repeat(20_000) + '@import"('.repeat(20_000))).not.toContain('@font-face');
  });
});
