import { basename, dirname, extname, relative } from 'node:path';
import { importTemplate } from 'image-url-engine/source.ts';
import { atOnce } from '../at-once.ts';
import { getSource, normalised, sourceAlone } from '../bundling.ts';
import { type Project, readProject, templatesFolder } from '../config.ts';
import type { Answer, Context } from '../context.ts';
import { getSeverity, type LintDiagnostic, showDiagnostic } from '../diagnostics.ts';
import { wrongUse } from '../failure.ts';
import { getFileName } from '../files.ts';
import { compare, getBytes } from '../images.ts';
import { type LocalService, openLocalService } from '../local-service.ts';
import { givenPath, isInside, templateEndings } from '../paths.ts';
import { readInside, readNamed, writeInside } from '../project-files.ts';

/** File names that a framework requires and that do not describe the image. */
const frameworkNames = /^(?:route|opengraph-image|twitter-image|page|index|og|\+server|handler)$/;

/** Folder and file names that every project of a framework has. */
const projectNames = /^(?:app|api|src|pages|routes|route|page|index|\+server|handler)$/;

/** Returns the name of an imported file, from its folder if the framework prescribes the file's name. */
const getName = (path: string): string => {
  const parts = [...dirname(path).split(/[/\\]/), basename(path).replace(/\.[^.]+$/, '')];
  const named = parts.filter((one) => one !== '' && one !== '.' && !projectNames.test(one));
  // app/blog/[slug]/opengraph-image.tsx is the image of blog
  const page =
    named.findLast((one) => !frameworkNames.test(one) && !/[[(]/.test(one)) ?? named.findLast((one) => /\[/.test(one));
  return getFileName((page ?? named.at(-1) ?? 'card').replace(/[[\]().]+/g, ''));
};

interface Imported {
  readonly file: string;
  /** Path of the written template; null if changes by hand are needed first. */
  readonly template: string | null;
  readonly findings: readonly LintDiagnostic[];
  /** Its variables; the required ones have no default. */
  readonly variables: readonly { readonly name: string; readonly required: boolean }[];
  /** Comparison of the images before and after; null if one of them cannot be rendered. */
  readonly image: 'same' | 'changed' | null;
}

const compareImages = async (service: LocalService, before: string, after: string): Promise<Imported['image']> => {
  const render = async (code: string) => getBytes(await service.check({ code, format: 'png', image: true }));
  const [one, other] = [await render(before), await render(after)];
  if (!one || !other) return null;
  return (await compare(one, other)).isSame ? 'same' : 'changed';
};

/** Returns those of some variables without which the service draws the image. */
const findOptional = async (service: LocalService, code: string, names: readonly string[]): Promise<Set<string>> => {
  const { variables = [] } = names.length > 0 ? await service.check({ code }) : {};
  return new Set(variables.filter(({ name, required }) => !required && names.includes(name)).map(({ name }) => name));
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
  const text = normalised(bytes, given);
  const isOfProject = isInside(project.root, path);
  const source = isOfProject ? await getSource(project.root, path, text, context.cwd) : sourceAlone(path, text);
  const mayLack = importTemplate(source.code)?.mayLack ?? [];
  const imported = importTemplate(source.code, await findOptional(service, source.code, mayLack));
  const code = imported?.text ?? source.code;
  const checked = await service.check({ code });
  const toLintDiagnostic =
    (severity: LintDiagnostic['severity']) =>
    (one: { code: string; message: string; line: number; column: number }): LintDiagnostic => {
      const position = source.getSourcePosition(one.line, one.column);
      const { code: kind, message } = one;
      const file = relative(context.cwd, position.file);
      return { code: kind, message, ...position, file, severity, text: source.lineAt(position) ?? '' };
    };
  const diagnostics = [
    ...(imported?.errors ?? []).map(toLintDiagnostic('error')),
    ...(imported?.notes ?? []).map((note) => toLintDiagnostic(getSeverity(note))(note)),
  ];
  if (!checked.ok && (imported?.errors ?? []).length === 0) {
    const placed = checked.errors.map(({ line = 1, column = 1, code: kind, message }) => ({
      code: kind,
      message,
      ...(imported?.getSourcePosition({ line, column }) ?? { line, column }),
    }));
    diagnostics.unshift(...placed.map(toLintDiagnostic('error')));
  }
  if (diagnostics.some(({ severity }) => severity === 'error'))
    return { file: given, template: null, findings: diagnostics, variables: [], image: null };
  const ending = /\.[jt]s$/.test(path) ? `${extname(path)}x` : extname(path);
  const file = `${templatesFolder(project)}/${getName(isOfProject ? relative(project.root, path) : basename(path))}${ending}`;
  const there = await readInside(project.root, file, templateEndings);
  if (there && !force && there.toString('utf8') !== code)
    throw wrongUse('FILE_EXISTS', `${file} is there already: --force writes over it.`);
  const image = await compareImages(service, source.code, code);
  const target = await writeInside(project.root, file, templateEndings, code);
  return {
    file: given,
    template: relative(context.cwd, target),
    findings: diagnostics,
    variables: checked.variables,
    image,
  };
};

/** Returns the variables, and the command that sends the required ones. */
const showVariables = (template: string, variables: Imported['variables']): string => {
  const names = variables.map(({ name, required }) => (required ? name : `${name} (optional)`)).join(', ');
  const sent = variables.filter(({ required }) => required).map(({ name }) => ` --var ${name}=...`);
  return `  variables: ${names}\n  image-url mint ${template}${sent.join('')}`;
};

/** `image-url import`: converts code for Vercel OG, Next.js, satori or takumi, and reports what it cannot convert. */
export const importFiles = async (
  context: Context,
  given: readonly string[],
  { force = false }: { readonly force?: boolean },
): Promise<Answer> => {
  const { output } = context;
  const project = readProject(context);
  const service = openLocalService(context, () => project);
  const all = await atOnce(1, given, (one) => importOne(context, project, service, one, force)).finally(service.close);
  const lines = all.flatMap(({ file, template, findings: diagnostics, variables, image }) => [
    ...diagnostics.map((one) => showDiagnostic(output, one)),
    template === null
      ? `${output.style('red', 'not imported')} ${file}`
      : `${output.style('green', 'imported')} ${file} as ${template}${image === null ? '' : image === 'same' ? ', with the same image' : ', with another image: look at it'}`,
    ...(template === null || variables.length === 0 ? [] : [showVariables(template, variables)]),
  ]);
  const ok = all.every(({ template }) => template !== null);
  return { json: { ok, files: all }, text: lines.join('\n'), exitCode: ok ? 0 : 1 };
};
