import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rewriteCssUrls, withoutLoading } from '../../../../lambdas/core/vnode/css-urls.ts';

const sourcesOf = (css: string): string[] => {
  const sources: string[] = [];
  rewriteCssUrls(css, (source) => {
    sources.push(source);
    return '';
  });
  return sources;
};

describe('rewriteCssUrls', () => {
  it.each([
    ['url(a.png)', ['a.png']],
    ['URL( "a b.png" ), url(\n\'c(d).png\'\t)', ['a b.png', 'c(d).png']],
    ['url(a\\)b.png) url("a\\"b")', ['a)b.png', 'a"b']],
    ['url(  ) url(#id) url("#id")', ['']],
    ['url("open) url(b)', ['"open', 'b']],
    ['url(a url(b)', ['b']],
    ['url("a" x) url(c)', ['"a" x', 'c']],
    ['url(', []],
    ['none', []],
  ])('finds in %s the sources %j', (css, sources) => {
    expect(sourcesOf(css)).toEqual(sources);
  });

  it('leaves everything else as it stands', () => {
    expect(rewriteCssUrls('a url( x ) b url(#c) url(', (source) => `<${source}>`)).toBe('a url("<x>") b url(#c) url(');
  });

  // the test's own time limit is what fails when reading takes more than its share
  it.each([
    ['spaces', (n: number) => `url(${' '.repeat(n)}`],
    ['spaces after a quote', (n: number) => `url("a"${' '.repeat(n)}`],
    ['line ends', (n: number) => `url('a'${'\n'.repeat(n)}x`],
    ['openings', (n: number) => 'url('.repeat(n)],
    ['quoted openings', (n: number) => 'url("'.repeat(n)],
    ['mixed openings', (n: number) => `url("url('`.repeat(n)],
    ['backslashes', (n: number) => `url(${'\\'.repeat(n)}`],
    ['quoted backslashes', (n: number) => `url("${'\\'.repeat(n)}`],
    ['escaped openings', (n: number) => 'url(\\'.repeat(n)],
  ])('reads a million characters of %s', (_what, of) => {
    expect(rewriteCssUrls(of(1_000_000).slice(0, 4_000_000), (source) => source)).toEqual(expect.any(String));
  });

  it('reads any text', () => {
    const piece = fc.constantFrom('url(', 'URL( ', '"', "'", '\\', ')', '(', ' ', '\n', '#', 'a', 'https://x.test/');
    const property = fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const css = pieces.join('');
      const once = rewriteCssUrls(css, () => 'data:x');
      expect(sourcesOf(once).filter((source) => source !== 'data:x')).toEqual([]);
    });
    fc.assert(property, { numRuns: 2_000 });
  });
});

it('leaves out the rules of a sheet that load files, in a moment', () => {
  const sheet = `@import url('https://a.example/css2?x;y'); p { color: red } @font-face { src: url(a.woff) } b { top: 0 }`;

  expect(withoutLoading(sheet).replaceAll(/\s+/g, ' ').trim()).toBe('p { color: red } b { top: 0 }');
  expect(withoutLoading('@media (min-width: 1px) { p { top: 0 } }')).toBe('@media (min-width: 1px) { p { top: 0 } }');
  expect(withoutLoading('@font-face '.repeat(20_000) + '@import"('.repeat(20_000))).not.toContain('@font-face');
});
