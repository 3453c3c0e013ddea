import { isInlineTag } from '../../rendering/tree/inline-tags.ts';
import type { Resolved } from '../../styles/resolve.ts';
import type { RuleInput, TreeDiagnostic } from './tree-lint.ts';

const isBlank = (text: string): boolean => /^[ \t\n\r]*$/.test(text);

const isPart = (child: Resolved | string | undefined): boolean =>
  typeof child === 'object' && child.type !== 'br' && isInlineTag(child.type, child.specified);

/** Reports a space beside an element in a line, which satori does not render: it lays the parts out as a flex box does. */
export const lintSpaces = ({ isInsideSvg, request, resolved, at }: RuleInput): TreeDiagnostic[] => {
  const { children, specified, inherited } = resolved;
  const isLine = specified.display === undefined || /^(?:block|inline|inline-block)$/.test(String(specified.display));
  const isPre = [resolved, resolved.parent].some((one) => one?.type === 'pre');
  const keepsSpaces = isPre || /^(?:pre|break-spaces)/.test(String(inherited.whiteSpace));
  if (isInsideSvg || request.engine !== 'satori' || !isLine || keepsSpaces) return [];
  const hasSpace = children.some((child, index) => {
    if (typeof child !== 'string') return false;
    const [before, after] = [children[index - 1], children[index + 1]];
    if (isBlank(child)) return child !== '' && isPart(before) && isPart(after);
    return (/^[ \t\n\r]/.test(child) && isPart(before)) || (/[ \t\n\r]$/.test(child) && isPart(after));
  });
  if (!hasSpace) return [];
  const message =
    "satori renders no space between a text and an element beside it: write {'\\u00a0'}, or options.engine = 'takumi', which renders it.";
  return [{ ...at(), code: 'unlike-browser', message }];
};
