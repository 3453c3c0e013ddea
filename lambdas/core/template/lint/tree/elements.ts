import { splitWords } from '../../../split-words.ts';
import { findNearestWord } from './nearest-word.ts';
import type { RuleInput, TreeDiagnostic } from './tree-lint.ts';

const unrendered = new Set(splitWords('video audio canvas iframe object embed script math image'));

/** HTML elements. Others are rendered as boxes, but are probably typos. */
export const knownElements: ReadonlySet<string> = new Set(
  splitWords(`
  html body head title meta link base style svg img a abbr address area article aside b bdi bdo big blockquote br button
  caption center cite code col colgroup data datalist dd del details dfn dialog div dl dt em fieldset figcaption figure font
  footer form h1 h2 h3 h4 h5 h6 header hgroup hr i input ins kbd label legend li main map mark menu meter nav noscript
  ol optgroup option output p param pre progress q rp rt ruby s samp search section select small source span strike strong
  sub summary sup table tbody td template textarea tfoot th thead time tr track tt u ul var wbr
`),
);

/** Reports elements that render nothing, and unknown elements. */
export const lintElement = ({ element, isInsideSvg, at }: RuleInput): TreeDiagnostic[] => {
  const { type } = element;
  if (isInsideSvg) return [];
  if (unrendered.has(type)) return [{ ...at(), code: 'no-effect', message: `<${type}> is not rendered in an image.` }];
  if (knownElements.has(type) || type.includes('-')) return [];
  const nearest = findNearestWord(type, [...knownElements]);
  const hint =
    nearest === undefined ? 'the name of a component begins with a capital letter' : `do you mean <${nearest}>`;
  const message = `<${type}> is not an element of HTML, so it is rendered as a plain box; ${hint}${nearest === undefined ? '.' : '?'}`;
  return [{ ...at(), code: 'unknown-element', message }];
};
