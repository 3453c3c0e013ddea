import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { engineNames } from '#engine/engine-names.ts';
import { render } from '#engine/isolation/render/render.ts';
import { sample } from '#engine/isolation/render/sample.ts';

it('a worker without a job warms up once; a job that comes meanwhile waits, and the time is not counted as its own', async () => {
  const child = fork(new URL('./warming-worker.ts', import.meta.url), { execArgv: ['--expose-gc', '--no-warnings'] });
  const reports: { readonly kind: string; readonly answer?: string[] }[] = [];
  child.on('message', (report: (typeof reports)[number]) => {
    reports.push(report);
    if (report.kind === 'warming') child.send('first');
    if (report.answer?.length === 2) child.send('second');
    if (report.answer?.length === 3) child.disconnect();
  });
  await once(child, 'exit');

  expect(reports.map(({ kind, answer }) => answer ?? kind)).toEqual([
    'ready',
    'warming',
    'loaded',
    ['warm', 'first'],
    ['warm', 'first', 'second'],
  ]);
});

it.each(engineNames)('the image with which a render worker warms up renders whole: %s', async (engine) => {
  const { bytes, failedImages } = await render({ ...sample, engine });

  expect([bytes.length > 0, failedImages]).toEqual([true, []]);
});
