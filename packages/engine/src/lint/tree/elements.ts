import type { EngineName } from '../../engine-names.ts';
import { getOwn } from '../../get-own.ts';
import { findNearestWord } from '../../nearest-word.ts';
import { halfWidthMarks } from '../../rendering/tree/full-width-marks.ts';
import { splitWords } from '../../split-words.ts';
import type { Theme } from '../../styles/tailwind/theme.ts';
import { readUtilities } from '../../styles/tailwind/utilities.ts';
import { joinFirst, truncate } from '../../truncate.ts';
import { getClasses, getElements, getStyle, type VElement, type VNode } from '../../vnode/vnode.ts';
import { type DeclarationProblem, lintDeclaration } from './declarations.ts';
import { isOfSample } from './sample-texts.ts';
import { lintShape } from './shapes.ts';
import { getText, type RuleInput, type TreeDiagnostic, type TreeLintRequest } from './tree-lint.ts';
import { getFormFunctions, getValueForm } from './value-form.ts';

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

const rightToLeft = '\\p{sc=Hebr}\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Thaa}\\p{sc=Nkoo}';
/** A letter of a script from right to left with another word or a number after it, or a number before it. */
const severalDirections = new RegExp(
  `[${rightToLeft}](?:[^\\p{L}\\p{M}\\p{N}]+[\\p{L}\\p{N}]|(?=[^${rightToLeft}])[\\p{L}\\p{N}])|\\p{N}[^\\p{L}\\p{N}]*[${rightToLeft}]`,
  'u',
);

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
const castsManyShadows = (element: VElement): boolean => {
  const { filter, background, backgroundColor } = getStyle(element);
  if (!/drop-shadow/.test(String(filter ?? ''))) return false;
  const inside = [...getElements(element)].filter((one) => one !== element);
  const hasGround = background !== undefined || backgroundColor !== undefined;
  return inside.length > (hasGround ? 0 : 1) || inside.some((one) => getStyle(one).transform !== undefined);
};

/** Reports what an element asks for by an attribute, or by two declarations together, and no engine renders. */
export const lintUnrendered = ({ element, isInsideSvg, at, request }: RuleInput): TreeDiagnostic[] => {
  const { type, props } = element;
  if (isInsideSvg) return lintShape(element, at);
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
  if (type === 'ruby' && request.engine === 'satori')
    found.push({
      ...at(),
      code: 'unlike-browser',
      message: '<ruby> is rendered in one line: a reading stands after its word, in a browser above it.',
    });
  const { overflow, clipPath, filter } = getStyle(element);
  if (type === 'svg' && overflow === 'visible')
    found.push({
      ...at('style.overflow', 'style'),
      code: 'no-effect',
      message: 'overflow: visible has no effect on <svg>: what lies outside of it is cut; make it larger.',
    });
  const isClipped = clipPath !== undefined && clipPath !== 'none' && filter !== undefined && filter !== 'none';
  if (isClipped && request.engine === 'takumi')
    found.push({
      ...at('style.filter', 'style'),
      code: 'unlike-browser',
      message: 'filter is applied after clipPath, in a browser before it: put filter on an element inside this one.',
    });
  if (request.engine === 'satori' && castsManyShadows(element))
    found.push({
      ...at('style.filter', 'style'),
      code: 'unlike-browser',
      message:
        "satori gives each element inside a drop-shadow of its own, and none to one with transform; options.engine = 'takumi' renders one for all.",
    });
  return [...found, ...lintClampedBlocks(element, request.engine, at), ...lintTexts(element, request.engine, at)];
};

const blocks = /^(?:div|p|h[1-6]|section|article|header|footer|ul|ol|li|blockquote|pre)$/;

/** Reports blocks in a box that ends after some lines: takumi 2.16 counts the lines of a text. */
const lintClampedBlocks = (element: VElement, engine: EngineName, at: RuleInput['at']): TreeDiagnostic[] => {
  const { lineClamp, WebkitLineClamp } = getStyle(element);
  const lines = lineClamp ?? WebkitLineClamp;
  const hasBlocks = element.children.filter((child) => typeof child !== 'string' && blocks.test(child.type)).length > 1;
  if (engine !== 'takumi' || lines === undefined || lines === 'none' || !hasBlocks) return [];
  const message =
    'lineClamp writes no … after a block, and counts no lines of blocks with margins: put the text into one element.';
  return [{ ...at('style.lineClamp', 'style.WebkitLineClamp', 'style'), code: 'unlike-browser', message }];
};

/** Reports texts that no engine, or satori alone, renders as a browser does. */
const lintTexts = (element: VElement, engine: EngineName, at: RuleInput['at']): TreeDiagnostic[] => {
  const found: TreeDiagnostic[] = [];
  const texts = element.children.filter((child) => typeof child === 'string').join('');
  if (texts.includes('\u00ad'))
    found.push({
      ...at(),
      code: 'unlike-browser',
      message: 'A word that breaks at a soft hyphen gets no hyphen at the end of its line.',
    });
  if (/\u09cd[\u09ac\u09b0]/.test(texts))
    found.push({
      ...at(),
      code: 'unlike-browser',
      message: 'Bengali letters that stand below others (\u09cd\u09ac, \u09cd\u09b0) are rendered beside them.',
    });
  if (/[\u2000-\u200a\u202f\u205f]/.test(texts) && engine === 'satori')
    found.push({
      ...at(),
      code: 'unlike-browser',
      message:
        "satori gives narrow spaces (U+202F and the like) another width; options.engine = 'takumi' renders them.",
    });
  if (engine === 'satori' && element.children.some((child) => typeof child === 'string' && child.match(halfWidthMarks)))
    found.push({
      ...at(),
      code: 'unlike-browser',
      message: "satori leaves gaps between full-width marks that meet (」「); options.engine = 'takumi' closes them.",
    });
  const isTurned = element.children.some((child) => typeof child === 'string' && severalDirections.test(child));
  if (isTurned && engine === 'satori')
    found.push({
      ...at(),
      code: 'unlike-browser',
      message:
        "satori sets words from right to left, and numbers beside them, in the wrong order; options.engine = 'takumi' renders them.",
    });
  return found;
};

const unprefixed = (name: string): string => name.replace(/^Webkit(.)/, (_all, first: string) => first.toLowerCase());

/** Reports properties and values of an element's style that have no effect. */
export const lintStyle = ({ element, isInsideSvg, at, request }: RuleInput): TreeDiagnostic[] =>
  Object.entries(getStyle(element)).flatMap(([name, value]) => {
    if (typeof value === 'object' && value !== null) {
      const message = `${name} is neither text nor a number: a style holds no rules and no lists; use a <style> for selectors.`;
      return [{ ...at(`style.${name}`, 'style'), code: 'no-effect' as const, message }];
    }
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return [];
    if (isOfSample(String(value), request.sampleTexts)) return [];
    if (isPartOfOther(name, value, element)) return [];
    const problem = lintDeclaration(name, value, request.engine) ?? lintColourStops(name, value, request.engine);
    // what a property lacks in boxes says nothing of shapes
    if (isInsideSvg && problem && !problem.code.startsWith('unknown-')) return [];
    return problem ? [{ ...at(`style.${name}`, 'style'), ...problem }] : [];
  });

/** Returns whether a declaration counts with others of its element, not by itself. */
const isPartOfOther = (name: string, value: string | number, element: VElement): boolean => {
  const style = getStyle(element);
  if (clamping.has(name) && isClamp(style)) return true;
  // beside the property itself, a prefix is for other browsers
  return name.startsWith('Webkit') && getOwn(style, unprefixed(name)) === value;
};

/** What cuts a text after some lines, all of it together. */
const clamping: ReadonlySet<string> = new Set(['display', 'WebkitLineClamp', 'WebkitBoxOrient', 'textOverflow']);

const isClamp = (style: ReturnType<typeof getStyle>): boolean =>
  style.display === '-webkit-box' &&
  style.WebkitLineClamp !== undefined &&
  style.WebkitBoxOrient === 'vertical' &&
  style.overflow === 'hidden' &&
  style.textOverflow === 'ellipsis';

/** Reports colours with two positions in gradients. A test shows that satori reads the first one alone. */
const lintColourStops = (name: string, value: string | number, engine: EngineName): DeclarationProblem | undefined => {
  if (engine !== 'satori' || !/gradient\(/.test(String(value).slice(0, 2_000))) return undefined;
  const gradients = getFormFunctions(getValueForm(String(value))).filter((one) => one.includes('gradient('));
  if (!gradients.some((one) => /colour # #[,)]/.test(one))) return undefined;
  const message = `${name}: satori ignores the second position of a colour, so a hard edge becomes a gradient: write the colour twice, red 0%, red 50%.`;
  return { code: 'unlike-browser', message };
};

/** Reports unknown utility classes. Classes in a style sheet are not utilities, nor are those of pasted icons. */
export const lintClasses = ({ element, isInsideSvg, ...reviewed }: RuleInput): TreeDiagnostic[] => {
  if (isInsideSvg || element.type === 'svg') return [];
  const { tw, className, class: plain } = element.props;
  return [
    ...lintClassList('tw', getText(tw), reviewed),
    ...lintClassList(className === undefined ? 'class' : 'className', getText(className ?? plain), reviewed),
  ];
};

const lintClassList = (
  attribute: string,
  classes: string,
  { request, sheets, theme, place, at, isSample }: Omit<RuleInput, 'element' | 'isInsideSvg'>,
): TreeDiagnostic[] => {
  const found: TreeDiagnostic[] = [];
  for (const name of new Set(classes.split(/\s+/)))
    found.push(...lintUtility(name, request, theme).map((problem) => ({ ...at(attribute), ...problem })));
  const { idle, unknown: given } = readUtilities(
    classes,
    request.width,
    theme,
    request.engine === 'takumi' ? place : undefined,
  );
  const named = new Set(idle.filter((name) => !sheets.includes(`.${name}`)));
  if (named.size > 0) {
    const message = `${joinFirst([...named], 5)} ${named.size > 1 ? 'have' : 'has'} no effect in an image.`;
    found.push({ ...at(attribute), code: 'no-effect', message });
  }
  const unknown = new Set(given);
  const names = [...unknown].filter((name) => !isSample(name) && !sheets.includes(`.${name}`) && !isMark(name));
  if (names.length > 0) {
    const [are, them] = names.length > 1 ? ['are not utility classes', 'them'] : ['is not a utility class', 'it'];
    const message = `${joinFirst(names, 5)} ${are} known here, and no <style> names ${them}.`;
    found.push({ ...at(attribute), code: 'unknown-utility', message });
  }
  return found;
};

/** What a browser sets on a tag, and the properties of a style that replace it. */
const browserDefaults: readonly (readonly [tags: RegExp, what: string, replacing: readonly (readonly string[])[]])[] = [
  [
    /^(?:h[1-6]|p|ul|ol|menu|blockquote|figure|dl|pre)$/,
    'margins',
    [['margin'], ['marginTop', 'marginBottom'], ['marginBlock'], ['marginBlockStart', 'marginBlockEnd']],
  ],
  [/^(?:ul|ol|menu)$/, 'bullets', [['listStyle'], ['listStyleType']]],
  [/^h[1-6]$/, 'font size', [['fontSize'], ['font']]],
  [/^h[1-6]$/, 'bold letters', [['fontWeight'], ['font']]],
];

/** Reports an element with utilities that keeps what Tailwind's base styles take away. */
export const lintTailwindDefaults = ({
  element,
  isInsideSvg,
  request,
  sheets,
  theme,
  at,
}: RuleInput): TreeDiagnostic[] => {
  const { type } = element;
  if (isInsideSvg || request.engine !== 'takumi' || request.tree.props.preflight === true || sheets !== '') return [];
  const { style: utilities } = readUtilities(getClasses(element), request.width, theme);
  if (Object.keys(utilities).length === 0) return [];
  const style = { ...utilities, ...getStyle(element) };
  const isReplaced = (lists: readonly (readonly string[])[]) =>
    lists.some((names) => names.every((name) => Object.hasOwn(style, name)));
  const kept = browserDefaults.filter(([tags, , replacing]) => tags.test(type) && !isReplaced(replacing));
  if (kept.length === 0) return [];
  const what = kept.map(([, name]) => name).join(' and ');
  const message = `<${type}> keeps the ${what} of a browser, which Tailwind takes away: options.preflight = true does.`;
  return [{ ...at('tw', 'className', 'class'), code: 'tailwind-defaults', message }];
};

/** Reports Tailwind's base styles where they do not apply. */
export const lintPreflight = ({ element, request, at }: RuleInput): TreeDiagnostic[] => {
  if (element !== request.tree || element.props.preflight !== true || request.engine === 'takumi') return [];
  return [
    { ...at(), code: 'no-effect', message: `options.preflight has no effect with the engine ${request.engine}.` },
  ];
};

/** Returns what the declarations of a class lack in the engine; its values are valid. */
const lintUtility = (name: string, { width, engine }: TreeLintRequest, theme: Theme) =>
  Object.entries(readUtilities(name, width, theme).style).flatMap(([property, value]) => {
    const problem = lintDeclaration(property, value, engine);
    return problem && problem.code !== 'unknown-value' && problem.code !== 'unknown-property'
      ? [{ code: problem.code, message: `${truncate(name, 60)}: ${problem.message}` }]
      : [];
  });

/** Returns whether a class only marks an element for others. */
const isMark = (name: string) => /^(?:group|peer|dark|light|not-prose|antialiased)(?:\/|$)/.test(name);

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
