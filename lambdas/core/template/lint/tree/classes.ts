import { readUtilities } from '../../../rendering/tailwind/utilities.ts';
import { joinFirst } from '../../../truncate.ts';
import { getText, type RuleInput, type TreeDiagnostic } from './tree-lint.ts';

/** Reports unknown utility classes. Classes in a style sheet are not utilities. */
export const lintClasses = ({
  element,
  request,
  isInsideSvg,
  sheets,
  theme,
  at,
  isSample,
}: RuleInput): TreeDiagnostic[] => {
  // Pasted icons contain classes of their original page.
  if (isInsideSvg || element.type === 'svg') return [];
  const { tw, className, class: plain } = element.props;
  const given: [string, string][] = [
    ['tw', getText(tw)],
    [className === undefined ? 'class' : 'className', getText(className ?? plain)],
  ];
  return given.flatMap(([attribute, classes]) => {
    if (classes === '') return [];
    const backdrop = /(?:^|[\s:])(backdrop-\S+)/.exec(classes)?.[1];
    const unrendered: TreeDiagnostic[] =
      backdrop === undefined
        ? []
        : [{ ...at(attribute), code: 'no-effect', message: `${backdrop} is not rendered here.` }];
    const unknown = new Set(readUtilities(classes, request.width, theme).unknown);
    const names = [...unknown].filter((name) => !isSample(name) && !isNamed(name, sheets) && !isMark(name));
    if (names.length === 0) return unrendered;
    const [are, them] = names.length > 1 ? ['are not utility classes', 'them'] : ['is not a utility class', 'it'];
    const message = `${joinFirst(names, 5)} ${are} known here, and no <style> names ${them}.`;
    return [...unrendered, { ...at(attribute), code: 'unknown-utility', message }];
  });
};

const isNamed = (name: string, sheets: string) => sheets.includes(`.${name}`);

/** Returns whether a class only marks an element for others. */
const isMark = (name: string) => /^(?:group|peer|dark|light|not-prose|antialiased)(?:\/|$)/.test(name);
