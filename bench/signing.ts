import { createClient } from '../packages/client/src/index.ts';
import type { Measurement } from './measurement.ts';
import type { PartSettings } from './settings.ts';
import { getSpread } from './timing.ts';

/** Number of signatures that are timed together, because one is too short for the clock. */
const atOnce = 100;

/** Measures the microseconds of one signature by the client, with changing variables. */
export const measureSigning = async ({ signatures }: PartSettings): Promise<Measurement> => {
  const signingKey = `iusk.bench.${Buffer.alloc(32, 7).toString('base64url')}`;
  const images = createClient({ imageHost: 'https://images.example.org', signingKey });
  const times: number[] = [];
  for (let done = -signatures / 10; done < signatures; done += atOnce) {
    const started = performance.now();
    for (let n = 0; n < atOnce; n += 1)
      images.sign({ templateId: 'starter-article', variables: { title: `Article ${done + n}` } });
    if (done >= 0) times.push(((performance.now() - started) * 1_000) / atOnce);
  }
  const { median, p10, p90 } = getSpread(times);
  return { text: `Signing in the client: ${median.toFixed(1)} µs (${p10.toFixed(1)} to ${p90.toFixed(1)}).` };
};
