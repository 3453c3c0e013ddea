import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeSandboxes, evaluate, warmSandbox } from '#engine/isolation/sandbox/evaluate.ts';
import type { Evaluation } from '#engine/isolation/sandbox/evaluation.ts';
import type { Json } from '#engine/json.ts';
import { draft } from '../support/draft.ts';
import { everyNth, figure } from '../support/effort.ts';
import { asking, honest, replacements, surveyor } from './replaced-built-ins.ts';

/**
 * @promise Template code: Built-ins replaced by functions that throw, return something else or record, and by getters
 * @how the code around a template uses only built-ins captured before it ran (decision 110); a test checks that code
 * @also test/engine/isolation/sandbox-primordials.test.ts
 * @figure 2,300 properties in four ways; the short form replaces 47: same trees and records
 */

const clock = Date.UTC(2001, 1, 3);

const getScript = async (source: string): Promise<string> => {
  const drafted = await draft(source);
  if (!('script' in drafted)) throw new Error(JSON.stringify(drafted));
  return drafted.script;
};
const run = (script: string, variables: Record<string, Json>): Promise<Evaluation> =>
  evaluate({ script, variables, clock, seed: 'same' });

let scripts: { honest: string; asking: string };
let positions: string[][];
beforeAll(async () => {
  await warmSandbox();
  scripts = { honest: await getScript(honest), asking: await getScript(asking) };
  const imageLint = await run(await getScript(surveyor), {});
  if (!imageLint.ok) throw new Error(imageLint.message);
  positions = JSON.parse(String(imageLint.tree.props['data-places']));
});
afterAll(closeSandboxes);

it('a template reaches some 1,500 properties', () => {
  figure('properties a template can reach and replace', positions.length);
  expect(positions.length).toBeGreaterThan(1_200);
});

it('whichever of them is replaced, an honest template gives the same tree and the same notes', async () => {
  const calm = await run(scripts.honest, { place: null });
  const curious = await run(scripts.honest, { place: null, asks: true });
  expect(calm).toMatchObject({ ok: true, consultsClock: false });
  expect(curious).toMatchObject({ ok: true, consultsClock: true });

  let tried = 0;
  for (const { place, kind } of chosenFrom(positions)) {
    const asks = tried % 2 === 1;
    const result = await run(scripts.honest, { place, kind, asks });
    expect(result, `${kind} at ${place.join('.')}`).toEqual(asks ? curious : calm);
    tried += 1;
  }
  figure('replaced built-ins beside an honest template', tried);
});

it('where values are converted by their own methods, the result is the same, a replaced value or an error, and the host is never reached', async () => {
  const expected = await run(scripts.asking, { place: null });
  expect(expected).toMatchObject({ ok: true });

  let others = 0;
  for (const { place, kind } of chosenFrom(positions)) {
    const result = await run(scripts.asking, { place, kind });
    if (result.ok && kind !== 'stranger') expect(result).toEqual(expected);
    if (!result.ok) {
      others += 1;
      expect(result.reason, `${kind} at ${place.join('.')}: ${result.message}`).toBe('threw');
      expect(result.message).not.toMatch(/\breached\b|\/lambdas\/|node_modules|node:internal/);
    }
  }
  figure('replaced built-ins that end a template whose values are asked', others);
});

it('a setter that a template gives to all objects is not called by the code around it', async () => {
  const names = ['component', 'options', 'defaults', 'tree', 'type', 'props', 'children'];
  const setters = `for (const name of ${JSON.stringify(names)})
    Object.defineProperty(Object.prototype, name, { set() { throw new Error('called'); } });`;

  const result = await run(await getScript(`${setters} export default () => <p>shown</p>;`), {});

  expect(result).toMatchObject({ ok: true, tree: { type: 'p', children: ['shown'] } });
});

/** Every place in every way in the long form; in the short one some sixty of all. */
const chosenFrom = (all: readonly string[][]): readonly { place: string[]; kind: string }[] =>
  everyNth(
    all.flatMap((place) => replacements.map((kind) => ({ place, kind }))),
    199,
  );
