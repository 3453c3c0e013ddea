import { basename, dirname, extname, relative } from 'node:path';
import { importTemplate } from '../../../../lambdas/core/import/import-template.ts';
import { atOnce } from '../at-once.ts';
import { normalised } from '../bundling.ts';
import { type Project, readProject, templatesFolder } from '../config.ts';
import type { Answer, Context } from '../context.ts';
import { type Finding, severityOf, showFinding } from '../diagnostics.ts';
import { wrongUse } from '../failure.ts';
import { fileNameOf } from '../files.ts';
import { type LocalService, openLocalService } from '../local-service.ts';
import { givenPath, readInside, readNamed, templateEndings, writeInside } from '../paths.ts';
import { bytesOf, compare } from '../pictures.ts';

/** Names that say where a file stands in its framework and nothing of what it shows. */
const places = /^(?:route|opengraph-image|twitter-image|page|index|og|\+server|handler)$/;

/** What an imported file is called: after its folder where its own name is one of a framework's. */
const nameOf = (path: string): string => {
  const folders = dirname(path)
    .split(/[/\\]/)
    .map((one) => one.replace(/[[\]().]+/g, ''));
  const own = [...folders, basename(path).replace(/\.[^.]+$/, '')].filter(
    (one) => one !== '' && !places.test(one) && !/^(?:app|api|src|pages|routes)$/.test(one),
  );
  return fileNameOf(own.at(-1) ?? 'card');
};

interface Imported {
  readonly file: string;
  /** Where the template was written; null where something has to be done by hand first. */
  readonly template: string | null;
  readonly findings: readonly Finding[];
  /** How its picture compares with that of the file as it was; null where one of them cannot be drawn. */
  readonly picture: 'same' | 'changed' | null;
}

const samePicture = async (service: LocalService, before: string, after: string): Promise<Imported['picture']> => {
  const draw = async (code: string) => bytesOf(await service.check({ code, format: 'png', picture: true }));
  const [one, other] = [await draw(before), await draw(after)];
  if (!one || !other) return null;
  return (await compare(one, other)).isSame ? 'same' : 'changed';
};

const importOne = async (
  context: Context,
  project: Project,
  service: LocalService,
  given: string,
  force: boolean,
): Promise<Imported> => {
  const path = givenPath(context.cwd, given);
  const bytes = await readNamed(project.root, path, templateEndings);
  if (!bytes) throw wrongUse('NO_SUCH_FILE', `There is no file ${given}.`);
  const source = normalised(bytes, given);
  const imported = importTemplate(source);
  const code = imported?.text ?? source;
  const checked = await service.check({ code });
  const said =
    (severity: Finding['severity']) =>
    (one: { code: string; message: string; line: number; column: number }): Finding => ({
      ...one,
      file: relative(context.cwd, path),
      severity,
      text: source.split('\n')[one.line - 1] ?? '',
    });
  const findings = [
    ...(imported?.errors ?? []).map(said('error')),
    ...(imported?.notes ?? []).map((note) => said(severityOf(note))(note)),
  ];
  if (!checked.ok && (imported?.errors ?? []).length === 0) {
    const placed = checked.errors.map(({ line = 1, column = 1, code: kind, message }) => ({
      code: kind,
      message,
      ...(imported?.placeOf({ line, column }) ?? { line, column }),
    }));
    findings.unshift(...placed.map(said('error')));
  }
  if (findings.some(({ severity }) => severity === 'error'))
    return { file: given, template: null, findings, picture: null };
  const ending = /\.[jt]s$/.test(path) ? `${extname(path)}x` : extname(path);
  const file = `${templatesFolder(project)}/${nameOf(path)}${ending}`;
  const there = await readInside(project.root, file, templateEndings);
  if (there && !force && there.toString('utf8') !== code)
    throw wrongUse('FILE_EXISTS', `${file} is there already: --force writes over it.`);
  const picture = await samePicture(service, source, code);
  const target = await writeInside(project.root, file, templateEndings, code);
  return { file: given, template: relative(context.cwd, target), findings, picture };
};

/** `image-url import`: makes templates of code for Vercel OG, Next.js, satori or takumi, and says what it did not understand. */
export const importFiles = async (
  context: Context,
  given: readonly string[],
  { force = false }: { readonly force?: boolean },
): Promise<Answer> => {
  const { output } = context;
  const project = readProject(context);
  const service = openLocalService();
  const all = await atOnce(1, given, (one) => importOne(context, project, service, one, force)).finally(service.close);
  const lines = all.flatMap(({ file, template, findings, picture }) => [
    ...findings.map((one) => showFinding(output, one)),
    template === null
      ? `${output.style('red', 'not imported')} ${file}`
      : `${output.style('green', 'imported')} ${file} as ${template}${picture === null ? '' : picture === 'same' ? ', with the same picture' : ', with another picture: look at it'}`,
  ]);
  const ok = all.every(({ template }) => template !== null);
  return { json: { ok, files: all }, text: lines.join('\n'), exitCode: ok ? 0 : 1 };
};
