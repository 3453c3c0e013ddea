import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { logFields } from 'image-url-contract/access-log-fields.ts';
import { putObject } from '../lambdas/aws/s3/client.ts';
import type { LoggedRequest } from '../lambdas/domain/views/access-log.ts';

/** Time for which requests are collected for one file; CloudFront takes minutes. */
const windowMs = 200;
const retryMs = 200;

/** Encodes a value as CloudFront does: no space, control character or percent sign is left. */
const encode = (value: string): string =>
  value.replace(/[^\x21-\x24\x26-\x7e]+/g, (text) => encodeURIComponent(text.toWellFormed()));

/** Returns requests in the format of CloudFront's access logs (w3c). */
export const toLog = (requests: readonly LoggedRequest[]): string =>
  ['#Version: 1.0', `#Fields: ${logFields.join(' ')}`]
    .concat(requests.map((request) => logFields.map((field) => encode(request[field]) || '-').join('\t')))
    .join('\n')
    .concat('\n');

/** Processes the message of a bucket about a new file. */
type Worker = (body: string) => Promise<unknown>;

/** CloudFront's access logs: requests become files in a bucket, each of which is announced to a function. */
export interface AccessLogs {
  add(request: LoggedRequest): void;
  /** Announces files from now on. */
  feed(worker: Worker): void;
  /** Writes and announces what is left. */
  close(): Promise<void>;
}

export const accessLogs = (bucket: string, tries: number): AccessLogs => {
  let waiting: LoggedRequest[] = [];
  let worker: Worker | undefined;
  let working: Promise<void> | undefined;

  const announce = async (key: string): Promise<void> => {
    const body = JSON.stringify({ Records: [{ s3: { object: { key: encodeURIComponent(key) } } }] });
    for (let tried = 1; worker; tried += 1)
      try {
        return void (await worker(body));
      } catch {
        // the function has logged the error
        if (tried === tries) return;
        await sleep(retryMs, undefined, { ref: false });
      }
  };
  const write = async (): Promise<void> => {
    const requests = waiting;
    waiting = [];
    const key = `AWSLogs/CloudFront/${requests[0]?.date}.${randomUUID()}.gz`;
    await putObject(bucket, key, gzipSync(toLog(requests)), 'application/gzip');
    await announce(key);
  };
  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      await sleep(windowMs, undefined, { ref: false });
      await write();
    }
    working = undefined;
  };

  return {
    add: (request) => {
      if (!worker) return;
      waiting.push(request);
      working ??= work();
    },
    feed: (given) => {
      worker = given;
    },
    close: async () => {
      await working;
      worker = undefined;
    },
  };
};
