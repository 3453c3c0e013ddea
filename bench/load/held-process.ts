/**
 * A process with a local service: `node held-process.ts`. For each message it returns the rate of first on-demand
 * requests that the service holds. Copied into earlier revisions.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDev } from '../../test/support/running-service.ts';
import { openServiceTraffic } from './service-traffic.ts';
import { findHeldRate, send } from './traffic.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'load-'));
const { address, stop } = await startDev(dataDir);
const { onDemand } = await openServiceTraffic(address);
await send(onDemand, 3, 5);
process.on('message', async () => void process.send?.(await findHeldRate(onDemand)));
process.on('disconnect', async () => {
  await stop();
  await rm(dataDir, { recursive: true, force: true });
  process.exit();
});
process.send?.('ready');
