import { afterEach, describe, expect, it, vi } from 'vitest';
import { tidying } from '../../../lambdas/isolation/process/tidying.ts';

describe('tidying', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('collects what is young after each piece of work, and all once much is held', () => {
    const held = vi.spyOn(process.memoryUsage, 'rss').mockReturnValue(100 << 20);
    const collect = vi.fn();
    const tidy = tidying(collect);

    tidy();
    held.mockReturnValue(131 << 20);
    tidy();
    held.mockReturnValue(133 << 20);
    tidy();
    tidy();

    const young = [{ type: 'minor' }];
    expect(collect.mock.calls).toEqual([young, young, [], young]);
  });
});
