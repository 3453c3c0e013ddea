import { usualEngine } from '#engine/engine-names.ts';
import { render } from '#engine/isolation/render/render.ts';
import { resolveRenderOptions } from '#engine/rendering/render-options.ts';
import type { Starter } from '../../admin/publish-starters.ts';
import { compileOrFail } from '../../lambdas/templates/compile-template.ts';
import { starters } from '../../starters/index.ts';

/** Renders a starter with its defaults. */
export const renderStarter = async ({ id, code }: Starter) => {
  const { renderPlan, sample } = await compileOrFail(code, { now: () => new Date(0), defaultEngine: usualEngine });
  const options = resolveRenderOptions({}, renderPlan.options);
  const { bytes } = await render({ tree: sample.tree, options, images: {} });
  const { variables, options: chosen } = renderPlan;
  const sizes = chosen.sizes ?? [options];
  return { bytes, file: `docs/starters/${id}.${options.format}`, format: options.format, sizes, variables };
};

const section = async (starter: Starter): Promise<string> => {
  const { file, format, sizes, variables } = await renderStarter(starter);
  const named = sizes
    .map((size) => `${'name' in size ? `\`${size.name}\` ` : ''}${size.width} x ${size.height}`)
    .join(', ');
  const names = variables.map(({ name }) => `\`${name}\``).join(', ');
  return `## ${starter.name}

\`${starter.id}\`, ${named}, ${format}. ${starter.description}

![${starter.name}](${file.replace('docs/', '')})

Variables: ${names}.
`;
};

/** Returns `docs/starters.md`: every starter template with its image. */
export const startersDocument = async (): Promise<string> => {
  const sections: string[] = [];
  for (const starter of await starters()) sections.push(await section(starter));
  return `# Starter templates

<!-- made by npm run docs from starters/; do not edit -->

Every account can mint these. Every variable has a default. To change a starter, fetch its code with \`GET /v1/templates/:templateId\` and create your own template from it.

${sections.join('\n')}`;
};
