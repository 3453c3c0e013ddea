import { relative } from 'node:path';
import { atOnce } from '../at-once.ts';
import { readTemplate } from '../bundling.ts';
import { readProject } from '../config.ts';
import type { Answer, Context } from '../context.ts';
import { counted } from '../diagnostics.ts';
import { exitCodes, Failure } from '../failure.ts';
import { allTemplates } from '../files.ts';
import { openLocalService } from '../local-service.ts';
import { writeInside } from '../project-files.ts';

const typesFile = 'image-url.d.ts';

/** Returns the type of a variable, as far as its default reveals it. */
const getType = ({ defaultValue }: { readonly defaultValue: string }): string => {
  try {
    const value: unknown = JSON.parse(defaultValue);
    // text may look like a number or boolean
    if (typeof value === 'number' || typeof value === 'boolean') return `${typeof value} | string`;
    if (typeof value === 'object' && value !== null) return 'Json';
  } catch {
    // text
  }
  return defaultValue === '' ? 'Json' : 'string';
};

const named = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

const head = `/* Made by image-url types; do not edit. */
import type { Variables } from 'image-url-client';

type Json = Variables[string];
`;

/** `image-url types`: writes the variables of every template by name, for `image-url-client`. Needs no server. */
export const types = async (context: Context): Promise<Answer> => {
  const { cwd } = context;
  const project = readProject(context);
  const templates = await allTemplates(project);
  const service = openLocalService(context);
  const progress = context.output.progress(templates.length);
  const interfaces = await atOnce(service.atOnce, templates, async ({ name, path, file }) => {
    progress.step(file);
    const { code } = await readTemplate(project.root, path, cwd);
    const { options, variables, otherVariables, sizes, errors } = await service.check({ code });
    if (!options)
      throw new Failure(
        'NOT_COMPILED',
        `${file} does not compile (${errors[0]?.message}): image-url check ${relative(cwd, path)}`,
        exitCodes.findings,
      );
    const members = variables.map((one) => `      ${named(one.name)}${one.required ? '' : '?'}: ${getType(one)};`);
    if (otherVariables) members.push('      [other: string]: Json;');
    const size = sizes && `    ${named(name)}: ${sizes.map((one) => JSON.stringify(one.name)).join(' | ')};`;
    return { type: [`    ${named(name)}: {`, ...members, '    };'].join('\n'), size };
  }).finally(async () => {
    progress.end();
    await service.close();
  });
  const sizes = interfaces.flatMap(({ size }) => size ?? []);
  const ofSizes = sizes.length > 0 ? `\n  interface Sizes {\n${sizes.join('\n')}\n  }` : '';
  const ofTemplates = interfaces.map(({ type }) => type).join('\n');
  const text = `${head}\ndeclare module 'image-url-client' {\n  interface Templates {\n${ofTemplates}\n  }${ofSizes}\n}\n`;
  const path = await writeInside(project.root, typesFile, ['.ts'], text);
  return {
    json: { file: relative(cwd, path), templates: templates.map(({ name }) => name) },
    text: `wrote ${relative(cwd, path)}: ${counted(templates.length, 'template')}`,
  };
};
