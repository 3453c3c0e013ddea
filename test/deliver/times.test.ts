import { expect, it } from 'vitest';
import { functions } from '../../lambdas/config/functions.ts';
import { getBackoffMs, leaseMs, patienceMs, pollMs, shortBackoffMs, storingMs } from '../../lambdas/domain/times.ts';

it('nobody waits longer than a lease lasts, and a crash is tried again only after its lease', () => {
  const { renderImage, renderOnDemand, renderSiteImage } = functions;
  const shortest = Math.min(...[renderImage, renderOnDemand, renderSiteImage].map((one) => one.timeoutSeconds)) * 1_000;
  const ordered = [
    ...[pollMs.first, pollMs.most, storingMs, patienceMs.image, patienceMs.onDemand],
    ...[patienceMs.page, leaseMs, getBackoffMs(1), shortest],
  ];

  expect(ordered).toEqual(ordered.toSorted((a, b) => a - b));
  expect(shortBackoffMs).toBeLessThan(getBackoffMs(1));
  // CloudFront waits for a minute
  expect(patienceMs.page).toBeLessThan(60_000);
});
