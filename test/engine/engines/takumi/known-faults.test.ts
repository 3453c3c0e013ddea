import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { workarounds } from '#engine/engines/takumi/workarounds.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { getScene, takumiWithout } from '../../../support/takumi.ts';
import { reported } from './faults/reported.ts';
import { unreported } from './faults/unreported.ts';

const pixelsWithout = async (left: readonly string[], tree: VElement) => {
  const layout = await takumiWithout(...left)(getScene(tree));
  return (await layout.paint()).data;
};

describe('takumi still has the fault', () => {
  it.each(reported)('$name', async ({ tree, isThere, workaround }) => {
    expect(await isThere(tree), `upstream has mended this: ${workaround} is needed no more`).toBe(true);
  });

  it.each(unreported)('$name', async ({ element, workaround }) => {
    const [mended, raw] = [await pixelsWithout([], element), await pixelsWithout([workaround], element)];
    const isMendedUpstream = Buffer.compare(mended, raw) === 0;
    expect(isMendedUpstream, `upstream has mended this: ${workaround} is needed no more`).toBe(false);
  });
});

it('every workaround has a fault, and every fault a workaround', () => {
  const named = new Set([...reported, ...unreported].map(({ workaround }) => workaround));
  const files = [...named].filter((name) => name.includes('/'));
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  expect([...named].filter((name) => !files.includes(name)).sort()).toEqual(workarounds.map(({ name }) => name).sort());
});
