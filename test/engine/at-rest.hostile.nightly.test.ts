import { afterAll, beforeAll, expect, it } from 'vitest';
import { effort, everyNth, figure } from '../support/effort.ts';
import { useFolder } from '../support/folder.ts';
import { heldBy, runningThreads, workDoneBy } from '../support/held.ts';
import { startDev } from '../support/running-service.ts';
import { aTemplate, send } from '../support/service.ts';
import { allAttacks } from './attacks/all.ts';
import { strike } from './strike.ts';

const mostMib = 100;
/** One of each theme and engine in the short form; the long one takes all. */
const attacks = everyNth(allAttacks, 40);

const folder = useFolder();
let service: Awaited<ReturnType<typeof startDev>>;
beforeAll(async () => {
  service = await startDev(folder);
});
afterAll(async () => {
  await service.stop();
});

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

it(`the service comes to rest after each of ${attacks.length} attacks, and the same ones again add nothing`, async () => {
  await warmUp();
  /** @returns the least MiB that were held after an attack */
  const strikeAll = async (): Promise<number> => {
    let least = Number.POSITIVE_INFINITY;
    for (const attack of attacks) {
      await strike(service.address, attack);
      await comesToRest();
      least = Math.min(least, heldBy(service.pid));
    }
    return least;
  };

  // a large job leaves its worker a large heap until a later job: what is never returned raises the least
  const held: number[] = [];
  for (let pass = 0; pass < effort(3, 2); pass += 1) held.push(await strikeAll());

  figure('at rest, least MiB after an attack, in one pass after another', held.join(', '));
  expect((held.at(-1) ?? 0) - (held[0] ?? 0)).toBeLessThan(mostMib);
});
