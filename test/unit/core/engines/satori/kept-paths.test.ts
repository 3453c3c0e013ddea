import { afterEach, describe, expect, it, vi } from 'vitest';
import { markOf } from '../../../../../lambdas/core/engines/satori/line-marks.ts';
import { pathBox } from '../../../../../lambdas/core/engines/satori/svg/path-box.ts';
import { snapLines } from '../../../../../lambdas/core/engines/satori/svg/snap-lines.ts';
import { parseXml, writeXml } from '../../../../../lambdas/core/picture/svg/xml.ts';

const twoLines = 'M1 10L5 10Z M1 30.4L5 30.4Z';

/** A text of lines of a height. */
const snapped = (d: string, height = 20.4): string => {
  const document = parseXml(
    `<svg width="100" height="100" viewBox="0 0 100 100"><path stroke="red" stroke-width="${markOf(height)}" d="${d}"/></svg>`,
  );
  snapLines(document);
  return writeXml(document);
};

describe('what is kept of paths', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('is their box: a path is read once', () => {
    const read = vi.spyOn(String.prototype, 'charCodeAt');
    const path = () => ['M12.3 45.6', 'L78.9 10.1', 'Z'].join('');

    const first = pathBox(path());
    const times = read.mock.calls.length;

    expect(pathBox(path())).toEqual(first);
    expect(times).toBeGreaterThan(0);
    expect(read.mock.calls).toHaveLength(times);
  });

  it('is where its lines are moved to: each is moved once', () => {
    const write = vi.spyOn(Number.prototype, 'toFixed');
    const first = snapped(twoLines);
    const times = write.mock.calls.length;

    expect(snapped(twoLines)).toBe(first);
    expect(first).toContain('M1 10L5 10Z M1 30.0L5 30.0Z');
    expect(times).toBeGreaterThan(0);
    expect(write.mock.calls).toHaveLength(times);
  });

  it('is of one path with one height of lines', () => {
    expect(snapped(twoLines, 20.4)).toContain('M1 30.0');
    expect(snapped(twoLines, 20.6)).toContain('M1 30.8');
  });
});
