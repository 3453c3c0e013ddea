import { usualEngine } from '../../lambdas/contract/engine-names.ts';
import { resolveRenderOptions } from '../../lambdas/core/picture/render-options.ts';
import { draw } from '../../lambdas/isolation/draw/draw.ts';
import { compileTemplate } from '../../lambdas/usecases/compile-template.ts';
import type { Starter } from '../../lambdas/usecases/publish-starters.ts';
import { starters } from '../../starters/index.ts';

/** The picture of a starter with nothing but its defaults. */
export const drawStarter = async ({ id, code }: Starter) => {
  const { renderPlan, sample } = await compileTemplate(code, { now: () => new Date(0), defaultEngine: usualEngine });
  const options = resolveRenderOptions({}, renderPlan.options);
  const { bytes } = await draw({ tree: sample.tree, options, images: {}, template: id });
  return { bytes, file: `docs/starters/${id}.${options.format}`, options, variables: renderPlan.variables };
};

const section = async (starter: Starter): Promise<string> => {
  const { file, options, variables } = await drawStarter(starter);
  const names = variables.map(({ name }) => `\`${name}\``).join(', ');
  return `## ${starter.name}

\`${starter.id}\`, ${options.width} x ${options.height} ${options.format}. ${starter.description}

![${starter.name}](${file.replace('docs/', '')})

Variables: ${names}.
`;
};

/** `docs/starters.md`: every starter template with its picture. */
export const startersDocument = async (): Promise<string> => {
  const sections: string[] = [];
  for (const starter of await starters()) sections.push(await section(starter));
  return `# Starter templates

<!-- made by npm run docs from starters/; do not edit -->

Everybody may mint these, with any of their variables; every variable has a default. To change one, fetch its code with
\`GET /v1/templates/:templateId\` and create a template of your own from it.

${sections.join('\n')}`;
};
