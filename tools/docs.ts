import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { closeRenderWorkers } from '#engine/isolation/render/render.ts';
import { closeSandboxes } from '#engine/isolation/sandbox/evaluate.ts';
import { starters } from '../starters/index.ts';
import { llmsDocument, skillDocument } from './docs/agent-documents.ts';
import { architectureDocument } from './docs/architecture-document.ts';
import { authorInstructionsModule } from './docs/author-instructions.ts';
import { awsFactsDocument, organisationsDocument } from './docs/aws-facts-document.ts';
import { bundleStarter } from './docs/bundled-starters.ts';
import { admissionFile, clientClassesDocument, edgeFunctionSource } from './docs/client-classes-document.ts';
import { clientTypes } from './docs/client-types.ts';
import { deployingDocument } from './docs/costs-document.ts';
import { cssSupportDocument } from './docs/css-support-document.ts';
import { decisionsDocument } from './docs/decisions-document.ts';
import { edgeOptions } from './docs/edge-options.ts';
import { errorsDocument } from './docs/errors-document.ts';
import { frameworksDocument } from './docs/frameworks-document.ts';
import { interfaceDocument, undocumented } from './docs/interface-document.ts';
import { openApiDocument } from './docs/openapi-document.ts';
import { promisesDocument } from './docs/promises-document.ts';
import { danglingReferences, repositoryTexts } from './docs/references.ts';
import { benchmarkDocument } from './docs/rounds-list.ts';
import { reliabilityDocument } from './docs/scale-document.ts';
import { renderStarter, starterSamplesModule, startersDocument } from './docs/starters-document.ts';
import { exampleNames, renderExample, templatesDocument } from './docs/templates-document.ts';
import { upstreamDocument } from './docs/upstream-document.ts';
import { terraformVariables } from './release/terraform.ts';

// made before anything is written, so that a missing package changes nothing
const [chart = '', ticket = ''] = await Promise.all(['chart.jsx', 'ticket.jsx'].map((file) => bundleStarter(file)));

/** Generated documents, by file. */
const documents: Record<string, () => string | Promise<string>> = {
  // before the documents that show them, or read it
  'bench/README.md': benchmarkDocument,
  'starters/bundled/chart.jsx': () => chart,
  'starters/bundled/ticket.jsx': () => ticket,
  'docs/starters.md': startersDocument,
  'docs/architecture.md': architectureDocument,
  'docs/aws-facts.md': awsFactsDocument,
  'docs/organisations.md': organisationsDocument,
  'docs/css-support.md': cssSupportDocument,
  'docs/decisions/README.md': decisionsDocument,
  'docs/deploying.md': deployingDocument,
  'docs/errors.md': errorsDocument,
  'docs/frameworks.md': frameworksDocument,
  'docs/interface.md': interfaceDocument,
  'docs/client-classes.md': clientClassesDocument,
  'docs/openapi.json': () => `${JSON.stringify(openApiDocument(), null, 2)}\n`,
  'docs/promises.md': promisesDocument,
  'docs/reliability.md': reliabilityDocument,
  'docs/templates.md': templatesDocument,
  'docs/upstream.md': upstreamDocument,
  'docs/llms.txt': llmsDocument,
  'docs/skills/image-url/SKILL.md': skillDocument,
  // deployed without a build, so generated values are written into the source
  [admissionFile]: edgeFunctionSource,
  ...edgeOptions,
  'lambdas/aws/bedrock/author-instructions.ts': authorInstructionsModule,
  'packages/client/src/contract.ts': clientTypes,
  'packages/client/src/starter-samples.ts': starterSamplesModule,
  'examples/terraform/variables.tf': terraformVariables,
};

const write = async (file: string, content: string | Uint8Array): Promise<void> => {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
};

const isCheck = process.argv.includes('--check');
const stale: string[] = [];
for (const [file, make] of Object.entries(documents)) {
  const wanted = await make();
  if ((await readFile(file, 'utf8').catch(() => '')) === wanted) continue;
  stale.push(file);
  if (!isCheck) await write(file, wanted);
}
// the golden tests compare images, with a tolerance for rounding by different processors
for (const starter of isCheck ? [] : await starters()) {
  const { file, bytes } = await renderStarter(starter);
  await write(file, bytes);
}

for (const name of isCheck ? [] : await exampleNames()) {
  const { file, bytes } = await renderExample(name);
  if (file.endsWith('.webp')) await write(file, bytes);
}

// errors that need an author: missing sections, dangling references and links
const unwritten = [...(await undocumented()), ...danglingReferences(repositoryTexts())];

if (stale.length === 0) console.log(`${Object.keys(documents).length} generated documents are up to date.`);
else if (isCheck) console.error(`Stale: ${stale.join(', ')}. Run npm run docs.`);
else console.log(`Written: ${stale.join(', ')}.`);
for (const problem of unwritten) console.error(problem);

await closeRenderWorkers();
await closeSandboxes();
process.exitCode = unwritten.length > 0 || (isCheck && stale.length > 0) ? 1 : 0;
