import { relative } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import { getService } from '../api.ts';
import { atOnce } from '../at-once.ts';
import { readTemplate } from '../bundling.ts';
import { readProject } from '../config.ts';
import type { Answer, Context } from '../context.ts';
import { chosenTemplates, type TemplateFile } from '../files.ts';
import { compare, getBytes } from '../images.ts';
import { type LocalService, openLocalService } from '../local-service.ts';
import { type LockEntries, readLock } from '../lock-file.ts';
import { type Output, plain } from '../output.ts';
import { type Remote, type RemoteCode, readRemote } from '../remote.ts';
import { type ReportRow, writeReport } from '../report.ts';

interface Difference {
  readonly file: string;
  readonly state: 'same' | 'changed' | 'new' | 'gone';
  readonly templateId?: string;
  readonly version?: number;
  readonly patch?: string;
  /** Number of differing pixels between the images of the preview; null if one of them cannot be rendered. */
  readonly differingPixels?: number | null;
}

const normaliseLineEnds = (text: string): string => text.replace(/\r\n?/g, '\n');

/** Renders both versions with the same local engine, so that only the code can cause differences. */
const compareImages = async (service: LocalService, before: RemoteCode, after: string) => {
  const render = async (code: string) => getBytes(await service.check({ code, format: 'png', image: true }));
  const [old, now] = await Promise.all([render(before.code), render(after)]);
  return { before: old, after: now, compared: old && now ? await compare(old, now) : undefined };
};

const diffOne = async (
  context: Context,
  root: string,
  service: LocalService,
  remote: Remote,
  entries: LockEntries,
  { path, file, name }: TemplateFile,
): Promise<{ found: Difference; row?: ReportRow }> => {
  const code = await remote.withAssets((await readTemplate(root, path, context.cwd)).code);
  const templateId = Object.hasOwn(entries, name) ? entries[name]?.templateId : undefined;
  if (templateId === undefined) return { found: { file, state: 'new' } };
  const there = await remote.code(templateId);
  if (!there) return { found: { file, state: 'gone', templateId } };
  const { version } = there;
  if (normaliseLineEnds(there.code) === normaliseLineEnds(code))
    return { found: { file, state: 'same', templateId, version } };
  const patch = createTwoFilesPatch(
    `${file} (version ${version})`,
    file,
    normaliseLineEnds(there.code),
    normaliseLineEnds(code),
    '',
    '',
  );
  const { before, after, compared } = await compareImages(service, there, code);
  const differingPixels = compared?.differing ?? null;
  const found: Difference = { file, state: 'changed', templateId, version, patch, differingPixels };
  if (compared?.differing === 0) return { found };
  const message = compared
    ? `${compared.differing.toLocaleString('en')} of ${compared.pixels.toLocaleString('en')} pixels differ`
    : 'one of the two cannot be rendered';
  return { found, row: { title: file, message, before, after, difference: compared?.difference } };
};

const colourPatch = (output: Output, patch: string): string =>
  plain(patch)
    .split('\n')
    .filter((line) => !/^=+$/.test(line))
    .map((line) =>
      line.startsWith('+') ? output.style('green', line) : line.startsWith('-') ? output.style('red', line) : line,
    )
    .join('\n');

const show = (output: Output, { file, state, patch, differingPixels, templateId }: Difference): string[] => {
  if (state === 'same') return [];
  if (state === 'new') return [`new      ${file}: it has not been pushed`];
  if (state === 'gone') return [`gone     ${file}: ${templateId} is not on the service any more`];
  const images =
    differingPixels === null
      ? 'one of the images cannot be rendered'
      : `${differingPixels?.toLocaleString('en')} pixels of the image differ`;
  return [colourPatch(output, patch ?? ''), `changed  ${file}: ${images}`];
};

/** `image-url diff`: compares these files with the service, code and images. */
export const diff = async (context: Context, given: readonly string[]): Promise<Answer> => {
  const { cwd, output } = context;
  const project = readProject(context);
  const api = getService(context);
  const templates = await chosenTemplates(project, cwd, given);
  const entries = await readLock(project);
  const remote = await readRemote(api);
  const service = openLocalService(context, () => project);
  const progress = output.progress(templates.length);
  const all = await atOnce(service.atOnce, templates, (template) => {
    progress.step(template.file);
    return diffOne(context, project.root, service, remote, entries, template);
  }).finally(async () => {
    progress.end();
    await service.close();
  });
  const found = all.map((one) => one.found);
  const rows = all.flatMap(({ row }) => row ?? []);
  const report =
    rows.length > 0 ? relative(cwd, await writeReport(project.root, 'Local against remote', rows)) : undefined;
  const isSame = found.every(({ state }) => state === 'same');
  const text = [
    ...found.flatMap((one) => show(output, one)),
    ...(report === undefined ? [] : [report]),
    ...(isSame ? ['no differences'] : []),
  ];
  return {
    json: { isSame, templates: found, report: report ?? null },
    text: text.join('\n'),
    exitCode: isSame ? 0 : 1,
  };
};
