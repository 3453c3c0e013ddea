import { offsetIn, positionIn } from '../check/diagnostics.ts';
import { declarationProblem } from './declarations.ts';
import { familyProblem } from './families.ts';
import type { Finding, Reviewed } from './reviewed.ts';

type Said = Pick<Finding, 'code' | 'message'>;

/** Rules whose insides are no declarations of elements. */
const otherRules =
  /@(?:font-face|keyframes|-webkit-keyframes|property|page|counter-style)[^{]*\{(?:[^{}]|\{[^{}]*\})*\}/g;
const comments = /\/\*[\s\S]*?\*\//g;
const block = /\{([^{}]*)\}/g;
const declaration = /(?<=^|;)\s*([\w-]+)\s*:\s*([^;]+)/g;

/** Rules and declarations of a `<style>` that mean nothing here. */
export const reviewSheet = (reviewed: Reviewed): Finding[] => {
  const { element } = reviewed;
  if (element.type !== 'style') return [];
  const text = element.children
    .filter((child) => typeof child === 'string')
    .join('')
    .replaceAll(comments, '');
  const place = placesFrom(reviewed);
  return [...rulesOf(text), ...declarationsOf(text, reviewed)].map(({ written, ...said }) => ({
    ...place(written),
    ...said,
  }));
};

const declarationsOf = (text: string, { isSample }: Reviewed): (Said & { written: string })[] =>
  [...text.replaceAll(otherRules, '').matchAll(block)]
    .flatMap(([, inside = '']) => [...inside.matchAll(declaration)])
    .flatMap(([all, name = '', value = '']) => {
      if (isSample(value)) return [];
      const plain = value.trim();
      const problem = declarationProblem(name, plain) ?? (name === 'font-family' ? familyProblem(plain) : undefined);
      return problem ? [{ written: all.trim(), ...problem }] : [];
    });

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
  const start = offsetIn(source, at());
  const end = source.indexOf('</style', start);
  return (written: string) => {
    const found = written === '' ? -1 : source.indexOf(written, start);
    return found >= 0 && (end < 0 || found < end) ? positionIn(source, found) : at();
  };
};
