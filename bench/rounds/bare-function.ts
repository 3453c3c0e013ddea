/**
 * A process with a function that renders the card of the operations with takumi, stores it in S3 and answers, behind a
 * simulated network: `node bare-function.ts DELAYS`. It returns the milliseconds of each image.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { startEmulators } from '../../local/emulators.ts';

import { openTakumi } from '../engines/takumi.ts';
import { loadCard } from '../load/card.ts';
import type { Delays } from './network-process.ts';

const { S3Client: delayMs = 0 } = JSON.parse(process.argv[2] ?? '{}') as Delays;
const folder = await mkdtemp(join(tmpdir(), 'bare-'));
const cloud = await startEmulators(folder);
Object.assign(process.env, cloud.environment);
const objects = new S3Client({ forcePathStyle: true });
const engine = await openTakumi(undefined, [loadCard]);
await engine.prepare(loadCard);

let count = 0;
const answer = async (): Promise<number> => {
  count += 1;
  const started = performance.now();
  const Body = await engine.render(loadCard, { title: `image ${count}` }, 'webp');
  await pause(delayMs);
  await objects.send(new PutObjectCommand({ Bucket: process.env.IMAGES_BUCKET, Key: `bare/${count}`, Body }));
  return performance.now() - started;
};
process.on('message', async () => void process.send?.(await answer()));
process.on('disconnect', async () => {
  await cloud.close();
  await rm(folder, { recursive: true, force: true });
  process.exit();
});
process.send?.('ready');
