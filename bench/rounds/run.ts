import { checkOut } from '../checkout.ts';
import type { Measurement } from '../measurement.ts';
import type { PartSettings } from '../settings.ts';
import { measureNetwork } from './network.ts';

/**
 * Measures the milliseconds to the first byte with a simulated network: beside a bare function, and beside another
 * revision if there is one. The calls are recorded (`record.ts`).
 */
export const measureRounds = async ({ against, requests }: PartSettings): Promise<Measurement> => {
  const then = against === '' ? undefined : await checkOut(against, { isInstalled: true });
  try {
    return { text: await measureNetwork(Math.ceil(requests / 5), then) };
  } finally {
    then?.remove();
  }
};
