import { readdir, readFile } from 'node:fs/promises';
import { errorCodes, warningCodes } from '#engine/diagnostics/diagnostic-codes.ts';
import { usualEngine } from '#engine/engine-names.ts';
import { render } from '#engine/isolation/render/render.ts';
import { popularFamilies } from '#engine/rendering/fonts/font-index.ts';
import { resolveRenderOptions } from '#engine/rendering/render-options.ts';
import { compileOrFail } from '../../lambdas/templates/compile-template.ts';
import { type Fillers, fillMarks } from './marks.ts';
import { findMissingBuiltIns } from './missing-built-ins.ts';

const examples = 'docs/examples';
const getCode = (name: string): Promise<string> => readFile(`${examples}/${name}.jsx`, 'utf8');
const compile = async (name: string) =>
  compileOrFail(await getCode(name), { now: () => new Date(0), defaultEngine: usualEngine });

export const exampleNames = async (): Promise<string[]> =>
  (await readdir(examples)).filter((file) => file.endsWith('.jsx')).map((file) => file.slice(0, -4));

/** Renders an example with its defaults. */
export const renderExample = async (name: string): Promise<{ file: string; bytes: Uint8Array }> => {
  const { renderPlan, sample } = await compile(name);
  const options = resolveRenderOptions({}, renderPlan.options);
  const { bytes } = await render({ tree: sample.tree, options, images: {} });
  return { bytes, file: `docs/templates/${name}.${options.format}` };
};

const block = (code: string): string => `\`\`\`jsx\n${code.trim()}\n\`\`\``;

const fillers: Fillers = {
  example: async (name) => `${block(await getCode(name))}\n\n![${name}](templates/${name}.webp)`,
  warnings: async (name) => {
    const { warnings } = await compile(name);
    const lines = warnings.map(({ line, column, code, message }) => `${line}:${column} ${code}: ${message}`);
    return `${block(await getCode(name))}\n\n\`\`\`\n${lines.join('\n')}\n\`\`\``;
  },
  fonts: async () => {
    const kinds = Object.entries(Object.groupBy(popularFamilies, ({ kind }) => kind));
    return kinds.map(([kind, listed = []]) => `- ${kind}: ${listed.map(({ name }) => name).join(', ')}`).join('\n');
  },
  'built-ins': async () => `${(await findMissingBuiltIns()).map((name) => `\`${name}\``).join(', ')}.`,
  codes: async (name) => {
    const codes = Object.entries(name === 'errors' ? errorCodes : warningCodes);
    return ['| Code | What to do |', '|---|---|', ...codes.map(([code, advice]) => `| \`${code}\` | ${advice} |`)].join(
      '\n',
    );
  },
};

/** Returns `docs/templates.md`, with its examples, images and tables generated. */
export const templatesDocument = async (): Promise<string> =>
  fillMarks(await readFile('docs/templates.md', 'utf8'), fillers);
