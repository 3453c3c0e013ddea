import { afterAll, expect, it } from 'vitest';
import { closeDrawers, draw, shareDrawers, warmDrawer } from '../../lambdas/isolation/draw/draw.ts';
import { forManyRequests } from '../../lambdas/isolation/turns/sharing.ts';
import { box } from '../golden/element.ts';
import { below } from '../support/held.ts';

afterAll(closeDrawers);

const options = { width: 20, height: 10, format: 'png', devicePixelRatio: 1 } as const;
const drawOne = () =>
  draw({ tree: box({ background: 'red' }), options, images: {}, template: 'one' }, { account: 'test' });

it('keeps as many processes started as are asked for, also when one has been ended', async () => {
  shareDrawers(forManyRequests);
  await warmDrawer();
  const first = below(process.pid);
  expect(first).toHaveLength(3);

  const huge = { ...options, width: 4096, height: 4096 };
  const filter = 'blur(200px) '.repeat(40);
  const hostile = box({ width: '100%', height: '100%', filter, background: 'red' }, box({ filter }, 'text'));
  await draw({ tree: hostile, options: huge, images: {}, template: 'hostile' }, { account: 'test', timeMs: 600 }).catch(
    () => undefined,
  );
  await drawOne();
  await warmDrawer();

  await expect.poll(() => below(process.pid)).toHaveLength(3);
  expect(below(process.pid).filter((pid) => first.includes(pid)).length).toBeLessThan(3);
});
