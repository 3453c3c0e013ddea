import { kinds, readTokens } from '../../css-tokens.ts';
import { getOwn } from '../../get-own.ts';
import { stackingSheet } from '../../import/style-sheets.ts';
import { isSupporting, matchesMedia, type Surface } from '../../styles/conditions.ts';
import { readScope } from '../../styles/scopes.ts';
import { readSheet } from '../../styles/sheet-text.ts';
import { toKebabCase } from '../../styles/style.ts';
import { resolveSheet } from '../../styles/tailwind/sheet.ts';
import { isTooLong, themeLimits } from '../../styles/tailwind/theme.ts';
import { truncate } from '../../truncate.ts';
import { stripLoadingRules } from '../../vnode/css-urls.ts';
import { getSheetSupport, type Support } from './css-support.ts';
import { getSheetForms } from './sheet-forms.ts';
import { lintStyled } from './styled.ts';
import type { RuleInput, TreeDiagnostic } from './tree-lint.ts';

/** Maximum number of messages for a template, because each is searched for in the source. */
const maxMessages = 50;

/** A message about a piece of a sheet, as written. */
type Reported = Pick<TreeDiagnostic, 'code' | 'message'> & { readonly written: string };

/** Reports rules and declarations of a `<style>` that have no effect. */
export const lintSheet = (reviewed: RuleInput): TreeDiagnostic[] => {
  const { element, request, theme, inSheet } = reviewed;
  // those of an SVG are for its shapes
  if (element.type !== 'style' || reviewed.isInsideSvg) return [];
  const css = element.children.filter((child) => typeof child === 'string').join('');
  const found = [...getRules(css), ...getLongTokens(css)];
  const report = (unread: Reported) => found.push(unread);
  const plain = resolveSheet(stripLoadingRules(css), { width: request.width, theme, report });
  const rules = request.engine === 'satori' ? unreadSheet(plain) : getForms(plain, reviewed);
  return [...found, ...rules, ...getUndecided(plain, reviewed), ...getDeclarations(reviewed)]
    .slice(0, maxMessages)
    .map(({ written, ...diagnostic }) => ({
      ...inSheet(element, written),
      ...diagnostic,
    }));
};

/** Reports tokens of `@theme` that no class can use. */
const getLongTokens = (css: string): Reported[] => {
  const found: Reported[] = [];
  const heads: string[] = [];
  readSheet(css, {
    open: (head) => heads.push(head),
    close: () => heads.pop(),
    declaration: ({ property, value, start, end }) => {
      if (!isTooLong(value) || heads.length !== 1 || !/^@theme\b/.test(heads[0] ?? '')) return;
      const message = `${truncate(property, 60)} is longer than ${themeLimits.characters} characters: no class can name it.`;
      found.push({ code: 'no-effect', written: css.slice(start, end).trim(), message });
    },
  });
  return found;
};

/** Reports a style sheet with more than tokens of a theme: satori renders none. That of an import says what satori does. */
const unreadSheet = (css: string): Reported[] => {
  let isTheme = true;
  readSheet(css, { declaration: ({ property }) => (isTheme &&= property.startsWith('--')) });
  if (isTheme || css.trim() === stackingSheet) return [];
  const message = `The engine satori reads no rules of a <style>, only the tokens of @theme; options.engine = 'takumi' renders them.`;
  return [{ written: '', code: 'no-effect', message }];
};

/** Reports selectors and at-rules that were measured to have no effect, or of which nothing is known. */
const getForms = (css: string, { isSample, request }: RuleInput): Reported[] =>
  getSheetForms(css, (head) => mayApply(head, request)).flatMap(({ form, written }): Reported[] => {
    const name = /^@[\w-]+/.exec(form)?.[0] ?? '';
    if (isSample(written) || Object.hasOwn(loading, name.slice(1))) return [];
    const message = getFormMessage(form, getSheetSupport(form) ?? getSheetSupport(name));
    return message === undefined ? [] : [{ written, code: message.code, message: message.text }];
  });

const getFormMessage = (
  form: string,
  support: Support | undefined,
): { readonly code: 'no-effect' | 'unlike-browser'; readonly text: string } | undefined => {
  switch (support) {
    case undefined:
      return { code: 'no-effect', text: `${form} is not known here: what is in its block has no effect.` };
    case 'none':
      return { code: 'no-effect', text: `${form} of a <style> is not rendered by the engine takumi.` };
    case 'invisible':
      return { code: 'no-effect', text: `${form} has no effect in an image.` };
    case 'different':
    case 'some':
      return {
        code: 'unlike-browser',
        text: `${form} of a <style> does not look as in a browser with the engine takumi.`,
      };
    default:
      return undefined;
  }
};

/** Reports the conditions of `@container`, and the `@scope`, that are not decided here. */
const getUndecided = (css: string, { element, styles, request }: RuleInput): Reported[] => {
  const found = styles.undecidedOf(element).map((condition): Reported => {
    const message = `@container ${truncate(condition, 60)} is not true here: only a layout would tell the size of the container. Give it a width in pixels.`;
    return { written: `@container ${condition}`, code: 'no-effect', message };
  });
  const heads: string[] = [];
  const open = (head: string) => {
    const isAlone = heads.every((around) => /^@(?!scope)/i.test(around));
    heads.push(head);
    const [, prelude] = /^@scope\b(.*)$/is.exec(head) ?? [];
    if (prelude === undefined || (isAlone && readScope(prelude)) || request.engine === 'satori') return;
    const message =
      '@scope is read outside of other rules, with the selector of its root: what is in this block has no effect.';
    found.push({ written: head, code: 'no-effect', message });
  };
  readSheet(css, { open, close: () => heads.pop(), declaration: () => undefined });
  return found;
};

/** Reports declarations that apply to an element and have no effect. */
const getDeclarations = ({ element, styles, isSample, request }: RuleInput): Reported[] =>
  styles.rulesOf(element).flatMap(({ declarations }) =>
    declarations.flatMap((declaration, index): Reported[] => {
      const { name, value, written } = declaration;
      const boxes = styles.usersOf(declaration);
      // an earlier one of a property is for other browsers
      const isReplaced = declarations.some((other, at) => at > index && other.name === name);
      if (boxes.length === 0 || isReplaced || isSample(value)) return [];
      return lintStyled(toKebabCase(name), value, boxes, request.engine).map((problem) => ({ written, ...problem }));
    }),
  );

/** Returns whether the condition of an at-rule is true of the image; that of any other rule is. */
const mayApply = (head: string, surface: Surface): boolean => {
  const [, rule = '', condition = ''] = /^@(media|supports)\b(.*)$/is.exec(head.trim()) ?? [];
  if (rule.toLowerCase() === 'media') return matchesMedia(condition, surface);
  return rule === '' || isSupporting(condition);
};

const getRules = (css: string): Reported[] => {
  const found: Reported[] = [];
  let open = 0;
  readTokens(css, (kind, start, end) => {
    if (kind === kinds.LeftCurlyBracket) open += 1;
    if (kind === kinds.RightCurlyBracket) open -= 1;
    const written = css.slice(start, end);
    const message = kind === kinds.AtKeyword ? getOwn(loading, written.slice(1).toLowerCase()) : undefined;
    // Its utilities are available.
    if (/^@import\s+["']tailwindcss["']/i.test(css.slice(start, start + 60))) return;
    if (message !== undefined) found.push({ written, code: 'no-effect', message });
  });
  const message = 'A { of this <style> is not closed: the rules after it are lost.';
  return open > 0 ? [...found, { written: '', code: 'no-effect', message }] : found;
};

const loading: Readonly<Record<string, string>> = {
  import: '@import loads nothing: write the rules here, and name fonts in font-family.',
  'font-face':
    '@font-face loads nothing: name fonts in font-family, those of the catalogue or your own (POST /v1/fonts).',
};
