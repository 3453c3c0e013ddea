import { afterAll, beforeAll, expect, it } from 'vitest';
import { effort, figure } from '../support/effort.ts';
import { useFolder } from '../support/folder.ts';
import { heldBy, runningThreads, workDoneBy } from '../support/held.ts';
import { startDev } from '../support/running-service.ts';
import { aTemplate, send } from '../support/service.ts';

/**
 * @promise Template code: Work that continues after its answer, memory that is not freed, a looping process that
 *   survives a killed service
 * @how the process is killed, garbage is collected while no request waits, and the kernel kills children with their
 *   parent (decision 115)
 * @also test/operator/ending.alone.nightly.test.ts, test/engine/isolation/worker.alone.test.ts
 * @figure every process is idle after a template that used up what it may
 */

const mostMib = 100;

const showing = (work: string, engine = 'takumi') =>
  `export const options = { engine: '${engine}' }; export default function T({ go = '' }) { if (go) { ${work} } return <div>done</div>; }`;
/** Templates that use up what they may, each in its way, when they are minted. */
const templates: readonly string[] = [
  showing('for (;;) {}'),
  showing('return (async () => { for (;;) await 1; })();'),
  showing('const all = Array.from({ length: 9 }, () => new Uint8Array(1e7));'),
  showing('const count = (n) => (n === 0 ? 0 : 1 + count(n - 1)); count(50_000);'),
  showing('return new Promise(() => {});'),
  showing('return <div>{Array.from({ length: 5_001 }, (_, n) => <p key={n} />)}</div>;'),
  ...['satori', 'takumi'].map((engine) =>
    showing(
      'return <div>{Array.from({ length: 400 }, (_, n) => <p key={n} tw="shadow-lg">{n} words</p>)}</div>;',
      engine,
    ),
  ),
];

const folder = useFolder();
let service: Awaited<ReturnType<typeof startDev>>;
beforeAll(async () => {
  service = await startDev(folder);
});
afterAll(async () => {
  await service.stop();
});

/** Saves a template, mints it and fetches its image, as far as each of them succeeds. */
const use = async (code: string): Promise<void> => {
  const caller = service.address;
  const saved = await send('POST', '/v1/templates', { caller, body: { name: 'x', code } });
  const body = { templateId: saved.json.templateId, variables: { go: 'now' } };
  const minted = await send('POST', '/v1/url', { caller, body });
  if (minted.status === 200) await (await fetch(minted.json.url)).arrayBuffer();
};

/** Ordinary work of every kind, until every pooled process has done some. */
const warmUp = async () => {
  const templateId = await aTemplate(service.address);
  for (let iteration = 0; iteration < 12; iteration += 1) {
    const mints = Array.from({ length: 3 }, (_, n) => {
      const body = { templateId, variables: { title: `Round ${iteration}, card ${n}` } };
      return send('POST', '/v1/url', { caller: service.address, body });
    });
    await Promise.all((await Promise.all(mints)).map(async ({ json }) => (await fetch(json.url)).arrayBuffer()));
    await Promise.all([1, 2, 3].map(() => aTemplate(service.address)));
  }
};

/** Waits until no thread of the service runs or wants to, in two looks, and none of them has worked in between. */
const comesToRest = async (): Promise<void> => {
  let before = Number.NaN;
  await expect
    .poll(() => {
      const now = workDoneBy(service.pid);
      const isAtRest = now === before && runningThreads(service.pid) === 0;
      before = now;
      return isAtRest;
    })
    .toBe(true);
};

it(`the service comes to rest after each of ${templates.length} templates beyond a limit, and the same ones again add nothing`, async () => {
  await warmUp();
  /** @returns the least MiB that were held after a template */
  const useAll = async (): Promise<number> => {
    let least = Number.POSITIVE_INFINITY;
    for (const code of templates) {
      await use(code);
      await comesToRest();
      least = Math.min(least, heldBy(service.pid));
    }
    return least;
  };

  // a large job leaves its worker a large heap until a later job: what is never returned raises the least
  const held: number[] = [];
  for (let pass = 0; pass < effort(3, 2); pass += 1) held.push(await useAll());

  figure('at rest, least MiB after a template, in one pass after another', held.join(', '));
  expect((held.at(-1) ?? 0) - (held[0] ?? 0)).toBeLessThan(mostMib);
});
