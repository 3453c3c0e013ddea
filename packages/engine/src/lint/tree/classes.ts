import { readUtilities } from '../../styles/tailwind/utilities.ts';
import { joinFirst } from '../../truncate.ts';
import { getClasses } from '../../vnode/vnode.ts';
import { getText, type RuleInput, type TreeDiagnostic } from './tree-lint.ts';

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
  { request, styles, theme, place, at, isSample }: Omit<RuleInput, 'element' | 'isInsideSvg'>,
): TreeDiagnostic[] => {
  const found: TreeDiagnostic[] = [];
  const { idle, unknown: given } = readUtilities(
    classes,
    request.width,
    theme,
    request.engine === 'takumi' ? place : undefined,
  );
  const named = new Set(idle.filter((name) => !styles.classes.has(name)));
  if (named.size > 0) {
    const message = `${joinFirst([...named], 5)} ${named.size > 1 ? 'have' : 'has'} no effect in an image.`;
    found.push({ ...at(attribute), code: 'no-effect', message });
  }
  const unknown = new Set(given);
  const names = [...unknown].filter((name) => !isSample(name) && !styles.classes.has(name) && !isMark(name));
  if (names.length > 0) {
    const [are, them] = names.length > 1 ? ['are not utility classes', 'them'] : ['is not a utility class', 'it'];
    const message = `${joinFirst(names, 5)} ${are} known here, and no <style> names ${them}.`;
    found.push({ ...at(attribute), code: 'unknown-utility', message });
  }
  return found;
};

/** What a browser sets on a tag, and the properties of a style that replace it. */
const browserDefaults: readonly (readonly [tags: RegExp, what: string, replacing: readonly string[]])[] = [
  [/^(?:h[1-6]|p|ul|ol|menu|blockquote|figure|dl|pre)$/, 'margins', ['marginTop', 'marginBottom']],
  [/^(?:ul|ol|menu)$/, 'bullets', ['listStyleType']],
  [/^h[1-6]$/, 'font size', ['fontSize']],
  [/^h[1-6]$/, 'bold letters', ['fontWeight']],
];

/** Reports an element with utilities that keeps what Tailwind's base styles take away. */
export const lintTailwindDefaults = ({
  element,
  isInsideSvg,
  request,
  resolved: { specified },
  theme,
  at,
}: RuleInput): TreeDiagnostic[] => {
  const { type } = element;
  if (isInsideSvg || request.engine !== 'takumi' || request.tree.props.preflight === true) return [];
  const { style: utilities } = readUtilities(getClasses(element), request.width, theme);
  if (Object.keys(utilities).length === 0) return [];
  const isSet = (name: string) => Object.hasOwn(specified, name);
  const kept = browserDefaults.filter(([tags, , replacing]) => tags.test(type) && !replacing.every(isSet));
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

/** Returns whether a class only marks an element for others. */
const isMark = (name: string) => /^(?:group|peer|dark|light|not-prose|antialiased)(?:\/|$)/.test(name);
