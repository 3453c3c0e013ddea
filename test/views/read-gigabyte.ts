import { gzipSync } from 'node:zlib';
import type { LoggedRequest } from '../../lambdas/domain/views/access-log.ts';
import { readAccessLog } from '../../lambdas/views/read-access-logs.ts';
import { toLog } from '../../local/access-logs.ts';
import { quietRuntime } from '../support/quiet-runtime.ts';

/* A program of its own, so that its memory is its own: reads one log of a gigabyte and prints what it counted. */

const bytesWanted = 1_000_000_000;
const rv = `e1-${'0'.repeat(16)}`;
const requests = Array.from(
  { length: 3_000 },
  (_, n): LoggedRequest => ({
    ...{ date: '2026-10-01', time: '12:00:00', 'cs-method': 'GET', 'cs-uri-stem': '/v1/image', 'sc-status': '200' },
    'sc-content-type': 'image/png',
    'cs-uri-query': `dpr=1&exp=1953158400000&format=png&height=10&rv=${rv}&templateId=card${n % 40}&tv=1&uid=ana${n % 9}&v_n=${n}&width=10&sig=1.${'a'.repeat(64)}`,
    'cs(User-Agent)':
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  }),
);
const text = toLog(requests);
const part = gzipSync(text);
const times = Math.ceil(bytesWanted / text.length);

async function* file(): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < times; n += 1) yield part;
}

const counted = { views: 0, rows: 0, unreadable: 0 };
const countUnreadable = (): void => {
  counted.unreadable += 1;
};
const runtime = { ...quietRuntime(() => new Date()), count: () => countUnreadable() };

const ports = {
  'logs:read': { open: async () => file() },
  'views:count': {
    setting: 'templates',
    noteLatest: async () => undefined,
    countTemplates: async (rows: readonly { readonly counts: Readonly<Record<string, number>> }[]) => {
      counted.rows += rows.length;
      for (const { counts } of rows) for (const count of Object.values(counts)) counted.views += count;
    },
  },
} as const;
await readAccessLog(ports as never, runtime, 'large.gz');
const expected = { views: times * requests.length, rows: 360, unreadable: 0 };
console.log(JSON.stringify({ counted, expected, maxRssMib: process.resourceUsage().maxRSS / 1_024 }));
