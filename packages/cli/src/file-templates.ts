import { watch } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  type OpenTemplate,
  Refusal,
  revisionConflict,
  type TemplateSource,
} from '../../../studio/templates/template-source.ts';
import { normalised } from './bundling.ts';
import { type Project, templatesFolder } from './config.ts';
import { allTemplates, fileNameOf, inLinesOf, readIfThere, type TemplateFile, writeWhole } from './files.ts';
import { hashOf } from './lock-file.ts';

const notFound = (): Refusal => new Refusal(404, 'TEMPLATE_NOT_FOUND', 'There is no such file any more.');

/** The templates of a project as the studio opens them: an id is a file's path, a revision the hash of what it holds. */
export const fileTemplates = (project: Project): TemplateSource => {
  const find = async (id: string): Promise<TemplateFile> => {
    const found = (await allTemplates(project)).find(({ file }) => file === id);
    if (!found) throw notFound();
    return found;
  };
  const open = async ({ path, file, name }: TemplateFile): Promise<OpenTemplate> => {
    const bytes = await readIfThere(path);
    if (!bytes) throw notFound();
    const code = normalised(bytes, file);
    return { id: file, name, code, isStarter: false, revision: hashOf(code) };
  };
  const create = async (name: string, code: string): Promise<OpenTemplate> => {
    const file = `${templatesFolder(project)}/${fileNameOf(name)}.tsx`.replace(/^\.\//, '');
    const path = join(project.root, file);
    if (await readIfThere(path)) throw new Refusal(409, 'INVALID_NAME', `There is a file ${file} already.`);
    await writeWhole(path, code);
    return open({ path, file, name: fileNameOf(name) });
  };
  return {
    kind: 'files',
    list: async () =>
      (await allTemplates(project)).map(({ file, name }) => ({
        id: file,
        name,
        description: file,
        isStarter: false,
        preview: '',
      })),
    read: async (id) => open(await find(id)),
    save: async ({ id, name, code, revision }) => {
      if (id === undefined) return create(name, code);
      const template = await find(id);
      const before = await open(template);
      if (revision !== undefined && before.revision !== revision) throw revisionConflict();
      await writeWhole(template.path, inLinesOf(code, await readIfThere(template.path)));
      return open(template);
    },
    remove: async (id) => rm((await find(id)).path),
    watch: (changed) => {
      const folder = resolve(project.root, templatesFolder(project));
      // what a template imports may have changed as well: all of them are looked at
      const tell = async () => {
        for (const { file } of await allTemplates(project).catch(() => [])) changed(file);
      };
      let timer: NodeJS.Timeout | undefined;
      const watcher = watch(folder, { recursive: true }, () => {
        clearTimeout(timer);
        timer = setTimeout(() => void tell(), 50);
      });
      return () => watcher.close();
    },
  };
};

/** The folders templates are in: where a text that is being written may find what it imports. */
export const foldersOf = async (project: Project): Promise<string[]> => [
  ...new Set((await allTemplates(project)).map(({ path }) => dirname(path))),
];
