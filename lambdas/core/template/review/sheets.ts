import { declarationProblem } from './declarations.ts';
import type { Finding, Reviewed } from './reviewed.ts';

/** Rules whose insides are no declarations of elements. */
const otherRules =
  /@(?:font-face|keyframes|-webkit-keyframes|property|page|counter-style)[^{]*\{(?:[^{}]|\{[^{}]*\})*\}/g;
const comments = /\/\*[\s\S]*?\*\//g;
const block = /\{([^{}]*)\}/g;
const declaration = /(?:^|;)\s*([\w-]+)\s*:\s*([^;]+)/g;

/** Declarations of a `<style>` that mean nothing here. */
export const reviewSheet = ({ element, at, isSample }: Reviewed): Finding[] => {
  if (element.type !== 'style') return [];
  const text = element.children.filter((child) => typeof child === 'string').join('');
  const blocks = [...text.replaceAll(comments, '').replaceAll(otherRules, '').matchAll(block)];
  return blocks
    .flatMap(([, inside = '']) => [...inside.matchAll(declaration)])
    .flatMap(([, name = '', value = '']) => {
      const problem = isSample(value) ? undefined : declarationProblem(name, value.trim());
      return problem ? [{ ...at(), ...problem }] : [];
    });
};
