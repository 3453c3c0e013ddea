import { readUtilities } from '../../../rendering/tailwind/utilities.ts';
import { getText, type LintDiagnostic, type Reviewed } from './tree-lint.ts';

/** Utility classes nobody here knows; a class a style sheet names is none. */
export const lintClasses = ({
  element,
  request,
  isInsideSvg,
  sheets,
  theme,
  at,
  isSample,
}: Reviewed): LintDiagnostic[] => {
  // icons are pasted with classes of the page they come from
  if (isInsideSvg || element.type === 'svg') return [];
  const { tw, className, class: plain } = element.props;
  const given: [string, string][] = [
    ['tw', getText(tw)],
    [className === undefined ? 'class' : 'className', getText(className ?? plain)],
  ];
  return given.flatMap(([attribute, classes]) => {
    if (classes === '') return [];
    const backdrop = /(?:^|[\s:])(backdrop-\S+)/.exec(classes)?.[1];
    const unrendered: LintDiagnostic[] =
      backdrop === undefined
        ? []
        : [{ ...at(attribute), code: 'no-effect', message: `${backdrop} is not rendered here.` }];
    const unknown = readUtilities(classes, request.width, theme).unknown.filter(
      (name) => !isSample(name) && !isNamed(name, sheets) && !isMark(name),
    );
    if (unknown.length === 0) return unrendered;
    const message = `${listed(unknown)} no utility class known here, and no <style> names ${unknown.length > 1 ? 'them' : 'it'}.`;
    return [...unrendered, { ...at(attribute), code: 'unknown-utility', message }];
  });
};

const listed = (names: readonly string[]): string => {
  const shown = [...new Set(names)].slice(0, 5).join(', ');
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  return `${shown}${more} ${names.length > 1 ? 'are' : 'is'}`;
};

const isNamed = (name: string, sheets: string) => sheets.includes(`.${name}`);

/** Classes that mark an element for others and render nothing themselves. */
const isMark = (name: string) => /^(?:group|peer|dark|light|not-prose|antialiased)(?:\/|$)/.test(name);
