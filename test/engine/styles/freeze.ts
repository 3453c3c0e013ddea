/**
 * Writes what takumi receives for many trees, and a hash of what it paints, so that two revisions can be compared:
 * `node test/engine/styles/freeze.ts FOLDER`, then `diff -r` with the folder of another revision.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MeasuredNode } from '@takumi-rs/core';
import { compileTemplate } from '#engine/compile/compile-template.ts';
import type { Scene } from '#engine/engines/engine.ts';
import { createLayoutEngine } from '#engine/engines/takumi/layout.ts';
import type { TakumiLibrary, TakumiNode, TakumiRenderer } from '#engine/engines/takumi/takumi-call.ts';
import { cpuBudget } from '#engine/isolation/worker/cpu-budget.ts';
import { stripPositions } from '#engine/vnode/source-position.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { starters } from '../../../starters/index.ts';
import { exampleNames } from '../../../tools/docs/templates-document.ts';
import { closeWorkers } from '../../support/close-workers.ts';
import { fc } from '../../support/fast-check.ts';
import { engineParts, whileLacking } from '../../support/takumi.ts';
import { generatedTree } from '../generated.ts';
import { getOptions } from '../golden/case.ts';
import { goldenCases } from '../golden/cases/index.ts';

const folder = process.argv[2];
if (folder === undefined) throw new Error('Name a folder.');
const generated = Number(process.argv[3] ?? 2_000);

interface Received {
  readonly nodes: TakumiNode;
  readonly css: readonly string[];
}

const received: Received[] = [];
let isPainted = true;
const empty = { width: 100, height: 20, transform: [1, 0, 0, 1, 0, 0], children: [], runs: [] } as MeasuredNode;
const parts = engineParts();
const load = (name: string) => {
  if (name !== '@takumi-rs/core') return parts.load(name);
  const { Renderer } = parts.load(name) as TakumiLibrary;
  class Recorder {
    constructor(given: ConstructorParameters<TakumiLibrary['Renderer']>[0]) {
      const renderer = new Renderer(given);
      const record: TakumiRenderer = {
        registerFont: renderer.registerFont.bind(renderer),
        render: (nodes, options) => {
          received.push({ nodes, css: options.css });
          if (isPainted) return renderer.render(nodes, options);
          return Promise.resolve(Buffer.alloc(options.width * 120 * 4));
        },
        // a generated tree may be one that takumi does not survive
        measure: (nodes, options) =>
          isPainted ? renderer.measure(nodes, options) : Promise.resolve({ ...empty, children: [empty] }),
      };
      Object.assign(this, record);
    }
  }
  return { Renderer: Recorder };
};
const layOut = createLayoutEngine({ ...parts, load });

const freeze = async (name: string, scene: Scene): Promise<void> => {
  received.length = 0;
  let pixels = '';
  try {
    const { data } = await (await whileLacking(() => layOut(scene))).paint();
    if (isPainted) pixels = createHash('sha256').update(data).digest('hex');
  } catch (error) {
    pixels = String(error);
  }
  const last = received.at(-1);
  const text = JSON.stringify({ pixels, css: last?.css ?? [], nodes: last?.nodes }, null, 1);
  await writeFile(join(folder, `${name.replaceAll(/[^\w-]+/g, '_')}.json`), text);
};

await mkdir(folder, { recursive: true });
for (const golden of goldenCases) {
  const { width, height, devicePixelRatio } = getOptions(golden);
  const scene = { tree: golden.tree, width, height, devicePixelRatio, images: golden.images ?? {} };
  await freeze(`golden-${golden.name}`, scene);
}
const sources = await Promise.all([
  ...(await starters()).map(async ({ id, code }) => [id, code] as const),
  ...(await exampleNames()).map(async (name) => [name, await readFile(`docs/examples/${name}.jsx`, 'utf8')] as const),
]);
for (const [name, source] of sources) {
  const settings = { clock: 0, defaultEngine: 'takumi', isRendered: false } as const;
  const { sample } = await compileTemplate(source, settings, cpuBudget(60_000));
  if (sample) await freeze(`template-${name}`, toScene(stripPositions(sample.tree), 600, 315));
}
isPainted = false;
for (const [index, tree] of fc.sample(generatedTree, { numRuns: generated, seed: 1 }).entries())
  await freeze(`generated-${index}`, toScene(tree, 200, 120));
await closeWorkers();

function toScene(tree: VElement, width: number, height: number): Scene {
  return { tree, width, height, devicePixelRatio: 1, images: {} };
}
