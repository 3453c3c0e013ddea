import { withoutComments } from '../../picture/tree/css-comments.ts';
import { linePlaces } from '../check/diagnostics.ts';
import { declarationProblem } from './declarations.ts';
import { familyProblem } from './families.ts';
import type { Finding, Reviewed } from './reviewed.ts';

/** Each is looked for in the source, and no more are told of a whole template. */
const mostSaid = 50;

type Said = Pick<Finding, 'code' | 'message'>;

/** Rules whose insides are no declarations of elements. */
const otherRule = /@(?:font-face|keyframes|-webkit-keyframes|property|page|counter-style)/;
const declaration = /(?<=^|;)\s*([\w-]+)\s*:\s*([^;]+)/g;

/** Rules and declarations of a `<style>` that mean nothing here. */
export const reviewSheet = (reviewed: Reviewed): Finding[] => {
  const { element } = reviewed;
  if (element.type !== 'style') return [];
  const text = withoutComments(element.children.filter((child) => typeof child === 'string').join(''));
  const place = placesFrom(reviewed);
  return [...rulesOf(text), ...declarationsOf(text, reviewed)].slice(0, mostSaid).map(({ written, ...said }) => ({
    ...place(written),
    ...said,
  }));
};

const declarationsOf = (text: string, { isSample }: Reviewed): (Said & { written: string })[] =>
  blocksOf(text)
    .flatMap((inside) => [...inside.matchAll(declaration)])
    .flatMap(([all, name = '', value = '']) => {
      if (isSample(value)) return [];
      const plain = value.trim();
      const problem = declarationProblem(name, plain) ?? (name === 'font-family' ? familyProblem(plain) : undefined);
      return problem ? [{ written: all.trim(), ...problem }] : [];
    });

/** What stands between the braces of rules, where no rule stands inside. */
const blocksOf = (text: string): string[] => {
  const blocks: string[] = [];
  const isOther: boolean[] = [];
  let start = 0;
  let isInnermost = false;
  for (const { 0: brace, index } of text.matchAll(/[{}]/g)) {
    const before = text.slice(start, index);
    if (brace === '{') isOther.push(isOther.at(-1) === true || otherRule.test(before));
    else if (isOther.pop() === false && isInnermost) blocks.push(before);
    isInnermost = brace === '{';
    start = index + 1;
  }
  return blocks;
};

const rulesOf = (text: string): (Said & { written: string })[] => {
  const said = [...text.matchAll(/@(import|font-face)\b/gi)].map(([written, name = '']) => ({
    written,
    code: 'no-effect' as const,
    message: loading[name.toLowerCase() as keyof typeof loading],
  }));
  const isOpen = (text.match(/\{/g)?.length ?? 0) > (text.match(/\}/g)?.length ?? 0);
  const message = 'A { of this <style> is not closed: the rules after it are lost.';
  return isOpen ? [...said, { written: '', code: 'no-effect', message }] : said;
};

const loading = {
  import: '@import loads nothing: write the rules here, and name fonts in font-family.',
  'font-face': '@font-face loads nothing: fonts come from the catalogue, by their name in font-family.',
};

/** Finds a piece of a sheet in the source, where it stands there as it is; else the sheet's element. */
const placesFrom = ({ at, request: { source } }: Reviewed) => {
  const places = linePlaces(source);
  const start = places.offsetOf(at());
  const end = source.indexOf('</style', start);
  return (written: string) => {
    const found = written === '' ? -1 : source.indexOf(written, start);
    return found >= 0 && (end < 0 || found < end) ? places.positionOf(found) : at();
  };
};
