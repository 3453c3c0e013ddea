import { relative } from 'node:path';
import { atOnce } from '../at-once.ts';
import { readTemplate } from '../bundling.ts';
import { readProject } from '../config.ts';
import type { Answer, Context } from '../context.ts';
import { getDiagnostics, getSummary, showDiagnostic } from '../diagnostics.ts';
import { chosenTemplates } from '../files.ts';
import { openLocalService } from '../local-service.ts';
import { findTrackedKeys } from '../tracked-keys.ts';

/** `image-url check`: reports the diagnostics of templates and of their images. Needs no server. */
export const check = async (
  context: Context,
  given: readonly string[],
  { strict = false }: { readonly strict?: boolean } = {},
): Promise<Answer> => {
  const { cwd, output } = context;
  const project = readProject(context);
  const templates = await chosenTemplates(project, cwd, given);
  const sources = await atOnce(8, templates, ({ path }) => readTemplate(project.root, path, cwd));
  const tracked = findTrackedKeys(context, project.root);
  const service = openLocalService(context, () => project);
  const progress = output.progress(sources.length);
  try {
    const checked = await atOnce(service.atOnce, sources, async (source, at) => {
      progress.step(relative(cwd, templates[at]?.path ?? ''));
      return getDiagnostics(cwd, source, await service.check({ code: source.code, image: true }));
    });
    const diagnostics = [...checked.flat(), ...(await tracked)];
    const ok = diagnostics.every(({ severity }) => severity === 'note' || (severity === 'warning' && !strict));
    const lines = [...diagnostics.map((one) => showDiagnostic(output, one)), getSummary(diagnostics, templates.length)];
    return {
      json: { ok, templates: templates.length, findings: diagnostics },
      text: lines.join('\n'),
      exitCode: ok ? 0 : 1,
    };
  } finally {
    progress.end();
    await service.close();
  }
};
