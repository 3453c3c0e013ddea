import type { Json } from '../contract/schemas/mint.ts';
import { caseVariables } from '../core/template/cases/case-variables.ts';
import { type Stress, stresses } from '../core/template/cases/stress.ts';
import { noteCodes } from '../core/template/check/diagnostic-codes.ts';
import type { Diagnostic } from '../core/template/check/diagnostics.ts';
import type { Finding } from '../core/template/findings/finding.ts';
import { fixedValues } from '../core/template/findings/fixed-values.ts';
import type { CpuBudget } from '../isolation/worker/cpu-budget.ts';
import {
  type Examination,
  type ReadTemplate,
  readTemplate,
  type Sample,
  type TrialSettings,
  tryTemplate,
  type Unreadable,
} from './examine-template.ts';

/** A template seen with some values. */
export interface SeenCase {
  /** Of the stress case; `preview` for the template's own values. */
  readonly name: string;
  /** What it shows that the preview does not; of the preview, everything. */
  readonly findings: readonly Finding[];
  /** Absent when the template does not run with these values. */
  readonly sample?: Sample;
}

export interface TemplateLook extends Examination {
  /** The preview, then each stress case that changes anything and for which there was processor time. */
  readonly cases: readonly [SeenCase, ...SeenCase[]];
  /** Of all cases, the preview's first. */
  readonly findings: readonly Finding[];
}

/** How a template is looked at. */
export interface LookSettings extends TrialSettings {
  /** What it was asked for with: what that names should be variables. */
  readonly prompt?: string;
  /** Whether the stress cases are tried. @default true */
  readonly isStressed?: boolean;
}

/** With less processor time left than this, in milliseconds, no further case begins. */
const leastMs = 600;
/** What a stress case may show besides what the preview does; the rest is said of code, which is the same. */
const ofCases: ReadonlySet<string> = new Set([
  'overflow',
  'contrast',
  'unseen-text',
  'missing-glyph',
  'does-not-run',
  'does-not-draw',
]);
/** A sign of the author's own: emoji are no fault of a layout. */
const looked = stresses.filter(({ name }) => name !== 'Emoji');

/**
 * Examines a template, and looks at it again under each of six stress cases.
 *
 * @param settings `given` are the values the cases are made of.
 * @param budget processor time of all of it: cases for which none is left are left out.
 */
export const lookAtTemplate = async (
  source: string,
  { prompt, isStressed = true, ...settings }: LookSettings,
  budget: CpuBudget,
): Promise<TemplateLook | Unreadable> => {
  const read = await readTemplate(source, settings, budget);
  if ('unreadable' in read) return read;
  if (!('drafted' in read)) return lookOf(read, [], []);
  const viewed = { viewing: { chosen: {}, isDrawn: true, isCard: true }, ...settings };
  const examined = await tryTemplate(read, viewed, budget);
  const cases: SeenCase[] = [];
  for (const stress of isStressed ? looked : []) {
    const variables = variablesOf(read, examined, stress);
    if (!variables || budget.leftMs() < leastMs) continue;
    const seen = await tryTemplate(read, { ...settings, given: variables }, budget);
    cases.push({
      name: stress.name,
      findings: findingsOf(seen, stress.name).filter((one) => ofCases.has(one.code) && !isSaid(one, examined)),
      ...(seen.sample && { sample: seen.sample }),
    });
  }
  const { sample, renderPlan } = examined;
  const isWished = prompt !== undefined && sample && renderPlan;
  const fixed = isWished ? fixedValues({ prompt, source, variables: renderPlan.variables, tree: sample.tree }) : [];
  return lookOf(examined, fixed, cases);
};

const variablesOf = (
  { renderPlan }: ReadTemplate,
  { errors, warnings, sample }: Examination,
  stress: Stress,
): Readonly<Record<string, Json>> | undefined => {
  const isGuess = warnings.some(({ code }) => code === 'sample-values');
  if (!sample || isGuess || errors.length > 0) return undefined;
  return caseVariables(renderPlan.variables, sample.variables, sample.tree, stress);
};

const lookOf = (examined: Examination, fixed: readonly Finding[], stressed: readonly SeenCase[]): TemplateLook => {
  const preview = {
    name: 'preview',
    findings: [...findingsOf(examined), ...fixed],
    ...(examined.sample && { sample: examined.sample }),
  };
  const cases = [preview, ...stressed] as const;
  return { ...examined, cases, findings: cases.flatMap(({ findings }) => findings) };
};

const findingsOf = ({ errors, warnings }: Examination, caseName?: string): Finding[] => {
  const found =
    (isError: boolean) =>
    (one: Diagnostic): Finding => ({
      ...one,
      isError,
      ...(caseName !== undefined && { caseName, message: `${caseName}: ${one.message}` }),
    });
  // a note says nothing that is to be mended
  const odd = warnings.filter(({ code }) => !noteCodes.has(code));
  return [...errors.map(found(true)), ...odd.map(found(false))];
};

/** Whether the preview shows the same at the same place. */
const isSaid = ({ code, line, column }: Finding, { errors, warnings }: Examination): boolean =>
  [...errors, ...warnings].some((one) => one.code === code && one.line === line && one.column === column);
