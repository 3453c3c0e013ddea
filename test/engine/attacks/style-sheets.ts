import { type Attack, each, isSlow, rendering } from './attack.ts';

const sheet = (title: string, css: string, more: Partial<Attack> = {}) =>
  rendering(
    `a sheet with ${title}`,
    `<div className="a b" id="c"><style>{${css}}</style><p className="a">hello</p></div>`,
    more,
  );
const classes = (title: string, text: string, more: Partial<Attack> = {}) =>
  rendering(`classes: ${title}`, `<div tw={${text}}>hello</div>`, more);

/** `<style>` and utility classes. */
export const styleSheets: readonly Attack[] = [
  ...each(sheet, [], {
    'an import': '`@import url("file:///etc/passwd"); @import "http://127.0.0.1/x.css";`',
    'a font of its own':
      '`@font-face { font-family: X; src: url(file:///etc/passwd), local("x"), url(http://127.0.0.1/x.woff2) } .a { font-family: X }`',
    'a selector of 50,000 parts': "'div '.repeat(50_000) + '{ color: red }'",
    '5,000 rules': "'.a { color: red } '.repeat(5_000)",
    '5,000 selectors': "'.a, .b > *, p:nth-child(2n+1):not(.x), '.repeat(1_500) + 'p { color: red }'",
    'selectors in selectors': "'p' + ':not('.repeat(2_000) + '.x' + ')'.repeat(2_000) + ' { color: red }'",
    'rules in rules': "'.a { '.repeat(2_000) + 'color: red' + '}'.repeat(2_000)",
    'media in media': "'@media (min-width: 1px) { '.repeat(2_000) + '.a { color: red }' + '}'.repeat(2_000)",
    'no end': "'.a { color: red; /* ' + 'x'.repeat(100_000)",
    'an end of its own': "'</style><script>1</script>.a { color: red }'",
    'counters without end': "'.a::before { counter-increment: x 2147483647; content: counter(x, upper-roman) }'",
    animations: "'@keyframes x { from { color: red } to { color: blue } } .a { animation: x 1ms infinite }'",
    'a million spaces': "' '.repeat(1_000_000)",
    'braces only': "'{'.repeat(100_000)",
    'at-rules only': "'@'.repeat(100_000)",
    'steps back for each level': "'.no ' + '.a '.repeat(40) + 'p { color: red }'",
    'variables that treble six times': `'.a {' + Array.from({ length: 7 }, (_, i) => '--v' + i + ':' + (i ? ('var(--v' + (i - 1) + ') ').repeat(3) : 'red') + ';').join('') + 'color: var(--v6) }'`,
    'content of one word': `'.a::before { content: "' + 'w'.repeat(500) + '" }'`,
    'an address that is spelt in another way': String.raw`'.a { background: u\\72l(file:///etc/passwd); background-image: image-set("file:///etc/passwd" 1x), src("x"), -webkit-image-set(url(file:///x) 1x) }'`,
  }),
  ...each(classes, [], {
    '20,000 of them': "Array.from({ length: 20_000 }, (_, i) => 'p-[' + i + 'px]').join(' ')",
    'brackets without end': "'bg-['.repeat(20_000)",
    'dashes without end': "'a-'.repeat(50_000)",
    'prefixes without end': "'md:'.repeat(50_000) + 'p-1'",
    'values of nonsense': `'p-[1e999px] m-[calc(1px/0)] w-[NaN] text-[1e9px] grid-cols-1000000 blur-[1e9px] shadow-[0_0_1e9px_red] z-[-1e99] scale-[1e30] -rotate-[1e30deg] line-clamp-1000000'`,
    'names of JavaScript': `'constructor __proto__ hasOwnProperty [__proto__:x] [constructor:y] bg-constructor text-__proto__ p-toString'`,
    'one of a million characters': "'x'.repeat(1_000_000)",
    'a shade of nothing': `'bg-red-NaN from-red-1e9 via-[#xyz] to-transparent/1e9 border-[1e9px] rounded-[1e9px] ring-[1e9px] space-x-[1e9px] divide-x-1000000000'`,
  }),
  sheet(
    'images of files',
    '`.a { background-image: url(file:///etc/passwd); mask-image: url(/etc/passwd); list-style-image: url("//127.0.0.1/x") }`',
    { ends: 'COMPILE_ERROR' },
  ),
  ...each(sheet, [{ isSlow }], {
    'content of 500': `'.a::before { content: "' + 'a'.repeat(500) + '" }'`,
    'names of JavaScript': `'.constructor { __proto__: x } #__proto__ { constructor: y } toString { color: hasOwnProperty }'`,
    'variables that double':
      "'.a {' + Array.from({ length: 25 }, (_, i) => '--v' + i + ':' + (i ? 'var(--v' + (i - 1) + ') var(--v' + (i - 1) + ');' : 'red;')).join('') + 'color: var(--v24) }'",
  }),
  rendering(
    'a sheet as raw markup',
    `<div><style dangerouslySetInnerHTML={{ __html: '</style><svg onload=x>' }} /><p>x</p></div>`,
  ),
  classes(
    'files',
    `'bg-[url(file:///etc/passwd)] bg-[url("/etc/passwd")] [mask-image:url(file:///etc/passwd)] content-[url(x)]'`,
    { ends: 'COMPILE_ERROR' },
  ),
];
