import {
  type OpenTemplate,
  Refusal,
  revisionConflict,
  type TemplateSource,
} from 'image-url-studio/templates/template-source.ts';
import { normalised } from './bundling.ts';
import { type Project, templatesFolder } from './config.ts';
import { allTemplates, getFileName, getInLines, type TemplateFile } from './files.ts';
import { getHash, readLock } from './lock-file.ts';
import { templateEndings } from './paths.ts';
import { readInside, removeInside, watchInside, writeInside } from './project-files.ts';

const notFound = (): Refusal => new Refusal(404, 'TEMPLATE_NOT_FOUND', 'There is no such file any more.');

/** The templates of a project for the studio: ids are file paths, revisions are hashes of the contents. */
export const fileTemplates = (project: Project): TemplateSource => {
  const find = async (id: string): Promise<TemplateFile> => {
    const found = (await allTemplates(project)).find(({ file }) => file === id);
    if (!found) throw notFound();
    return found;
  };
  const { root } = project;
  const open = async ({ file, name }: Pick<TemplateFile, 'file' | 'name'>): Promise<OpenTemplate> => {
    const bytes = await readInside(root, file, templateEndings);
    if (!bytes) throw notFound();
    const code = normalised(bytes, file);
    return { id: file, name, code, isStarter: false, revision: getHash(code) };
  };
  const create = async (name: string, code: string): Promise<OpenTemplate> => {
    const file = `${templatesFolder(project)}/${getFileName(name)}.tsx`.replace(/^\.\//, '');
    if (await readInside(root, file, templateEndings))
      throw new Refusal(409, 'INVALID_NAME', `There is a file ${file} already.`);
    await writeInside(root, file, templateEndings, code);
    return open({ file, name: getFileName(name) });
  };
  return {
    kind: 'files',
    list: async () => {
      const pushed = Object.values(await readLock(project));
      return (await allTemplates(project)).map(({ file, name }) => ({
        ...{ id: file, name, description: file, isStarter: false, preview: '' },
        templateId: pushed.find((entry) => entry.file === file)?.templateId,
      }));
    },
    read: async (id) => open(await find(id)),
    save: async ({ id, name, code, revision }) => {
      if (id === undefined) return create(name, code);
      const template = await find(id);
      const before = await open(template);
      if (revision !== undefined && before.revision !== revision) throw revisionConflict();
      const there = await readInside(root, template.file, templateEndings);
      await writeInside(root, template.file, templateEndings, getInLines(code, there));
      return open(template);
    },
    remove: async (id) => removeInside(root, (await find(id)).file, templateEndings),
    watch: (changed) => {
      // imports may have changed too, so all templates are reported
      const report = async () => {
        for (const { file } of await allTemplates(project).catch(() => [])) changed(file);
      };
      let timer: NodeJS.Timeout | undefined;
      return watchInside(root, templatesFolder(project), () => {
        clearTimeout(timer);
        timer = setTimeout(() => void report(), 50);
      });
    },
  };
};
