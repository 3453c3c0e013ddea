import { createTwoFilesPatch } from 'diff';
import { templateScopes } from 'image-url-contract/schemas/template.ts';
import * as z from 'zod';
import type { Api } from '../api.ts';
import { findProject } from '../config.ts';
import { Failure, wrongUse } from '../failure.ts';
import { assetResolver } from '../pictures.ts';
import { pushFonts } from '../project-fonts.ts';
import { json, text } from './blocks.ts';
import { exactlyOne, readSource, source, templateId, version } from './inputs.ts';
import { type AuthorSession, tool } from './tool.ts';

/** Returns one version of a template. @default the current one */
const read = async (service: Api, id: string, of: number | undefined) => {
  const path = { templateId: id };
  const { template } =
    of === undefined
      ? await service.call('getTemplate', { path })
      : await service.call('getVersion', { path: { ...path, version: of } });
  return template;
};

const getVersions = async (service: Api, id: string) => {
  const { versions } = await service.call('listVersions', { path: { templateId: id } });
  return versions;
};

const list = tool({
  name: 'list_templates',
  description: 'Templates on the service: ids, variables, sizes, versions. Starters may be minted as they are.',
  isReadOnly: true,
  input: z.strictObject({ scope: z.enum(templateScopes).optional() }),
  run: async (session, { scope = 'all' }) => {
    const { templates } = await session.service().call('listTemplates', { query: { scope } });
    const shown = templates.map(({ _id, name, description, variables, width, height, sizes, version, isPublic }) => ({
      templateId: _id,
      name,
      ...(description !== '' && { description }),
      variables: variables.map(({ name, required }) => (required ? `${name} (required)` : name)),
      size: `${width}x${height}`,
      ...(sizes && { sizes: sizes.map((one) => `${one.name} ${one.width}x${one.height}`) }),
      version,
      ...(isPublic && { isStarter: true }),
    }));
    return [json({ templates: shown })];
  },
});

const get = tool({
  name: 'get_template',
  description: 'One template: variables with defaults, options, versions, then its code.',
  isReadOnly: true,
  input: z.strictObject({ templateId, version: version.optional() }),
  run: async (session, { templateId: id, version: of }) => {
    const service = session.service();
    const [{ _id, code, ...facts }, versions] = await Promise.all([read(service, id, of), getVersions(service, id)]);
    return [json({ templateId: _id, ...facts, versions }), text(code)];
  },
});

/** @throws Failure for code that does not compile, with positions in the author's files */
const save = async (session: AuthorSession, args: z.output<typeof saved>) => {
  const { templateId: id, name, description } = args;
  if (id === undefined && name === undefined)
    throw wrongUse('WRONG_INPUT', 'Send templateId to change that template, or name for a new one.');
  const from = args.file ?? args.code ?? (id === undefined ? exactlyOne(args, 'file', 'code') : undefined);
  if (args.file !== undefined && args.code !== undefined) exactlyOne(args, 'file', 'code');
  const service = session.service();
  const code =
    args.file === undefined
      ? from
      : await assetResolver(service, true)((await readSource(session.context, args.file)).code);
  const body = { code, name, description };
  const project = args.file === undefined ? undefined : findProject(session.context);
  if (project) await pushFonts(project, service);
  if (id !== undefined) return service.call('updateTemplate', { path: { templateId: id }, body });
  return service.call('createTemplate', { body: body as { code: string; name: string } });
};

const saved = z.strictObject({
  templateId: templateId.optional().describe('changes this one'),
  name: z.string().optional().describe('without templateId: of a new template'),
  description: z.string().optional(),
  ...source,
});

const saveTemplate = tool({
  name: 'save_template',
  description:
    'Creates a template, or a new version of the named one; earlier versions stay. Check it first. With `file`, fonts of image-url.json that the account lacks are uploaded too. Templates kept in git (image-url.lock.json) are sent with `image-url push` instead.',
  isReadOnly: false,
  input: saved,
  run: async (session, args) => {
    const { templateId: id, template } = await save(session, args);
    const { name, version, variables, warnings } = template;
    return [json({ templateId: id, name, version, variables, warnings })];
  },
});

const compare = tool({
  name: 'diff_versions',
  description: 'What changed in the code between two versions; by default from the one before to the current one.',
  isReadOnly: true,
  input: z.strictObject({ templateId, from: version.optional(), to: version.optional() }),
  run: async (session, { templateId: id, from, to }) => {
    const service = session.service();
    const versions = await getVersions(service, id);
    const until = to ?? versions.find(({ isCurrent }) => isCurrent)?.version;
    const since = from ?? versions.find(({ version }) => version < (until ?? 1))?.version;
    if (since === undefined)
      throw new Failure('VERSION_NOT_FOUND', `No version is older than ${until}: there is nothing to compare.`, 1);
    const [before, after] = await Promise.all([read(service, id, since), read(service, id, until)]);
    const names = [`version ${before.version}`, `version ${after.version}`] as const;
    const patch = createTwoFilesPatch(...names, before.code, after.code);
    return [text(before.code === after.code ? `The code of ${names.join(' and ')} is the same.` : patch)];
  },
});

export const templateTools = [list, get, saveTemplate, compare];
