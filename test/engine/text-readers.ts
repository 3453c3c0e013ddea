import { limits } from 'image-url-contract/limits.ts';
import { matchesPaths } from 'image-url-contract/page-globs.ts';
import { generateRequest } from 'image-url-contract/schemas/generate.ts';
import { toCanonicalQuery } from 'image-url-contract/signing/canonical-query.ts';
import { getImagePairs, readImageQuery } from 'image-url-contract/signing/image-query.ts';
import { decodePage } from 'image-url-contract/sites/decode-page.ts';
import { readPageTags } from 'image-url-contract/sites/page-tags.ts';
import { toPageVariables } from 'image-url-contract/sites/page-variables.ts';
import { parseStrictJson } from 'image-url-contract/strict-json.ts';
import { splitList } from '#engine/css-tokens.ts';
import { removeInvisible } from '#engine/engines/satori/remove-invisible.ts';
import { getNaturalSize } from '#engine/engines/takumi/tree/image-size.ts';
import { fixRadialGradients } from '#engine/engines/takumi/tree/radial-gradients.ts';
import { markWords } from '#engine/engines/takumi/workarounds.ts';
import { getImageKind } from '#engine/image-bytes.ts';
import { importTemplate } from '#engine/import/import-template.ts';
import { lintAddress } from '#engine/lint/source/image-addresses.ts';
import { lintDeclaration } from '#engine/lint/tree/declarations.ts';
import { lintFamily } from '#engine/lint/tree/families.ts';
import { lintTreeRules } from '#engine/lint/tree/lint-tree.ts';
import { getSheetForms } from '#engine/lint/tree/sheet-forms.ts';
import { estimateCost } from '#engine/rendering/cost.ts';
import { parseRenderedFamilies } from '#engine/rendering/fonts/catalogue.ts';
import { getRootTextStyle, getTextStyle } from '#engine/rendering/fonts/text-style.ts';
import { decodeDataUri } from '#engine/rendering/images/data-uri.ts';
import { sanitiseSvg } from '#engine/rendering/svg/safe-svg.ts';
import { readVectorSize } from '#engine/rendering/svg/vector-size.ts';
import { parseXml } from '#engine/rendering/svg/xml.ts';
import { cleanText } from '#engine/rendering/tree/clean-text.ts';
import { getGraphemes } from '#engine/rendering/tree/emoji.ts';
import { isSupporting, matchesMedia } from '#engine/styles/conditions.ts';
import { getFontSize } from '#engine/styles/font-size.ts';
import { normaliseStyle } from '#engine/styles/normalise-style.ts';
import { readSheets } from '#engine/styles/sheets.ts';
import { getStyleSheets } from '#engine/styles/style-sheets.ts';
import { readUtilities } from '#engine/styles/tailwind/utilities.ts';
import { parseTemplateSource } from '#engine/template/render-plan/draft.ts';
import { sampleText } from '#engine/template/variables/variable-names.ts';
import { rewriteCssUrls, stripLoadingRules } from '#engine/vnode/css-urls.ts';
import { getImageSources } from '#engine/vnode/remote-images.ts';
import { hasWordLongerThan, treeLimits } from '#engine/vnode/tree-limits.ts';
import { getAnswerCode, nameFromPrompt } from '../../lambdas/generation/generated-code.ts';
import type { HardText } from '../support/growth.ts';

/** Something of ours that reads text a stranger wrote. */
export interface Reader {
  readonly read: (text: string) => unknown;
  /** Words of its grammar, and what it may trip over. */
  readonly words: readonly string[];
  /** The longest text it is given, in UTF-16 code units. @default that of a tree */
  readonly limit?: number;
  /** What it once took too long for. */
  readonly known?: readonly HardText[];
}

const jsonLdScript = '<script type="application/ld+json">';
/** The beginning of code that answers with an image. */
const foreign =
  "import { ImageResponse } from 'next/og'; import { db } from '@/db';\nexport async function GET(req) {\nconst p = req.nextUrl.searchParams;\n";
const repeated = (piece: string, { before = '', after = '' } = {}): HardText => ({ before, piece, closing: '', after });
export const ofTree = treeLimits.characters;
/** Returns the words of a line: none of them holds white space. */
const words = (line: string): string[] => line.split(' ');
const space = [' ', '\t', '\n', '\r'];
const quotes = ['"', "'", '\\', '\\"'];
const brackets = ['(', ')', '[', ']', '{', '}'];

const xmlWords = [
  ...words(`<! <? <!-- --> -- <![CDATA[ ]]> > [ ] <a> </a> <a /> < " c=' ' = &amp; & &#x ; x é`),
  '<!DOCTYPE x',
  ' b="',
  ...space,
];
const svgWords = words(`<svg> <style> </style> a{ } ; : fill /* */ @media url( # ) (`);
const attributes = ['<g style="', '<g fill="', '<use href="', '<g transform="', 'scale(', 'translate(', '"/>', ','];
const cssWords = [
  ...words(
    `; : , / # % @ /* */ . - --x !important 1 0 url( url(" url(' url(#a) data:image/png;base64, http://a/ @import @font-face @font-face{ @page @media font: font-family: font-weight: bold 700 px em 12px var( var(--a var(--a) a a{ color:red calc( at radial-gradient( blur( < </style é "a"`,
  ),
  ...brackets,
  ...quotes,
  ...space,
  '@import url(',
  'at ',
  '0 0 1px',
];
const classWords = [
  ...words(
    `p- px-4 md: hover: - [ ] [a-b: _ : / ! ( ) , # bg- from- to- via- shadow- space-x- divide-y- text- calc( 1 . % rgb( backdrop- translate- border- grid-cols- a A`,
  ),
  ...space,
];
const codeWords = [
  ...words(
    `; : , . = => / // /* */ {/* */} <!-- --> ? ! < > /> </ <a <a> </a> <A.b> </A.b> <> </> a b 1 a= a={ {...a} + && || ?? if(a) <div> </div> <style> </style> style={{ }} é`,
  ),
  ...brackets,
  ...quotes,
  ...space,
  '`',
  '${',
  ' a',
  'export default ',
  'function ',
  'const ',
  'let ',
  'var ',
  'return ',
  'import ',
  'from ',
  'else ',
  'class ',
  'async ',
  'await ',
  'type ',
  'export default function C({',
  'export default (',
  '<img src="',
  'as ',
  'typeof ',
];
const component = (body: string) => `export default function Card() { return ${body}; }`;
const jsonWords = [...words(String.raw`{ } [ ] : , " "a" "a": \ \u 1 - . e true null /* */ // x`), ...space];
const queryWords = words(`& = % %41 %C3 + v_ v_a= exp= exp=1 sig= sig=1. width= dpr= . 0 1 a é ' *`);

const element = (props: Record<string, unknown>, children: string[] = [], type = 'div') =>
  ({ type, props, children }) as never;
const styled = (text: string) => ({
  background: text,
  font: text,
  fontFamily: text,
  boxShadow: text,
  filter: text,
  transform: text,
});
const nothing = () => undefined;
const reviewed = (tree: never) =>
  lintTreeRules({
    ...{ tree, positions: {}, componentAt: { line: 1, column: 1 }, source: component('<a/>'), width: 600, height: 300 },
    ...{ sampleTexts: [], defaultTexts: [], fonts: [], engine: 'takumi' },
  });

export const readers: Record<string, Reader> = {
  XML: { read: parseXml, words: xmlWords, known: [repeated('<!a>')] },
  'the allow-list of SVG': {
    read: (text) => sanitiseSvg(`<svg>${text}</svg>`, nothing),
    words: [...xmlWords, ...svgWords, ...attributes],
  },
  'the attributes of SVG': {
    read: (text) => {
      const value = text.replaceAll('"', "'").replaceAll(/[<&]/g, '');
      const names = ['transform', 'style', 'fill', 'width', 'href', 'd', 'viewBox', 'stdDeviation', 'class', 'x'];
      return sanitiseSvg(`<svg ${names.map((name) => `${name}="${value}"`).join(' ')}></svg>`, nothing);
    },
    words: [...cssWords, 'matrix(', 'scale(', ','],
  },
  'the sheets of SVG': {
    read: (text) => sanitiseSvg(`<svg><style><![CDATA[${text}]]></style></svg>`, nothing),
    words: [...svgWords, ...cssWords],
    known: [{ before: 'a{', piece: ' ', closing: ';', after: '' }],
  },
  'sizes of SVG': {
    read: (text) => readVectorSize({ width: text, height: text, viewBox: text }),
    words: [...space, '1', '.', 'px', ',', 'a'],
    known: [repeated('\t', { before: '.\t', after: '\t.' })],
  },
  'places of shapes': {
    read: (text) => {
      const shape = (attributes: Record<string, string>) => ({ name: 'path', attributes, children: [] });
      const children = [shape({ d: text }), shape({ d: 'M0 0L1 1', transform: text, filter: text })];
      removeInvisible({ name: 'svg', attributes: { viewBox: '0 0 9 9' }, children });
    },
    words: [...cssWords, 'matrix(', 'M', 'L', 'Q', 'C', 'Z', 'e', '-', '.', '1', '0'],
  },
  'data URIs': {
    read: decodeDataUri,
    words: ['data:', ';', 'base64', ',', '%', '%41', '%4', 'A', ...space],
    known: [repeated(' ', { before: 'data:;', after: 'x,' }), repeated(';', { before: 'data:', after: ',' })],
  },
  'the kind of an image': {
    read: (text) => getImageKind(Buffer.from(text)),
    words: [...xmlWords, '<svg', '<svg>', '\ufeff'],
  },
  'addresses in CSS': { read: (text) => rewriteCssUrls(text, (source = '') => source), words: cssWords },
  'what sheets load': { read: stripLoadingRules, words: cssWords },
  'images of a tree': {
    read: (text) => getImageSources(element({ style: styled(text), tw: text, src: text }, [text], 'style')),
    words: cssWords,
    limit: ofTree / 8,
  },
  'Tailwind in a sheet': {
    read: (text) => getStyleSheets(element({}, [text, `@theme{${text}}`], 'style'), 600),
    words: [...cssWords, ...classWords, '@theme{', '@apply ', '@utility ', '@plugin', '--color-a:', 'var(--color-a)'],
    limit: ofTree / 4,
    known: [
      repeated('@apply p-4;'),
      repeated('@apply '),
      repeated('@theme'),
      repeated('--a:1;', { before: '@theme{' }),
    ],
  },
  'media of a sheet': {
    read: (text) => [matchesMedia(text, { width: 1_200, height: 630 }), isSupporting(text)],
    words: cssWords,
  },
  'selectors and rules of a sheet': { read: getSheetForms, words: cssWords },
  styles: {
    read: (text) => normaliseStyle({ ...styled(text), [text]: text }, (source) => source),
    words: cssWords,
    limit: ofTree / 8,
  },
  'lists in CSS': { read: (text) => [splitList(text, ','), splitList(text, ' ')], words: cssWords },
  gradients: {
    read: (text) => {
      for (const background of [text, `radial-gradient(${text})`, `radial-gradient(circle at ${text}, red 5px)`])
        fixRadialGradients({
          style: { backgroundImage: background, backgroundSize: text, width: text, height: text },
        });
    },
    words: [...cssWords, 'circle', 'ellipse', 'red', 'left', 'top', '5px', 'closest-side'],
    limit: ofTree / 4,
    known: [repeated(' ', { before: 'circle', after: 'x' }), repeated('0', { before: 'circle at ', after: 'p' })],
  },
  'places of images': {
    read: (text) =>
      getNaturalSize({
        style: { border: text, padding: text, maxWidth: text },
        attributes: {},
        natural: { width: 1, height: 1 },
        fontSize: 16,
      }),
    words: cssWords,
  },
  fonts: {
    read: (text) => {
      const style = { fontFamily: text, fontWeight: text, fontStyle: text, '--a': text };
      getTextStyle({ type: 'div', props: { style, lang: text } } as never, getRootTextStyle());
      getTextStyle({ type: 'div', props: { style: { font: text } } } as never, getRootTextStyle());
      return [parseRenderedFamilies(text), getFontSize('div', text, 16)];
    },
    words: [...cssWords, 'inter', ' variable', 'ital', 'italic'],
    limit: ofTree / 2,
    known: [repeated('var(---,'), repeated('var(--a)')],
  },
  'rules of a sheet': {
    read: (text) => readSheets([text], { width: 600, height: 315 }),
    words: cssWords,
    known: [repeated('font:'), repeated('font:', { before: '1' }), repeated('100\tfont:t')],
  },
  text: {
    read: (text) => [cleanText(text), getGraphemes(text), markWords(text), hasWordLongerThan(2_000, text)],
    words: ['a', ' ', '\u0301', '😀', '\u200d', '\ufe0f', 'ไ', 'ท', '⅔', '\u202a', '🇩', '漢', 'ا', '\n'],
    limit: treeLimits.textCharacters,
  },
  'utility classes': { read: (text) => readUtilities(text, 600), words: classWords },
  'review of an element': {
    read: (text) => {
      reviewed(element({ tw: text, className: text, style: styled(text), src: text }, [text], 'img'));
      return reviewed(element({ [text]: text }, [text], 'div'));
    },
    words: [...cssWords, ...classWords],
    limit: 400_000,
    known: [repeated('1'), repeated('1( ')],
  },
  'what an image may cost': {
    read: (text) => estimateCost(element({ style: styled(text) }), { width: 600, height: 300, devicePixelRatio: 1 }),
    words: cssWords,
    limit: 400_000,
    known: [repeated('1'), repeated('1 ')],
  },
  'review of a sheet': { read: (text) => reviewed(element({}, [text], 'style')), words: cssWords, limit: 400_000 },
  'review of values': {
    read: (text) => [
      ...['background', 'boxShadow', 'transform', 'width', 'fontFamily', 'filter'].map((name) =>
        lintDeclaration(name, text, 'takumi'),
      ),
      lintDeclaration(text, 'red', 'takumi'),
      lintFamily(text, []),
      lintAddress(text),
      lintAddress(`http://${text}`),
    ],
    words: cssWords,
    limit: 400_000,
  },
  'a template': { read: parseTemplateSource, words: codeWords, limit: limits.codeCharacters },
  'a template of variables': {
    read: (text) => parseTemplateSource(`export default function C({${text}}) { return <p/> }`),
    words: ['a', ',a', ',b=', 'a', '1', '=a', ',{', '}', '...', ':', '"x"', ' ', ',a1', 'if(a)'],
    limit: limits.codeCharacters,
  },
  'the body of a template': {
    read: (text) => parseTemplateSource(`export default function C({a,b}) { ${text} }`),
    words: codeWords,
    limit: limits.codeCharacters,
  },
  'the tree of a template': {
    read: (text) => parseTemplateSource(component(text)),
    words: codeWords,
    limit: limits.codeCharacters,
  },
  'an image for another place': {
    read: (text) =>
      importTemplate(
        `${foreign}${text}\nreturn new ImageResponse(<p>{a}</p>, { fonts: [{ name: 'Lora', data: db }] }); }`,
      ),
    words: [
      ...words(`f(p.get('a')); l.push(db); } { })(); db .b ( ) ; process.env.A; <p>{db} </p> }})`),
      '{const a = await db.x(1);}',
      'let a = db;',
      'a = db.b;',
      'const l = [];',
      "if (a) return new Response('x');",
      'if (db) {',
      'try {',
      '} catch (e) { return new Response(1) }',
      '(function(){ function q(){q(db)}',
      'const a = p;',
      'const {a} = z.object({a: z.string().default(1)}).parse(Object.fromEntries(p));',
      "x({name: 'Geist-Bold', data: 1});",
      'return new ImageResponse(<p/>);',
      "({type: 'p', props: {children: ",
      ' ',
    ],
    limit: limits.codeCharacters,
    known: [
      repeated('{const a = await db.x(1);}'),
      repeated("f(p.get('a'));"),
      repeated('l.push(db);', { before: 'const l = [];' }),
    ],
  },
  'tags that are not closed': {
    read: parseTemplateSource,
    words: codeWords,
    limit: limits.codeCharacters,
    known: [repeated('{/*', { before: '<a>' }), repeated('<a>', { after: '</b>' }), repeated('<', { before: '<a>' })],
  },
  'the answer of a model': {
    read: (text) => [getAnswerCode(text), nameFromPrompt(text)],
    words: ['```', '```jsx', '`', 'export default ', 'as default', 'a', ...space],
    limit: 500_000,
    known: [repeated(' ', { before: 'a', after: 'b' }), repeated('```')],
  },
  'names of variables': { read: sampleText, words: ['a', 'A', '1', '_', '$', 'Aa'], limit: limits.codeCharacters },
  'a body': { read: parseStrictJson, words: jsonWords, limit: limits.bodyBytes.generation },
  'a generation': {
    read: (text) =>
      generateRequest.safeParse({ items: [{ prompt: 'x', imageDataUrl: `data:image/png;base64,${text}` }] }),
    words: ['A', '=', '+', '/', ' ', 'data:'],
    limit: limits.bodyBytes.generation,
  },
  'the tags of a page': {
    read: (text) => {
      const variables = Array.from({ length: limits.variables }, (_, n) => ({ name: `v${n}` }));
      const map = Object.fromEntries(variables.map(({ name }) => [name, `jsonld:${name}`]));
      return toPageVariables(readPageTags(text), [{ name: 'title' }, { name: 'author' }, ...variables], map);
    },
    words: words(
      `<meta <title> </title> <svg> </svg> <b> </b> <body> <head> </head> <noscript> </noscript> <template> </template> <script> </script> <!-- --> property="og:title" content="a" name=a content=B > [ ] { {"a":[{}]}, &amp; &#x41 & " '`,
    ),
    limit: limits.sitePageBytes,
    known: [
      repeated('<meta property="og:title" content="x">'),
      repeated('[', { before: jsonLdScript, after: '</script>' }),
      repeated('{"a":[{}]},', { before: `${jsonLdScript}[`, after: '{}]</script>' }),
      repeated('{},', { before: `${jsonLdScript}[`, after: '{}]</script>' }),
      repeated(`${jsonLdScript}[${'{},'.repeat(2_000)}{}]</script>`),
      repeated('<title>'),
      repeated('<svg><title>'),
      repeated(' content="a"', { before: '<meta', after: '>' }),
      // nested elements, and ends that match none
      ...['svg', 'b', 'noscript', 'template', 'title'].flatMap((name) => [
        repeated(`<${name}>`),
        { before: '', piece: `<${name}>`, closing: '</b>', after: '' },
        { before: '', piece: `<${name}>`, closing: `</${name}>`, after: '' },
      ]),
      repeated('&amp;', { before: '<meta name=a content="', after: '">' }),
      repeated('&', { before: '<title>' }),
    ],
  },
  'paths of a site': {
    read: (text) => matchesPaths(['/*a*a*a', '/**/a/**/b', '/**/*a*'], `/${text}`.slice(0, limits.sitePathCharacters)),
    words: ['a', 'b', '/', 'aa/', 'é'],
  },
  'the encoding of a page': {
    read: (text) => [decodePage(Buffer.from(text), ''), decodePage(new Uint8Array(), text)],
    words: [...words(`<meta charset= "utf-8" http-equiv=content-type content=" " > ; charset ' <title>`), ...space],
    limit: limits.sitePageBytes,
  },
  'the query of a URL': {
    read: (text) => {
      const pairs = getImagePairs(text);
      return pairs && [toCanonicalQuery(pairs), readImageQuery(pairs)];
    },
    words: queryWords,
    limit: 65_536,
  },
};
