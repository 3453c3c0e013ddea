import { createLinePositions } from '../../diagnostics/diagnostics.ts';
import type { RenderPlanVariable } from '../../template/render-plan/render-plan.ts';
import { getElements, type VElement } from '../../vnode/vnode.ts';
import type { CaseDiagnostic } from './score.ts';

export interface GeneratedTemplate {
  readonly prompt: string;
  readonly source: string;
  readonly variables: readonly RenderPlanVariable[];
  readonly tree: VElement;
}

/** Maximum number of diagnostics for one template. */
const maxReported = 10;

/** Reports names, quoted texts and numbers of the prompt that the image contains but no variable does. */
export const lintFixedValues = ({ prompt, source, variables, tree }: GeneratedTemplate): CaseDiagnostic[] => {
  const texts = [...getElements(tree)].flatMap(({ children }) => children.filter((child) => typeof child === 'string'));
  const text = texts.join('\n');
  const defaults = JSON.stringify(variables.map(({ defaultValue }) => defaultValue ?? null));
  const lowerCaseDefaults = defaults.toLowerCase();
  const positions = createLinePositions(source);
  return getValues(prompt)
    .filter(
      (value) => isWordIn(text, value) && !lowerCaseDefaults.includes(JSON.stringify(value).slice(1, -1).toLowerCase()),
    )
    .slice(0, maxReported)
    .map((value) => {
      const offset = getOffset(source, value);
      const message = `"${value}" comes from the wish and is written into the image: make it a variable with this as its default.`;
      return { ...positions.positionOf(Math.max(0, offset)), code: 'fixed-value', message, isError: false };
    });
};

/** Returns the values in a prompt: quoted texts, capitalised names, prices, dates and numbers. */
const getValues = (prompt: string): string[] => {
  const quoted = [...prompt.matchAll(/["“«]([^"“”«»\n]{2,80})["”»]/g)].flatMap(([, inner = '']) => inner.trim());
  const unquoted = prompt.replaceAll(/["“«][^"“”«»\n]{2,80}["”»]/g, ' … ');
  // Sizes and colours are instructions for the author, not content.
  const plain = unquoted.replaceAll(
    /#[\da-f]{3,8}\b|\b\d+\s*(?:x|×|by)\s*\d+\b|\b\d+\s*(?:px|pixels|em|rem|pt|%)/gi,
    ' … ',
  );
  const names = [
    ...plain.matchAll(/(?<![\p{L}\p{N}’'&.-])\p{Lu}[\p{L}\p{N}’'&-]*(?:\s+\p{Lu}[\p{L}\p{N}’'&.-]*)+/gu),
  ].map(([name]) => name);
  const inside = [...plain.matchAll(/(?<=\p{Ll}[,;:]?\s)\p{Lu}\p{Ll}{2,}[\p{L}’'-]*/gu)].map(([name]) => name);
  const figures = [...plain.matchAll(/(?:[$€£¥]\s?)?\p{N}[\p{N}.,:/-]*\p{N}(?:\s?[$€£¥])?|[$€£¥]\s?\p{N}/gu)].map(
    ([one]) => one,
  );
  const all = [...quoted, ...names, ...inside, ...figures].map((value) =>
    value.replace(/(?<![.,:;])[.,:;]+$/, '').trim(),
  );
  const distinct = [...new Set(all)];
  // Report a name once, as a whole.
  return distinct.filter((value) => !distinct.some((other) => other !== value && other.includes(value)));
};

const isWordIn = (text: string, value: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escaped(value)}(?![\\p{L}\\p{N}])`, 'iu').test(text);
const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(/\s+/g, '\\s+');

/** Returns the offset of a value in the source, ignoring case; 0 if it is not there verbatim. */
const getOffset = (source: string, value: string): number => new RegExp(escaped(value), 'i').exec(source)?.index ?? 0;
