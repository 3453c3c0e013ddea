import { type Attack, armed, each, isSlow, rendering, styled } from './attack.ts';

const long = (title: string, text: string, more = {}) =>
  rendering(title, `<div style={{ width: '100%' }}>{${text}}</div>`, more);

/** Words without end, marks without letters, scripts that shape, and what is asked of fonts. */
export const text: readonly Attack[] = [
  ...each(armed, [], {
    'a word of 100,000 characters': `return <div>{'a'.repeat(100_000)}</div>`,
    '20,001 characters': `return <div>{'ab '.repeat(6_667)}</div>`,
    '50,000 direction marks between spaces': `return <div>{'\\u200e '.repeat(25_000)}</div>`,
  }),
  ...each(long, [], {
    'a word of 1,000 characters': `'a'.repeat(1_000)`,
    'a word of dashes': `'-'.repeat(4_000)`,
    'a word of slashes': `'/'.repeat(4_000)`,
    '1,900 direction marks in one word': `'a' + '\\u200f\\u200e'.repeat(950)`,
    'direction embeddings': `'\\u202e\\u202d\\u2066\\u2067 a'.repeat(800)`,
    'marks upon marks': `('a' + '\\u0301'.repeat(900) + ' ').repeat(20)`,
    joiners: `'👩\\u200d'.repeat(600)`,
    'flags without end': `'🇦'.repeat(900)`,
    'variation selectors': `('a' + '\\ufe0f'.repeat(900) + ' ').repeat(20)`,
    'invisible characters only': `'\\u200b\\u2060\\u00ad\\ufeff'.repeat(4_000)`,
    'spaces only': `' '.repeat(20_000)`,
    'a thousand Han characters': 'Array.from({ length: 1_000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join("")',
    'a ligature of eighteen letters': `'\\ufdfa'.repeat(200)`,
    'Arabic without a space': `'ابتثجحخ'.repeat(280)`,
    'Devanagari without a space': `'क्ष'.repeat(300)`,
    'unassigned characters': 'Array.from({ length: 1_000 }, (_, i) => String.fromCodePoint(0xe0000 + i)).join(" ")',
    'control characters': String.raw`'\u0000\u0001\u0008\u001b\u007f\u0085 '.repeat(300)`,
    'every kind of line end': String.raw`'a\r\n\u2028\u2029\u000b\u000c'.repeat(200)`,
    'markup as text': `'</text></svg><script>&#0;&lt;![CDATA[]]>'.repeat(60)`,
  }),
  ...each(long, [{ isSlow }], {
    'five words of 500 characters': `'a'.repeat(499).concat(' ').repeat(5)`,
    '4,000 characters of words': `'ab '.repeat(1_333)`,
    'Thai without a space': `'กขคง'.repeat(700)`,
    'private characters': 'Array.from({ length: 1_000 }, (_, i) => String.fromCodePoint(0xf0000 + i)).join(" ")',
  }),
  ...each(rendering, [], {
    'an alternative text of 100,000': `<img alt={'a'.repeat(100_000)} width={9} height={9} />`,
    'a list that counts from the end of numbers': `<ol start={1e308}>{[1, 2, 3].map((n) => <li key={n}>x</li>)}</ol>`,
    'a list of 100': `<ol>{Array.from({ length: 100 }, (_, n) => <li key={n}>x</li>)}</ol>`,
    'a language of 100,000 parts': `<div lang={'zh-' + 'hant-'.repeat(100_000)}>漢字</div>`,
    'languages nobody has': `<div lang="__proto__"><p lang="constructor">漢字</p><p lang={''}>字</p><p lang={'\\u0000'}>字</p></div>`,
    'a language for each character': `<div>{Array.from({ length: 300 }, (_, i) => <i key={i} lang={['ja', 'ko', 'zh', 'zh-TW'][i % 4]}>漢</i>)}</div>`,
  }),
  ...each(long, [{ ends: 'COMPILE_ERROR' }], {
    'a word of 100,000 characters at saving': `'a'.repeat(100_000)`,
    '50,000 direction marks': `'\\u200f'.repeat(50_000)`,
  }),
  ...each(rendering, [{ isSlow }], {
    'a word cut into spans': `<div>{Array.from({ length: 5 }, (_, key) => <span key={key}>{'a'.repeat(500)}</span>)}</div>`,
    'three hundred families': `<div>{Array.from({ length: 300 }, (_, i) => <i key={i} style={{ fontFamily: 'X' + i, fontWeight: i, fontStyle: i % 2 ? 'italic' : 'oblique 90deg' }}>x</i>)}</div>`,
    'a value in a form of 100,000': `<input value={'a'.repeat(100_000)} />`,
    'a placeholder of 100,000': `<input placeholder={'a'.repeat(100_000)} style={{ width: 300 }} />`,
  }),
  styled('spaces that are kept', `whiteSpace: 'pre'`, `' '.repeat(20_000)`),
  styled('lines without end', `whiteSpace: 'pre'`, String.raw`'\n'.repeat(20_000)`),
  styled('tabs of a million', `whiteSpace: 'pre', tabSize: 1e9`, String.raw`'\t'.repeat(9_000)`, {
    ends: { satori: 'image', takumi: 'COMPILE_ERROR' },
    isSlow,
  }),
  styled('one line of 4,000', `whiteSpace: 'nowrap'`, `'a '.repeat(1_999)`, { isSlow }),
  styled('Han that may not break', `wordBreak: 'keep-all'`, `'漢'.repeat(1_000)`),
  styled('letters that grow in capitals', `textTransform: 'uppercase'`, `'ΐ'.repeat(900)`),
  ...each(styled, ["'x'"], {
    'letters of a billion pixels': 'fontSize: 1e9',
    'a family list of 100,000': `fontFamily: 'Inter, '.repeat(100_000)`,
  }),
  styled('letters of nothing', 'fontSize: 1e-9', `'hello '.repeat(2_000)`),
  ...each(styled, ["'hello'"], {
    'a negative size': 'fontSize: -40, lineHeight: -3, letterSpacing: -1e6',
    'a stroke wider than the image': `fontSize: 100, WebkitTextStroke: '1000px red'`,
  }),
  styled(
    'spacing without end',
    'letterSpacing: 1e9, wordSpacing: 1e9, lineHeight: 1e9, textIndent: 1e9',
    "'hello you'",
  ),
  styled(
    'a clamp of a billion lines',
    `display: '-webkit-box', WebkitLineClamp: 1e9, WebkitBoxOrient: 'vertical', overflow: 'hidden'`,
    `'hello '.repeat(700)`,
  ),
  styled(
    'an ellipsis of 10,000',
    `overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'e'.repeat(10_000)`,
    `'hello '.repeat(900)`,
  ),
  styled(
    'families with paths',
    `fontFamily: "'../../../../etc/passwd', url(file:///etc/passwd), '/etc/passwd'"`,
    "'x'",
    { ends: 'COMPILE_ERROR' },
  ),
];
