import { describe, expect, it } from 'vitest';
import { parseXml, type XmlElement } from '#engine/rendering/svg/xml.ts';
import { createMemory, toMatchables } from '#engine/styles/match.ts';
import { createRuleIndex } from '#engine/styles/rule-index.ts';
import { parseSelectors, type Selector } from '#engine/styles/selectors.ts';

const toTree = (xml: string) =>
  toMatchables<XmlElement>(parseXml(xml), {
    type: ({ name }) => name,
    attribute: ({ attributes }, name) => attributes[name],
    children: ({ children }) => children,
  });

const page = toTree(`
  <div id="page" lang="de-CH">
    <ul id="list" class="list plain"><li id="one" class="item first">a</li><li id="two" class="item"/><li id="three"/></ul>
    <p id="text" data-tone="Loud clear" title=""><b id="bold">x</b><i id="slanted" class="item"/><b id="last">y</b></p>
    <a id="link" href="#"/>
  </div>`);

const find = (selectors: readonly Selector[] | undefined, tree = page, onTest?: () => void): string[] => {
  const entries = (selectors ?? []).map((selector) => ({ selector, value: selector }));
  const index = createRuleIndex(entries, tree.size, onTest);
  return [...tree.values()].filter((element) => index(element).length > 0).map(({ id = '', type }) => id || type);
};

describe('selectors', () => {
  // As Element.matches() of Chromium 156 answers.
  it.each([
    ['li', 'one two three'],
    ['LI.item', 'one two'],
    ['.item.first, #last', 'one last'],
    ['ul > .item', 'one two'],
    ['div .item', 'one two slanted'],
    ['#one + li', 'two'],
    ['#one ~ li', 'two three'],
    ['b ~ b', 'last'],
    ['p > b + i', 'slanted'],
    [':root', 'page'],
    ['li:first-child, li:last-child', 'one three'],
    ['b:nth-of-type(2), i:only-of-type', 'slanted last'],
    ['li:nth-child(odd)', 'one three'],
    ['li:nth-child(-n + 2)', 'one two'],
    ['li:nth-last-child(1)', 'three'],
    [':nth-child(1 of .item)', 'one slanted'],
    [':nth-last-child(1 of b, i)', 'last'],
    [':empty', 'two three slanted link'],
    ['li:not(.item, #one)', 'three'],
    [':is(ul, p) > :where(b, .first)', 'one bold last'],
    [':is(.first, :unknown)', 'one'],
    ['div > :has(> b)', 'text'],
    ['li:has(+ #three)', 'two'],
    ['li:has(~ li)', 'one two'],
    ['div:has(ul .item ~ li)', 'page'],
    ['[data-tone]', 'text'],
    ['[data-tone~=clear], [href="#"]', 'text link'],
    ['[data-tone="loud clear" i]', 'text'],
    ['[data-tone^=Loud][data-tone$=clear][data-tone*="d c"]', 'text'],
    ['[title=""]', 'text'],
    ['[title^=""]', ''],
    ['div:lang(de)', 'page'],
    ['a:any-link', 'link'],
    ['li:hover', ''],
    ['* > * > i', 'slanted'],
    ['svg|b', 'bold last'],
  ])('%s selects %s', (text, ids) => {
    expect(find(parseSelectors(text)).join(' ')).toBe(ids);
  });

  it.each(['', 'a,', '> a', 'a > > b', '.1a', ':unknown', 'a::unknown', ':not(:unknown)', ':has(:has(a))', 'a{'])(
    '%o is invalid',
    (text) => {
      expect(parseSelectors(text)).toBeUndefined();
    },
  );

  it('of 10,001 characters, or inside of 17 parentheses, are not read', () => {
    expect(parseSelectors('a'.repeat(10_001))).toBeUndefined();
    expect(parseSelectors(`${':is('.repeat(17)}a${')'.repeat(17)}`)).toBeUndefined();
  });

  it('find names with escapes', () => {
    const tree = toTree('<a id="1"><b class="md:p-2"/></a>');
    expect(find(parseSelectors(String.raw`.md\:p-2, #\31 `), tree)).toEqual(['1', 'b']);
  });

  it.each([
    ['::before', 'before', 1],
    ['.a:after', 'after', 1_001],
    ['li::marker', 'marker', 2],
  ])('%s is of the pseudo-element %s', (text, pseudoElement, specificity) => {
    expect(parseSelectors(text)).toMatchObject([{ pseudoElement, specificity }]);
  });

  it.each([
    ['*', 0],
    ['li.item#one', 1_001_001],
    [':is(#a, b) :where(#c)', 1_000_000],
    [':not(.a, b):has(> #c)', 1_001_000],
    [':nth-child(2 of .a)', 2_000],
  ])('%s has the specificity %i', (text, specificity) => {
    expect(parseSelectors(text)).toMatchObject([{ specificity }]);
  });
});

describe('nested selectors', () => {
  const nested = (...texts: string[]) =>
    texts.reduce<readonly Selector[] | undefined>((around, text) => parseSelectors(text, around), undefined);

  it.each([
    [['ul', 'li'], 'one two three'],
    [['ul', '> .item'], 'one two'],
    [['.item', '&.first'], 'one'],
    [['li', 'ul &:last-child'], 'three'],
    [['ul, p', '& > .item', '& + *'], 'two three last'],
  ])('%o select %s', (texts, ids) => {
    expect(find(nested(...texts)).join(' ')).toBe(ids);
  });

  it('has the specificity of the strongest selector around', () => {
    expect(nested('#a, b', '& .c')).toMatchObject([{ specificity: 1_001_000 }]);
  });
});

describe('the work of selectors', () => {
  const deep = (size: number) => toTree(`${'<a class="x">'.repeat(size)}${'</a>'.repeat(size)}`);
  const wide = (size: number) => toTree(`<a>${'<b class="x"/>'.repeat(size)}</a>`);
  const countTests = (text: string, tree: ReturnType<typeof toTree>): number => {
    let tests = 0;
    find(parseSelectors(text), tree, () => {
      tests += 1;
    });
    return tests;
  };

  it.each([
    ['b .x .x .x .x', deep],
    ['.none .x .x .x .x', deep],
    ['.x:is(.x .x:is(.x .x))', deep],
    [':has(.x .x .x .none)', deep],
    [':has(> .x > .x > .none)', deep],
    ['.none ~ .x ~ .x ~ .x', wide],
    [':has(~ .x ~ .x ~ .none)', wide],
    [':nth-child(2n of .x ~ .x)', wide],
    [':nth-last-of-type(3n + 1)', wide],
    [':has(~ .x):not(.none ~ .x)', wide],
  ])('%s: grows with the elements', (text, make) => {
    const [few, many] = [countTests(text, make(60)), countTests(text, make(240))];
    expect(few).toBeGreaterThan(0);
    expect(many / few).toBeLessThan(4.5);
  });

  it('of lists nested in each other grows with their length', () => {
    const work = (levels: number) => {
      const around = Array.from({ length: levels }).reduce<readonly Selector[] | undefined>(
        (outer) => parseSelectors('& .x, & .x, & .x', outer),
        parseSelectors('.none, .none'),
      );
      let tests = 0;
      find(around, deep(20), () => {
        tests += 1;
      });
      return tests;
    };
    expect(work(8) / work(4)).toBeLessThan(2.5);
  });
});

it('answers about a large tree take a bounded room', () => {
  const memory = createMemory(1 << 20);
  const first = {};
  const kept = memory.answersTo(first);
  expect(memory.answersTo(first)).toBe(kept);
  for (let n = 0; n < 64; n += 1) memory.answersTo({});
  expect(memory.answersTo(first)).not.toBe(kept);
});
