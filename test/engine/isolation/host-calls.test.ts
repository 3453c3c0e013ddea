import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { answerHostCall, hostCharacters } from '#engine/isolation/sandbox/host-calls.ts';

/**
 * @promise Template code: Host calls whose arguments lie about their length, or keep ICU, the URL parser or `twMerge`
 *   busy
 * @how arguments are JSON, validated by a schema for each operation; sizes at which the slowest known input takes 40
 *   ms (decision 110)
 * @figure each operation refuses whatever else stands in the place of an argument
 */

const ask = (...request: unknown[]): unknown => JSON.parse(answerHostCall(JSON.stringify(request)));
const refused = [null, expect.any(String), expect.any(String)];
const lie = { length: 3 };
const long = 'x'.repeat(hostCharacters + 1);

/** A request each operation answers. */
const honest: readonly (readonly unknown[])[] = [
  ['formatter', 'NumberFormat', ['de'], [['style', 'percent']]],
  ['intl', 'NumberFormat', 'format', ['de'], [], ['1234.5']],
  ['intl', 'DateTimeFormat', 'formatRange', [], [], [0, 1e12]],
  ['intl', 'ListFormat', 'format', ['en'], [], [['a', 'b']]],
  ['intl', 'Collator', 'compare', [], [], ['a', 'b']],
  ['intl', 'Segmenter', 'segment', [], [], ['ab']],
  ['intl', 'RelativeTimeFormat', 'format', ['en'], [], ['-1', 'day']],
  ['supportedLocales', 'NumberFormat', ['de']],
  ['supportedValues', 'unit'],
  ['canonicalLocales', ['en-us']],
  ['dateText', 'toLocaleString', 0, [], [['timeZone', 'Asia/Tokyo']]],
  ['lowerCase', 'I', ['tr']],
  ['upperCase', 'i', ['tr']],
  ['parseUrl', '/a', 'https://x.test'],
  ['changeUrl', 'https://x.test', 'hash', 'a'],
  ['query', 'a=1', 'get', ['a']],
  ['query', 'a=1', 'set', ['a', '2']],
  ['formatQuery', [['a', '1']]],
  ['encoding', 'latin1'],
  ['decodeText', 'ab', 'utf-8', false, false, false],
  ['parseDate', '2024-01-05'],
  ['locale', 'de-AT', [['numeric', true]]],
  ['ofLocale', 'de', 'getCalendars'],
  ['intl', 'DurationFormat', 'format', ['en'], [], [[['hours', 1]]]],
  ['btoa', 'a'],
  ['atob', 'YQ=='],
  ['twMerge', 'p-1 p-2'],
];

describe('a host call', () => {
  it.each(honest)('%s %s %s answers what it is asked', (...request) => {
    expect(ask(...request)).not.toHaveLength(3);
  });

  it.each(honest)('%s %s %s takes nothing else in the place of any argument', (...request) => {
    for (let position = 0; position < request.length; position += 1)
      for (const stranger of [
        lie,
        { ...lie, 0: 'a' },
        long,
        null,
        [lie],
        [[lie]],
        true,
        [long],
        new Array(20_000).fill('a'),
      ]) {
        // a missing base is null
        if (request[0] === 'parseUrl' && position === 2 && stranger === null) continue;
        if (typeof request[position] === 'boolean' && stranger === true) continue;
        const changed = request.map((argument, n) => (n === position ? stranger : argument));
        expect(ask(...changed), JSON.stringify(changed).slice(0, 200)).toEqual(refused);
      }
    expect(ask(...request, 'more')).toEqual(refused);
    expect(ask(...request.slice(0, -1))).toEqual(refused);
  });

  it.each([
    ['a name of every object', ['toString']],
    ['a name of prototypes', ['__proto__']],
    ['a kind of every object', ['formatter', 'constructor', [], []]],
    ['a kind that is no formatter', ['formatter', 'Locale', [], []]],
    ['a method of every object', ['intl', 'NumberFormat', 'constructor', [], [], []]],
    ['no time, which would be now', ['intl', 'DateTimeFormat', 'format', [], [], []]],
    ['no number', ['intl', 'NumberFormat', 'format', [], [], ['1e9999']]],
    ['too many digits', ['intl', 'NumberFormat', 'format', [], [], ['9'.repeat(1_001)]]],
    ['a part that is fixed', ['changeUrl', 'https://x.test', 'origin', 'https://y.test']],
    ['too many options', ['formatter', 'NumberFormat', [], new Array(51).fill(['style', 'percent'])]],
    ['texts too long to compare', ['intl', 'Collator', 'compare', [], [], ['a'.repeat(2_001), 'b']]],
  ])('refuses %s', (_title, request) => {
    expect(ask(...request)).toEqual(refused);
  });

  it.each(['', '{', 'null', '{}', '"intl"', '[]', '[[]]', '['.repeat(1e5), `["btoa","${'x'.repeat(1e6)}"]`])(
    'refuses a request that is none: %.20s',
    (request) => {
      expect(JSON.parse(answerHostCall(request))).toEqual(refused);
    },
  );

  it('leaves classes as they stand that are too long to merge', () => {
    // shorter ones of the same property would be merged
    const own = `m-[${'1'.repeat(500)}px] m-[${'2'.repeat(500)}px]`;
    expect(ask('twMerge', `p-1 ${own} p-2 \0 m-1`)).toEqual([`${own} p-2 \0 m-1`]);
  });
});

it('shows nothing of the machine’s language, whatever is asked', async () => {
  const module = new URL('../../../packages/engine/src/isolation/sandbox/host-calls.ts', import.meta.url).href;
  const requests = [[], ['tlh'], ['x-unknown'], ['tlh', 'zz']].flatMap((tags) => [
    ['intl', 'NumberFormat', 'format', tags, [], ['1234.5']],
    ['intl', 'DateTimeFormat', 'resolvedOptions', tags, [], []],
    ['dateText', 'toLocaleString', 0, tags, []],
    ['upperCase', 'i', tags],
    ['intl', 'Collator', 'resolvedOptions', tags, [], []],
  ]);
  const program = `const { answerHostCall } = await import(${JSON.stringify(module)});
    console.log(JSON.stringify([new Intl.NumberFormat().resolvedOptions().locale, ...${JSON.stringify(requests)}.map((r) => answerHostCall(JSON.stringify(r)))]))`;
  const inLanguage = async (language: string) => {
    const env = { ...process.env, LANG: language, LC_ALL: language, TZ: 'Asia/Kolkata' };
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env });
    return JSON.parse(stdout) as string[];
  };

  const [turkish = [], american = []] = await Promise.all(['tr_TR.UTF-8', 'en_US.UTF-8'].map(inLanguage));

  expect(turkish[0]).toBe('tr-TR');
  expect(turkish.slice(1)).toEqual(american.slice(1));
});
