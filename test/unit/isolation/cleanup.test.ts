import { afterEach, describe, expect, it, vi } from 'vitest';
import { cleanup } from '../../../lambdas/isolation/worker/cleanup.ts';

describe('cleanup', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('collects what is young after each piece of work, and all once much is held', () => {
    const held = vi.spyOn(process.memoryUsage, 'rss').mockReturnValue(100 << 20);
    const collect = vi.fn();
    const clean = cleanup(collect);

    clean();
    held.mockReturnValue(131 << 20);
    clean();
    held.mockReturnValue(133 << 20);
    clean();
    clean();

    const young = [{ type: 'minor' }];
    expect(collect.mock.calls).toEqual([young, young, [], young]);
  });
});
