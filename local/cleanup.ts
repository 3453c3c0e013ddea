import type { ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { cleanup } from 'image-url-engine/workers.ts';

/** Milliseconds without a request after which memory is released. */
const restMs = 250;

setFlagsFromString('--expose-gc');
// V8 plans with a quarter of the machine's memory: under traffic that does not pause, garbage would fill up to four times
// the live heap before it is collected
setFlagsFromString('--heap-growing-percent=50');
const tidy = cleanup(runInNewContext('gc'));
const underWay = new Set<ServerResponse>();
let timer: NodeJS.Timeout | undefined;

/** Releases memory once this and all other requests are answered. */
export const cleanupAfter = (response: ServerResponse): void => {
  clearTimeout(timer);
  underWay.add(response);
  response.once('close', () => {
    underWay.delete(response);
    if (underWay.size === 0) timer = setTimeout(tidy, restMs).unref();
  });
};
