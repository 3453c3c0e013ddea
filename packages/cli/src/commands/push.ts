import { relative } from 'node:path';
import type { SavedTemplateResponse } from 'image-url-contract/schemas/template.ts';
import { closeRenderWorkers } from 'image-url-engine/workers.ts';
import type { Api } from '../api.ts';
import { getService } from '../api.ts';
import { atOnce } from '../at-once.ts';
import { readTemplate } from '../bundling.ts';
import { type Project, readProject } from '../config.ts';
import type { Answer, Context } from '../context.ts';
import { getDiagnostics, type LintDiagnostic, showDiagnostic } from '../diagnostics.ts';
import { hasCode } from '../failure.ts';
import { chosenTemplates } from '../files.ts';
import { getFacts, getHash, type LockEntries, type LockEntry, lockRecorder, readLock } from '../lock-file.ts';
import { assetResolver } from '../pictures.ts';
import { isThere } from '../project-files.ts';
import { pushFonts } from '../project-fonts.ts';
import { type Local, planPush, type Step } from '../push-plan.ts';
import { type Remote, type RemoteCode, readRemote } from '../remote.ts';
import { findTrackedKeys } from '../tracked-keys.ts';

export interface PushOptions {
  readonly dryRun?: boolean;
  readonly force?: boolean;
}

/** Result for one template. */
interface Outcome {
  readonly name: string;
  readonly file: string;
  readonly action: 'created' | 'updated' | 'unchanged' | 'conflict' | 'refused';
  readonly templateId?: string;
  readonly version?: number;
  readonly message?: string;
  readonly findings?: readonly LintDiagnostic[];
}

/** The service compiles templates one after another; meanwhile the next requests are sent. */
const requestsAtOnce = 6;

/** Error codes that concern one template and not the others. */
const ownFaults = [
  'COMPILE_ERROR',
  'INVALID_CODE',
  'INVALID_NAME',
  'INVALID_JSON',
  'PAYLOAD_TOO_LARGE',
  'MISSING_CODE',
];

/** Creates a template once, even if another push of the same file runs at the same time or was interrupted. */
const create = async (api: Api, remote: Remote, { name, source, hash }: Local) => {
  let isReplayed = false;
  const body = { name, code: source.code };
  const idempotencyKey = `image-url-push-${getHash(`${name}\n${hash}`)}`;
  const onReplayed = () => {
    isReplayed = true;
  };
  const made = await api.call('createTemplate', { body, idempotencyKey, onReplayed }).catch((error: unknown) => {
    if (!isReplayed) throw error;
    // a stored error: the service may accept the template now
    isReplayed = false;
    return api.call('createTemplate', { body });
  });
  if (!isReplayed) return made;
  const now = await remote.code(made.templateId);
  // deleted since, so create another one
  if (!now) return api.call('createTemplate', { body });
  if (getHash(now.code) === hash) return { templateId: made.templateId, template: now };
  return api.call('updateTemplate', { path: { templateId: made.templateId }, body: { code: source.code } });
};

const send = async (
  api: Api,
  remote: Remote,
  step: Extract<Step, { action: 'create' | 'update' }>,
): Promise<{ outcome: Outcome; entry: LockEntry }> => {
  const { local } = step;
  const { name, file, hash } = local;
  const getEntry = (templateId: string, template: SavedTemplateResponse['template'] | RemoteCode): LockEntry => ({
    ...{ file, templateId, version: template.version, hash },
    ...getFacts(template),
  });
  if (step.action === 'create') {
    const { templateId, template } = await create(api, remote, local);
    const { version } = template;
    return { outcome: { name, file, action: 'created', templateId, version }, entry: getEntry(templateId, template) };
  }
  const { templateId } = step;
  const body = { code: local.source.code, ...(step.name !== undefined && { name: step.name }) };
  const { template } = await api.call('updateTemplate', { path: { templateId }, body });
  const isAlone = template.version <= step.version + 1;
  const message = 'somebody else changed it at the same moment; image-url versions shows what is there';
  const saved = { templateId, version: template.version };
  const outcome: Outcome = { name, file, action: 'updated', ...saved, ...(!isAlone && { message }) };
  return { outcome, entry: getEntry(templateId, template) };
};

/** Returns the service's diagnostics of a template, with positions in its author's files. */
const toRefusedOutcome = async (
  cwd: string,
  api: Api,
  { name, file, source }: Local,
  error: Error,
): Promise<Outcome> => {
  const outcome = { name, file, action: 'refused' } as const;
  if (!hasCode(error, 'COMPILE_ERROR')) return { ...outcome, message: error.message };
  const { errors } = await api.call('checkTemplate', { body: { code: source.code, image: true } });
  const diagnostics = getDiagnostics(cwd, source, { errors, warnings: [] });
  return diagnostics.length > 0 ? { ...outcome, findings: diagnostics } : { ...outcome, message: error.message };
};

const isSent = (step: Step): step is Extract<Step, { action: 'create' | 'update' }> =>
  step.action === 'create' || step.action === 'update';

const toSettledOutcome = (step: Exclude<Step, { action: 'create' | 'update' }>): Outcome => {
  const { name, file } = step.local;
  if (step.action === 'conflict') return { name, file, action: 'conflict', message: step.message };
  return { name, file, action: 'unchanged', templateId: step.templateId, version: step.version };
};

/** Executes a plan. The lock file records each step before it begins and after it ends. */
const executePlan = async (
  context: Context,
  project: Project,
  api: Api,
  remote: Remote,
  entries: LockEntries,
  steps: readonly Step[],
  moved: readonly string[],
): Promise<Outcome[]> => {
  const record = lockRecorder(project);
  const begun: Record<string, LockEntry | undefined> = Object.fromEntries(moved.map((name) => [name, undefined]));
  for (const step of steps) {
    const { name, file, hash } = step.local;
    if (step.action === 'keep' && step.entry) begun[name] = step.entry;
    if (step.action === 'create') begun[name] = { file, pushing: hash };
    if (step.action === 'update') begun[name] = { ...entries[name], file, templateId: step.templateId, pushing: hash };
  }
  if (Object.keys(begun).length > 0) await record(begun);

  const progress = context.output.progress(steps.filter(isSent).length);
  const push = async (step: Step): Promise<Outcome> => {
    if (!isSent(step)) return toSettledOutcome(step);
    const { local } = step;
    progress.step(local.file);
    try {
      const { outcome, entry } = await send(api, remote, step);
      await record({ [local.name]: entry });
      return outcome;
    } catch (error) {
      if (!ownFaults.some((code) => hasCode(error, code))) throw error;
      await record({ [local.name]: entries[local.name] });
      return toRefusedOutcome(context.cwd, api, local, error as Error);
    }
  };
  try {
    return await atOnce(requestsAtOnce, steps, push);
  } finally {
    progress.end();
  }
};

const toPlannedOutcome = (step: Step): Outcome => {
  if (!isSent(step)) return toSettledOutcome(step);
  const { name, file } = step.local;
  return step.action === 'create'
    ? { name, file, action: 'created' }
    : { name, file, action: 'updated', templateId: step.templateId };
};

const show = (
  { output }: Context,
  { file, action, templateId, version, message, findings: diagnostics = [] }: Outcome,
): string[] => {
  const note = diagnostics.map((one) => showDiagnostic(output, one));
  if (action === 'unchanged') return note;
  const colour = action === 'conflict' || action === 'refused' ? 'red' : 'green';
  const what = version === undefined ? '' : ` ${templateId} version ${version}`;
  return [
    ...note,
    `${output.style(colour, action.padEnd(8))} ${file}${what}${message === undefined ? '' : `: ${message}`}`,
  ];
};

/** `image-url push`: updates the service from these files. Unchanged templates are not sent. */
export const push = async (
  context: Context,
  given: readonly string[],
  { dryRun = false, force = false }: PushOptions,
): Promise<Answer> => {
  const { cwd, output } = context;
  const project = readProject(context);
  const api = getService(context);
  const tracked = findTrackedKeys(context, project.root);
  const templates = await chosenTemplates(project, cwd, given);
  const entries = await readLock(project);
  const pictures: string[] = [];
  const withAssets = assetResolver(api, !dryRun, (file, url) => {
    pictures.push(`picture  ${relative(cwd, file)} is ${url}`);
  });
  const locals = await atOnce(8, templates, async (file): Promise<Local> => {
    const source = await readTemplate(project.root, file.path, cwd);
    const code = await withAssets(source.code);
    return { ...file, source: { ...source, code }, hash: getHash(code) };
  });
  const remote = await readRemote(api);
  const gone = new Set<string>();
  for (const [name, { file }] of Object.entries(entries)) if (!(await isThere(project.root, file))) gone.add(name);
  const { steps, moved } = await planPush(locals, entries, gone, remote, force);

  // first, because templates without their fonts would be rendered with the default font
  const fonts = dryRun ? [] : await pushFonts(project, api).finally(closeRenderWorkers);
  const outcomes = dryRun
    ? steps.map(toPlannedOutcome)
    : await executePlan(context, project, api, remote, entries, steps, moved);
  for (const one of await tracked) output.note(showDiagnostic(output, one));
  for (const name of gone)
    if (!moved.includes(name))
      output.note(`${entries[name]?.file} is gone, and its template is still there: image-url delete ${name}`);

  const count = (...actions: Outcome['action'][]) => outcomes.filter(({ action }) => actions.includes(action)).length;
  const ok = count('conflict', 'refused') === 0;
  const would = dryRun ? 'would be ' : '';
  const summary = `${would}created ${count('created')}, updated ${count('updated')}, unchanged ${count('unchanged')}, conflicts ${count('conflict')}, refused ${count('refused')}`;
  return {
    json: { ok, dryRun, templates: outcomes },
    text: [...pictures, ...fonts, ...outcomes.flatMap((one) => show(context, one)), summary].join('\n'),
    exitCode: ok ? 0 : 1,
  };
};
