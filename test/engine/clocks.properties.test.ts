import { afterAll, expect, it } from 'vitest';
import { engines } from '#engine/engines/engines.ts';
import { sha256Hex } from '#engine/hash.ts';
import { closeSandboxes, evaluate } from '#engine/isolation/sandbox/evaluate.ts';
import { getTreeAddress, renderVersion } from '../../lambdas/domain/address.ts';
import { clockTemplate } from '../support/clock-abuse.ts';
import { draft } from '../support/draft.ts';
import { effort, figure } from '../support/effort.ts';
import { randomFrom } from '../support/random.ts';

/**
 * @promise Template code: Reading the real clock, so that a published image changes
 * @how the interpreter's clock returns only the day of the mint, and the host records that it was read (decision 110)
 * @also test/engine/isolation/interpreter.test.ts
 * @figure 1,000 templates, every tree the same in another process; 1,000 published images, the same bytes after a
 *   restart without caches
 */

const day = new Date(Date.UTC(2001, 1, 3));

const getScript = async (source: string): Promise<string> => {
  const drafted = await draft(source);
  if (!('script' in drafted)) throw new Error(`${source}: ${JSON.stringify(drafted)}`);
  return drafted.script;
};

/** What a mint makes of it: where the tree stands, and the tree. */
const published = async (script: string) => {
  const renderPlanHash = sha256Hex(script);
  const result = await evaluate({ script, variables: { n: 1 }, clock: day.getTime(), seed: renderPlanHash });
  if (!result.ok) return { failed: result };
  const rv = renderVersion(engines.satori.id, renderPlanHash, { day: result.consultsClock ? day : undefined });
  return { address: getTreeAddress({ templateId: 'template', rv, variables: { n: '~1' } }), tree: result.tree };
};

/** Numbers of the machine's own time: this year, and milliseconds and seconds of these days. */
const ownTimes = (): RegExp => {
  const now = Date.now();
  const [ms, seconds] = [String(now).slice(0, 5), String(Math.floor(now / 1000)).slice(0, 5)];
  return new RegExp(`\\b(?:${new Date(now).getUTCFullYear()}|${ms}\\d{8}|${seconds}\\d{5})\\b`);
};

afterAll(closeSandboxes);

it('templates that do their worst with clock and chance give the same trees at the same addresses, whenever and wherever', async () => {
  const random = randomFrom(2001);
  const scripts = await Promise.all(
    Array.from({ length: effort(60, 1_000) }, () => clockTemplate(random)).map(getScript),
  );
  const first: Awaited<ReturnType<typeof published>>[] = [];
  for (const script of scripts) first.push(await published(script));
  expect(JSON.stringify(first)).not.toMatch(ownTimes());

  await closeSandboxes();
  // in another process, and each after another one
  for (const [position, script] of [...scripts.entries()].reverse())
    expect(await published(script), script).toEqual(first[position]);

  figure('templates abusing clock and chance', scripts.length);
  figure('of these with a tree', first.filter(({ tree }) => tree).length);
});
