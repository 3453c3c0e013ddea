import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerWithin, effort, figure, isSoak, sampled } from '../support/effort.ts';
import { heldBy, workDoneBy } from '../support/held.ts';
import { startDev } from '../support/running-service.ts';
import { aTemplate, send } from '../support/service.ts';
import { allAttacks } from './attacks/all.ts';
import { strike } from './strike.ts';

const settlingMs = 1_000;
const lookMs = 500;
/** Of one processor, while nobody asks for anything. */
const idleShare = 0.1;
const mostMib = 100;
/** A machine with other work may get to the rest late; the long form, with nothing beside it, looks once. */
const looks = effort(40, 1);
const attacks = isSoak ? allAttacks : sampled(allAttacks, 260);

let folder: string;
let service: Awaited<ReturnType<typeof startDev>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'at-rest-'));
  service = await startDev(folder);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Ordinary work of every kind, until every process that is kept has done some. */
const warmUp = async () => {
  const templateId = await aTemplate(service.address);
  for (let round = 0; round < 12; round += 1) {
    const mints = Array.from({ length: 3 }, (_, n) => {
      const body = { templateId, variables: { title: `Round ${round}, card ${n}` } };
      return send('POST', '/v1/url', { caller: service.address, body });
    });
    await Promise.all((await Promise.all(mints)).map(async ({ json }) => (await fetch(json.url)).arrayBuffer()));
    await Promise.all([1, 2, 3].map(() => aTemplate(service.address)));
  }
};

/** What of a processor is used a second after now: the least of several looks, for at once is not said on a busy machine. */
const shareAtRest = async (): Promise<number> => {
  await pause(answerWithin(settlingMs));
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < looks && least > idleShare; look += 1) {
    const [before, started] = [workDoneBy(service.pid), performance.now()];
    await pause(lookMs);
    least = Math.min(least, (workDoneBy(service.pid) - before) / (performance.now() - started));
  }
  return least;
};

it(`the service is at rest a second after each of ${attacks.length} attacks, and after ten of them it holds what it held`, async () => {
  await warmUp();
  const restShare = await shareAtRest();
  const restMib = heldBy(service.pid);
  const [shares, held]: [number[], number[]] = [[], []];
  const restless: string[] = [];
  for (const [n, attack] of attacks.entries()) {
    await strike(service.address, attack);
    const share = await shareAtRest();
    shares.push(share);
    if (share > idleShare) restless.push(`${attack.title}: ${share.toFixed(2)}`);
    if ((n + 1) % 10 === 0 || n + 1 === attacks.length) held.push(heldBy(service.pid));
  }

  figure(
    `at rest, before and a second after each of ${attacks.length} attacks: most of a processor`,
    `${restShare.toFixed(2)}, ${Math.max(...shares).toFixed(2)}`,
  );
  figure('at rest, before and after every ten attacks: most MiB', `${restMib}, ${Math.max(...held)}`);
  expect(restless).toEqual([]);
  expect(Math.max(...held) - restMib).toBeLessThan(mostMib);
});
