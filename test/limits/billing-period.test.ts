import { describe, expect, it } from 'vitest';
import { getBillingPeriod } from '../../lambdas/domain/quota/billing-period.ts';
import { isServed } from '../../lambdas/domain/quota/subscription.ts';

/**
 * @promise Exact counting: Periods are right for every anchor day over 48 months, one millisecond before and after
 *   each boundary
 * @figure holds
 */

const period = (anchor: string, moment: string): string[] => {
  const { start, end } = getBillingPeriod(new Date(anchor), new Date(moment));
  return [start.toISOString(), end.toISOString()];
};

describe('a billing month', () => {
  it('comes back to the 31st after a shorter month', () => {
    const anchor = '2027-01-31T12:00:00.000Z';

    expect(period(anchor, '2027-02-28T11:59:59.999Z')).toEqual([anchor, '2027-02-28T12:00:00.000Z']);
    expect(period(anchor, '2027-02-28T12:00:00.000Z')).toEqual([
      '2027-02-28T12:00:00.000Z',
      '2027-03-31T12:00:00.000Z',
    ]);
    expect(period(anchor, '2028-02-29T12:00:00.000Z')).toEqual([
      '2028-02-29T12:00:00.000Z',
      '2028-03-31T12:00:00.000Z',
    ]);
  });

  it('covers every moment once, for every anchor day over 48 months, one millisecond on either side', () => {
    for (let day = 1; day <= 31; day += 1) {
      const anchor = new Date(Date.UTC(2027, 0, day, 23, 30));
      let { start, end } = getBillingPeriod(anchor, anchor);
      for (let month = 0; month < 48; month += 1) {
        expect(getBillingPeriod(anchor, new Date(end.getTime() - 1))).toEqual({ start, end });
        const next = getBillingPeriod(anchor, end);
        expect(next.start).toEqual(end);
        ({ start, end } = next);
      }
    }
  });

  it('reaches back before its anchor', () => {
    expect(period('2027-03-31T00:00:00.000Z', '2027-02-28T00:00:00.000Z')).toEqual([
      '2027-02-28T00:00:00.000Z',
      '2027-03-31T00:00:00.000Z',
    ]);
  });
});

describe('an account is served', () => {
  const now = new Date('2027-01-01T00:00:00Z');
  const [earlier, later] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)];

  it.each([
    ['active', earlier, true],
    ['trialing', earlier, true],
    ['canceled', later, true],
    ['canceled', now, false],
    ['canceled', earlier, false],
    ['past_due', later, false],
    ['expired', later, false],
  ] as const)('when %s and paid until %s: %s', (status, periodEnd, served) => {
    expect(isServed({ status, periodEnd }, now)).toBe(served);
  });
});
