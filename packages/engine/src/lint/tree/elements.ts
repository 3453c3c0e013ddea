import { getOwn } from '../../get-own.ts';
import { findNearestWord } from '../../nearest-word.ts';
import { splitWords } from '../../split-words.ts';
import type { Resolved } from '../../styles/resolve.ts';
import type { VNode } from '../../vnode/vnode.ts';
import { lintShape } from './shapes.ts';
import type { RuleInput, TreeDiagnostic } from './tree-lint.ts';

const unrendered = new Set(splitWords('video audio canvas iframe object embed script math image'));

/** HTML elements. Others are rendered as boxes, but are probably typos. */
export const knownElements: ReadonlySet<string> = new Set(
  splitWords(`
  html body head title meta link base style svg img a abbr address area article aside b bdi bdo big blockquote br button
  caption center cite code col colgroup data datalist dd del details dfn dialog div dl dt em fieldset figcaption figure font
  footer form h1 h2 h3 h4 h5 h6 header hgroup hr i input ins kbd label legend li main map mark menu meter nav noscript
  ol optgroup option output p param picture pre progress q rp rt ruby s samp search section select slot small source span strike strong
  sub summary sup table tbody td template textarea tfoot th thead time tr track tt u ul var wbr
`),
);

/** Reports elements that render nothing, and unknown elements. */
export const lintElement = ({ element: { type }, isInsideSvg, at }: RuleInput): TreeDiagnostic[] => {
  if (isInsideSvg) return [];
  if (unrendered.has(type)) return [{ ...at(), code: 'no-effect', message: `<${type}> is not rendered in an image.` }];
  if (knownElements.has(type) || type.includes('-')) return [];
  const nearest = findNearestWord(type, [...knownElements]);
  const hint =
    nearest === undefined ? 'the name of a component begins with a capital letter.' : `do you mean <${nearest}>?`;
  const message = `<${type}> is not an element of HTML, so it is rendered as a plain box; ${hint}`;
  return [{ ...at(), code: 'unknown-element', message }];
};

/** Elements that a browser gives a frame, a triangle or a bar of its own. A nightly test compares each with Chromium. */
const drawnByBrowsers: ReadonlySet<string> = new Set(
  splitWords('details summary fieldset legend progress meter select optgroup option textarea input ruby'),
);
/** Elements that a browser does not show; `<dialog>` unless it is open. */
const hiddenByBrowsers: ReadonlySet<string> = new Set(splitWords('datalist dialog noscript rp template'));

/** Reports elements and lists that a browser shows otherwise. */
export const lintBrowserShapes = ({ element, isInsideSvg, at, request }: RuleInput): TreeDiagnostic[] => {
  if (isInsideSvg || request.engine !== 'takumi') return [];
  const { type, props } = element;
  if (drawnByBrowsers.has(type)) {
    const message = `<${type}> is rendered as a plain box: what a browser adds to it is missing.`;
    return [{ ...at(), code: 'unlike-browser', message }];
  }
  if (hiddenByBrowsers.has(type) && props.open !== true) {
    const message = `<${type}> is not shown by a browser; here its content is rendered.`;
    return [{ ...at(), code: 'unlike-browser', message }];
  }
  return [];
};

/** Returns whether the drop-shadow of an element is not that of one box. */
const castsManyShadows = ({ specified: { filter, background, backgroundColor }, children }: Resolved): boolean => {
  if (!/drop-shadow/.test(String(filter ?? ''))) return false;
  const [first, ...others] = children.filter((child) => typeof child !== 'string');
  if (!first) return false;
  const hasGround = background !== undefined || backgroundColor !== undefined;
  const isDeep = first.children.some((child) => typeof child !== 'string');
  return hasGround || others.length > 0 || isDeep || first.specified.transform !== undefined;
};

/** Elements of a line of which satori renders the content alone. */
const plainInSatori = {
  ruby: '<ruby> is rendered in one line: a reading stands after its word, in a browser above it.',
  bdo: "satori does not turn the text of <bdo>; options.engine = 'takumi' does.",
  q: "satori writes no quotation marks around <q>: write them as text, or options.engine = 'takumi'.",
};

/** Returns whether an `<hr>` has a line, and no colour for it. */
const isColourless = ({ specified }: Resolved): boolean => {
  const { display, borderTopWidth, borderBottomWidth } = specified;
  const hasColour = Object.keys(specified).some((name) => /^(?:border(?:Top|Bottom)Color|background)/.test(name));
  const hasLine = [borderTopWidth, borderBottomWidth].some((width) => width !== 0);
  return display !== 'none' && hasLine && !hasColour;
};

/** Returns whether the blur or shadow of a picture ends at its edges with satori, and neither lies outside of what is seen. */
const cutsFilter = (type: string, { specified }: Resolved): boolean => {
  const { filter, transform, scale, top, right, bottom, left } = specified;
  const isEnlarged = [transform, scale].some((value) => value !== undefined && value !== 'none');
  const isOutside = [top, right, bottom, left].some((side) => Number.parseFloat(String(side)) < 0);
  return /^(?:img|svg)$/.test(type) && /blur\(|drop-shadow\(/.test(String(filter ?? '')) && !isEnlarged && !isOutside;
};

/** Reports what an element asks for by an attribute, or by two declarations together, and no engine renders. */
export const lintUnrendered = (input: RuleInput): TreeDiagnostic[] => {
  const { element, isInsideSvg, at, where, request, resolved } = input;
  const { type, props } = element;
  if (isInsideSvg) return lintShape(input);
  // takumi writes them
  const numbers = request.engine === 'takumi' ? [] : ({ ol: ['start', 'reversed'], li: ['value'] }[type] ?? []);
  const found = numbers
    .filter((name) => props[name] !== undefined && props[name] !== false)
    .map(
      (name): TreeDiagnostic => ({
        ...at(name),
        code: 'no-effect',
        message: `${name} of <${type}> is not rendered: write the numbers as text.`,
      }),
    );
  const plain = request.engine === 'satori' ? getOwn<string>(plainInSatori, type) : undefined;
  if (plain !== undefined) found.push({ ...at(), code: 'unlike-browser', message: plain });
  if (type === 'hr' && request.engine === 'satori' && isColourless(resolved))
    found.push({
      ...where('borderTopWidth', 'borderTopStyle'),
      code: 'unlike-browser',
      message: 'satori renders no line for <hr> without a colour of its border: write one, such as borderColor.',
    });
  const { overflowX, clipPath, filter, content } = resolved.specified;
  if (/\(/.test(String(content ?? '')))
    found.push({
      ...where('content'),
      code: 'no-effect',
      message: 'content replaces no element in an image: write an <img>.',
    });
  if (type === 'svg' && overflowX === 'visible')
    found.push({
      ...where('overflow', 'overflowX'),
      code: 'no-effect',
      message: 'overflow: visible has no effect on <svg>: what lies outside of it is cut; make it larger.',
    });
  const isClipped = clipPath !== undefined && clipPath !== 'none' && filter !== undefined && filter !== 'none';
  if (isClipped && request.engine === 'takumi')
    found.push({
      ...where('filter'),
      code: 'unlike-browser',
      message: 'filter is applied after clipPath, in a browser before it: put filter on an element inside this one.',
    });
  if (request.engine === 'satori' && cutsFilter(type, resolved))
    found.push({
      ...where('filter'),
      code: 'unlike-browser',
      message: `satori cuts blur() and drop-shadow() at the edges of <${type}>; options.engine = 'takumi' renders them.`,
    });
  if (request.engine === 'satori' && castsManyShadows(resolved))
    found.push({
      ...where('filter'),
      code: 'unlike-browser',
      message:
        "satori gives each element inside a drop-shadow of its own, and none to one with transform; options.engine = 'takumi' renders one for all.",
    });
  return [...found, ...lintClampedBlocks(input)];
};

const blocks = /^(?:div|p|h[1-6]|section|article|header|footer|ul|ol|li|blockquote|pre)$/;

/** Reports blocks in a box that ends after some lines: takumi 2.16 counts the lines of a text. */
const lintClampedBlocks = ({ element, request: { engine }, resolved, where }: RuleInput): TreeDiagnostic[] => {
  const { lineClamp, WebkitLineClamp } = resolved.specified;
  const lines = lineClamp ?? WebkitLineClamp;
  const hasBlocks = element.children.filter((child) => typeof child !== 'string' && blocks.test(child.type)).length > 1;
  if (engine !== 'takumi' || lines === undefined || lines === 'none' || !hasBlocks) return [];
  const message =
    'lineClamp writes no … after a block, and counts no lines of blocks with margins: put the text into one element.';
  return [{ ...where('lineClamp', 'WebkitLineClamp'), code: 'unlike-browser', message }];
};

/** Reports an invalid or ineffective `fit` attribute. */
export const lintFit = ({ element, isInsideSvg, at }: RuleInput): TreeDiagnostic[] => {
  const { fit } = element.props;
  if (fit === undefined || fit === null || fit === false || isInsideSvg) return [];
  const isRange = Array.isArray(fit) && fit.length === 2 && fit.every((size) => typeof size === 'number' && size > 0);
  if (fit !== true && !isRange) {
    const message = 'fit takes no value, or two font sizes in pixels: fit={[20, 60]}.';
    return [{ ...at('fit'), code: 'unknown-value', message }];
  }
  if (hasText(element)) return [];
  const message = `fit has no effect on <${element.type}>: there is no text in it.`;
  return [{ ...at('fit'), code: 'no-effect', message }];
};

const hasText = (node: VNode): boolean => (typeof node === 'string' ? node.trim() !== '' : node.children.some(hasText));
