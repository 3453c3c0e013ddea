import { afterAll, expect, it } from 'vitest';
import { type EngineName, engineNames } from '#engine/engine-names.ts';
import { closeRenderWorkers, render } from '#engine/isolation/render/render.ts';
import { effort, figure } from '../support/effort.ts';
import { held } from '../support/held.ts';
import { box, full } from './golden/element.ts';

/**
 * @promise Template code: Many renders leave no process, descriptor or memory behind
 * @figure long form: 20,000 renders: 74 descriptors after 30% and at the end; render workers 259 and 233 MiB, then
 *   244 and 249
 */

const renders = effort(80, 20_000);
const atOnce = 2;
afterAll(closeRenderWorkers);

const formats = ['png', 'jpeg', 'webp'] as const;
const card = (n: number) =>
  box(
    `${full}; display: flex; padding: 40; background-image: linear-gradient(${n % 360}deg, red, blue)`,
    box(
      'box-shadow: 0 25px 50px -12px #000; border-radius: 20; padding: 30; background: white; font-size: 40',
      `Card ${n} 🚀`,
    ),
  );
const renderOne = async (n: number): Promise<void> => {
  const options = { width: 600, height: 315, format: formats[n % 3] ?? 'png', devicePixelRatio: 1 };
  const engine = engineNames[n % engineNames.length] as EngineName;
  await render({ tree: card(n), options, images: {}, engine });
};
const renderFrom = async (first: number, count: number): Promise<void> => {
  for (let n = first; n < first + count; n += atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, k) => renderOne(n + k)));
};

it(`${renders} renders leave no process, no descriptor and no memory behind`, async () => {
  const tenth = renders / 10;
  await renderFrom(0, tenth * 3);
  const early = held();
  await renderFrom(tenth * 3, tenth * 7);
  const late = held();

  figure(`${renders} renders: after three tenths`, JSON.stringify(early));
  figure(`${renders} renders: at the end`, JSON.stringify(late));
  expect(late.processes.length).toBeLessThanOrEqual(atOnce);
  expect(late.descriptors).toBeLessThanOrEqual(early.descriptors + 4);
  expect(late.own).toBeLessThan(early.own + 100);
  expect(Math.max(...late.processes)).toBeLessThan(Math.max(...early.processes) + 250);
});
