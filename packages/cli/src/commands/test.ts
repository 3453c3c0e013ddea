import { relative } from 'node:path';
import type { CheckTemplateResponse } from 'image-url-contract/schemas/template.ts';
import { type Pixels, readPixels } from 'image-url-engine/engine.ts';
import { atOnce } from '../at-once.ts';
import { readTemplate, type TemplateSource } from '../bundling.ts';
import { type Case, committedImages, getCases } from '../cases.ts';
import { readProject } from '../config.ts';
import type { Answer, Context } from '../context.ts';
import { getDiagnostics, type LintDiagnostic, showDiagnostic } from '../diagnostics.ts';
import { getReason, wrongUse } from '../failure.ts';
import { chosenTemplates, type TemplateFile } from '../files.ts';
import { type Comparison, comparePixels, getBytes } from '../images.ts';
import { type LocalService, openLocalService } from '../local-service.ts';
import { readInside, writeInside } from '../project-files.ts';
import { type ReportRow, writeReport } from '../report.ts';

interface Outcome {
  readonly template: string;
  readonly case: string;
  readonly image: string;
  /** `unsure`: a remote image could not be fetched, so there is no result. */
  readonly result: 'same' | 'changed' | 'new' | 'written' | 'failed' | 'unsure';
  readonly message?: string;
  readonly findings?: readonly LintDiagnostic[];
}

/** Fixed date for templates that show the date, whose images would otherwise change every day. */
const today = new Date('2026-01-01T00:00:00Z');

interface Job {
  readonly template: TemplateFile;
  readonly source: TemplateSource;
  readonly one: Case;
}

interface Tried {
  readonly outcome: Outcome;
  readonly row?: ReportRow;
}

/** Runs a case at each size of its template. The image of the first size has the name of the case alone. */
const tryCase = async (
  service: LocalService,
  root: string,
  cwd: string,
  job: Job,
  update: boolean,
): Promise<Tried[]> => {
  const check = (size?: string) =>
    service.check({ code: job.source.code, variables: job.one.variables, size, format: 'png', image: true });
  const first = await check();
  const tried = [await compareImage(root, cwd, job, update, first)];
  for (const { name: size } of first.ok ? (first.sizes?.slice(1) ?? []) : []) {
    const { name, image } = job.one;
    const sized = { ...job.one, name: `${name} (${size})`, image: image.replace(/\.png$/, `.${size}.png`) };
    tried.push(await compareImage(root, cwd, { ...job, one: sized }, update, await check(size)));
  }
  return tried;
};

const compareImage = async (
  root: string,
  cwd: string,
  { template, source, one }: Job,
  update: boolean,
  checked: CheckTemplateResponse,
): Promise<Tried> => {
  const outcome = { template: template.file, case: one.name, image: relative(cwd, one.image) };
  const after = getBytes(checked);
  if (!checked.ok || !after) {
    const diagnostics = getDiagnostics(cwd, source, { errors: checked.errors, warnings: [] });
    return {
      outcome: {
        ...outcome,
        result: 'failed',
        findings: diagnostics,
        ...(checked.ok && { message: 'its image is too large to be compared' }),
      },
    };
  }
  const missing = checked.warnings.find(({ code }) => code === 'missing-image');
  if (missing)
    return {
      outcome: { ...outcome, result: 'unsure', message: `an image in it could not be fetched: ${missing.message}` },
    };
  const before = await readInside(root, one.image, ['.png']);
  const result = before && (await compareCommitted(before, after));
  const compared = result?.compared;
  if (compared?.isSame) return { outcome: { ...outcome, result: 'same' } };
  if (update) {
    await writeInside(root, one.image, ['.png'], after);
    return { outcome: { ...outcome, result: 'written' } };
  }
  const message = !before
    ? 'it has no image yet: image-url test --update writes it'
    : compared
      ? `${compared.differing.toLocaleString('en')} of ${compared.pixels.toLocaleString('en')} pixels differ`
      : `its image cannot be read (${result?.unreadable}): image-url test --update writes it anew`;
  const row = {
    title: `${template.file}: ${one.name}`,
    message: message,
    before: compared && before,
    after,
    difference: compared?.difference,
  };
  return { outcome: { ...outcome, result: before ? 'changed' : 'new', message }, row };
};

/**
 * Compares a committed image, which may be a git-lfs pointer or truncated, with the rendered one.
 *
 * @returns the comparison, or why the committed image cannot be read
 * @throws every other error of the comparison
 */
const compareCommitted = async (
  before: Uint8Array,
  after: Uint8Array,
): Promise<{ compared?: Comparison; unreadable?: string }> => {
  let committed: Pixels;
  try {
    committed = await readPixels(before);
  } catch (error) {
    // succeeds only if the committed image is the reason
    await readPixels(after);
    return { unreadable: getReason(error) };
  }
  return { compared: await comparePixels(committed, after) };
};

const colours = {
  same: 'green',
  written: 'green',
  unsure: 'yellow',
  new: 'red',
  changed: 'red',
  failed: 'red',
} as const;

/** `image-url test`: renders the cases of templates and compares them with their committed images. Needs no server. */
export const test = async (
  context: Context,
  given: readonly string[],
  { update = false }: { readonly update?: boolean },
): Promise<Answer> => {
  const { cwd, output } = context;
  const project = readProject(context);
  const templates = await chosenTemplates(project, cwd, given);
  const jobs: Job[] = [];
  const committed: string[] = [];
  for (const template of templates) {
    committed.push(...(await committedImages(project.root, template)));
    const found = await getCases(project.root, template, cwd);
    const source = found.length > 0 ? await readTemplate(project.root, template.path, cwd) : undefined;
    if (source) jobs.push(...found.map((one) => ({ template, source, one })));
  }
  if (jobs.length === 0)
    throw wrongUse(
      'NO_CASES',
      'No template has cases: put NAME.cases.json beside one, like { "long title": { "title": "..." } }.',
    );

  const service = openLocalService(context, () => project, { now: () => today });
  const progress = output.progress(jobs.length);
  const tried = await atOnce(service.atOnce, jobs, (job) => {
    progress.step(`${job.template.file}: ${job.one.name}`);
    return tryCase(service, project.root, cwd, job, update);
  }).finally(async () => {
    progress.end();
    await service.close();
  });

  const outcomes = tried.flat().map(({ outcome }) => outcome);
  const rows = tried.flat().flatMap(({ row }) => row ?? []);
  const images = new Set(outcomes.map(({ image }) => image));
  const strays = committed.map((path) => relative(cwd, path)).filter((path) => !images.has(path));
  for (const stray of strays) output.note(`${stray} belongs to no case`);
  const report =
    rows.length > 0 ? relative(cwd, await writeReport(project.root, 'Images that changed', rows)) : undefined;
  const count = (...results: Outcome['result'][]) => outcomes.filter(({ result }) => results.includes(result)).length;
  const lines = outcomes
    .filter(({ result }) => result !== 'same')
    .flatMap(({ template, case: name, result, message, findings: diagnostics = [] }) => [
      ...diagnostics.map((one) => showDiagnostic(output, one)),
      `${output.style(colours[result], result.padEnd(7))} ${template}: ${name}${message === undefined ? '' : `: ${message}`}`,
    ]);
  const summary = `same ${count('same')}, changed ${count('changed')}, new ${count('new')}, written ${count('written')}, failed ${count('failed')}, not compared ${count('unsure')}`;
  const ok = count('changed', 'new', 'failed') === 0;
  return {
    json: { ok, cases: outcomes, report: report ?? null },
    text: [...lines, summary, ...(report === undefined ? [] : [report])].join('\n'),
    exitCode: ok ? 0 : 1,
  };
};
