import { gzipSync } from 'node:zlib';
import { logFields } from 'image-url-contract/access-log-fields.ts';
import { limits } from 'image-url-contract/limits.ts';
import { platforms } from 'image-url-contract/schemas/views.ts';
import { describe, expect, it } from 'vitest';
import { documents } from '../../lambdas/aws/dynamodb/client.ts';
import { dynamoDbViewCounter } from '../../lambdas/aws/dynamodb/view-counter.ts';
import { dynamoDbViewReader } from '../../lambdas/aws/dynamodb/views.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import type { LoggedRequest } from '../../lambdas/domain/views/access-log.ts';
import { getPlatform } from '../../lambdas/domain/views/platform.ts';
import { readAccessLog } from '../../lambdas/views/read-access-logs.ts';
import { toLog } from '../../local/access-logs.ts';
import { onEmptyCloud } from '../support/empty-cloud.ts';
import { quietRuntime } from '../support/quiet-runtime.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { rowsOf } from '../support/rows.ts';

onEmptyCloud();

const agents = {
  linkedin: 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  slack: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  x: 'Twitterbot/1.0',
  whatsapp: 'WhatsApp/2.23.20.0',
  facebook: 'Mozilla/5.0 (Macintosh) AppleWebKit/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  discord: 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  telegram: 'TelegramBot (like TwitterBot)',
  google: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  browser: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  other: 'curl/8.5.0',
} as const;

it('knows every platform by its User-Agent, and invents none', () => {
  for (const platform of platforms) expect([platform, getPlatform(agents[platform])]).toEqual([platform, platform]);
  expect(getPlatform('Mozilla/5.0 (compatible; SkypeUriPreview)')).toBe('other');
  expect(getPlatform('Mozilla/5.0 (compatible; AhrefsBot/7.0)')).toBe('other');
  expect(getPlatform('-')).toBe('other');
});

const accounts = ['ana', 'ben', 'cleo'];
const minted = (uid: string, templateId: string, n: number) =>
  `dpr=1&exp=1953158400000&format=png&height=10&rv=e1-${'0'.repeat(16)}&templateId=${templateId}&tv=1&uid=${uid}&v_n=${n}&width=10&sig=1.${'a'.repeat(64)}`;

const aRequest = (random: Random): LoggedRequest & { readonly counted?: readonly string[] } => {
  const day = `2026-10-${String(random.int(1, 31)).padStart(2, '0')}`;
  const uid = random.pick(accounts);
  const templateId = `card${random.int(1, 4)}`;
  const platform = random.pick(platforms);
  const isWrong = random.int(1, 10);
  const common = { date: day, time: '12:30:15', 'cs(User-Agent)': agents[platform] as string };
  const failed = {
    1: { 'sc-status': '403' },
    2: { 'cs-method': 'HEAD' },
    3: { 'cs-uri-stem': '/favicon.ico' },
    4: { 'cs(User-Agent)': 'image-url-canary' },
    5: { 'sc-content-type': 'image/png; fallback=true' },
  }[isWrong];
  return {
    ...common,
    'cs-method': 'GET',
    'cs-uri-stem': '/v1/image',
    'cs-uri-query': minted(uid, templateId, random.int(1, 50)),
    'sc-status': random.pick(['200', '206', '304']),
    'sc-content-type': 'image/png',
    ...failed,
    ...(failed === undefined && { counted: [uid, day, templateId, platform] }),
  };
};

/** Counts what is sent to the table: transactions, and the writes in them by file. */
const countWrites = () => {
  const rows: number[] = [];
  documents.middlewareStack.add(
    (next, { commandName }) =>
      async (given) => {
        const answer = await next(given);
        const { TransactItems = [] } = given.input as { TransactItems?: unknown[] };
        if (commandName === 'TransactWriteItemsCommand' || TransactItems.length > 0)
          rows.push(TransactItems.length - 1);
        return answer;
      },
    { step: 'initialize', name: 'countRows', override: true },
  );
  return rows;
};

const read = async (
  files: ReadonlyMap<string, Uint8Array>,
  order: readonly string[],
  setting: 'templates' | 'images',
) => {
  const told: unknown[] = [];
  const runtime = {
    ...quietRuntime(() => new Date('2026-11-01T00:00:00Z')),
    log: (_level: string, message: string, details: { file?: string } = {}) => void told.push([message, details.file]),
    count: (values: object) => void told.push(values),
  };
  const ports = {
    'logs:read': {
      open: async (key: string) => {
        const bytes = files.get(key);
        // as a network delivers it
        return (
          bytes &&
          (async function* () {
            for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000);
          })()
        );
      },
    },
    'closedAccounts:read': { isClosed: async () => false },
    'views:count': { ...dynamoDbViewCounter(readEnvironment('views:count')), setting },
  } as const;
  for (const file of order) await readAccessLog(ports, runtime, file);
  return told;
};

const stored = async () => {
  const { ofTemplates, ofImages } = dynamoDbViewReader(readEnvironment('views:read'));
  const counts = new Map<string, number>();
  let images = 0;
  for (const account of accounts) {
    for await (const { day, subject, counts: row } of ofTemplates(account, '2026-10-01', '2026-10-31'))
      for (const [platform, count] of row) if (count > 0) counts.set(`${account} ${day} ${subject} ${platform}`, count);
    for await (const { views } of ofImages(account, '2026-10-01', '2026-10-31')) images += views;
  }
  return { counts, images };
};

describe('a month of access logs', () => {
  it('of 100,000 lines in 300 files, delivered twice, out of order, some of them damaged, is counted exactly', async () => {
    const random = randomFrom(3);
    const [lines, number] = [100_000, 300];
    const files = new Map<string, Uint8Array>();
    const expected = new Map<string, number>();
    const damaged: string[] = [];
    for (let n = 0; n < number; n += 1) {
      const requests = Array.from({ length: Math.ceil(lines / number) }, () => aRequest(random));
      const packed = gzipSync(toLog(requests));
      const name = `log-${n}.gz`;
      const [isCut, isPlain] = [n % 50 === 7, n % 100 === 13];
      files.set(name, isCut ? packed.subarray(0, packed.length - 30) : isPlain ? Buffer.from(toLog(requests)) : packed);
      if (isCut || isPlain) damaged.push(name);
      else
        for (const { counted } of requests)
          if (counted) expected.set(counted.join(' '), (expected.get(counted.join(' ')) ?? 0) + 1);
    }
    const names = [...files.keys()];
    const order = [...names.toReversed(), ...names.toSorted(() => random.int(-1, 1))];
    const writes = countWrites();

    const told = await read(files, order, 'templates');

    const { counts } = await stored();
    expect(new Map([...counts].sort())).toEqual(new Map([...expected].sort()));
    // of each file once, and no more than one write for each account, day and template in it
    const rowsOfAFile = accounts.length * 31 * 4;
    expect(writes.reduce((sum, rows) => sum + rows, 0)).toBeLessThanOrEqual(number * rowsOfAFile);
    const named = damaged.flatMap((file) => [{ UnreadableLogs: 1 }, ['access log not read', file]]);
    expect(damaged).toHaveLength(9);
    expect(told).toHaveLength(2 * named.length);
    expect(told).toEqual(expect.arrayContaining(named));
  });

  it('counts images too where that is set, and a file once when the setting changes', async () => {
    const random = randomFrom(4);
    const requests = Array.from({ length: 500 }, () => aRequest(random));
    const files = new Map([['changed.gz', gzipSync(toLog(requests))]]);
    const before = await stored();

    await read(files, ['changed.gz'], 'templates');
    await read(files, ['changed.gz', 'changed.gz'], 'images');

    const after = await stored();
    const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((all, one) => all + one, 0);
    const views = requests.filter(({ counted }) => counted).length;
    expect([sum(after.counts) - sum(before.counts), after.images - before.images]).toEqual([views, views]);
  });

  it('names lines that cannot be read, counts the others, and a file that is gone', async () => {
    const random = randomFrom(5);
    const good = Array.from({ length: 20 }, () => aRequest(random));
    const broken = `${toLog(good)}2026-10-01\tbroken\n\xff\xfe\n`;
    const unknown = toLog(good).replace('#Fields: date', '#Fields: place');
    const files = new Map([
      ['broken.gz', gzipSync(broken)],
      ['unknown.gz', gzipSync(unknown)],
    ]);

    const told = await read(files, ['broken.gz', 'unknown.gz', 'gone.gz'], 'templates');

    expect(told).toEqual([
      ...[{ UnreadableLogs: 1 }, ['lines of an access log not read', 'broken.gz']],
      ...[{ UnreadableLogs: 1 }, ['lines of an access log not read', 'unknown.gz']],
      ...[{ UnreadableLogs: 1 }, ['access log not read', 'gone.gz']],
    ]);
  });

  it('reads and writes in proportion to its different lines, however many they are', async () => {
    const work = async (lines: number) => {
      const requests = Array.from({ length: lines }, (_, n) => ({
        ...{ date: '2026-10-01', time: '12:30:15', 'cs-method': 'GET', 'cs-uri-stem': '/v1/image', 'sc-status': '200' },
        ...{ 'sc-content-type': 'image/png', 'cs-uri-query': minted('dora', `card${n}`, n), 'cs(User-Agent)': '-' },
      }));
      const packed = gzipSync(toLog(requests), { level: 1 });
      const done = { opened: 0, written: 0 };
      const count = async (rows: readonly unknown[]) => {
        done.written += rows.length;
      };
      const ports = {
        'logs:read': {
          open: async () => {
            done.opened += 1;
            return [packed];
          },
        },
        'closedAccounts:read': { isClosed: async () => false },
        'views:count': {
          setting: 'images',
          countTemplates: count,
          countImages: count,
          noteLatest: async () => undefined,
        },
      };
      const before = process.threadCpuUsage();
      await readAccessLog(
        ports as never,
        quietRuntime(() => new Date()),
        'many.gz',
      );
      const { user, system } = process.threadCpuUsage(before);
      return { ...done, ms: (user + system) / 1_000 };
    };

    await work(1_000);
    const [once, , four] = [await work(30_000), await work(60_000), await work(120_000)] as const;

    expect([once.written, four.written]).toEqual([60_000, 240_000]);
    // once more where the rows do not fit into memory: nothing is counted of a file without an end
    expect([once.opened, four.opened]).toEqual([1, 2]);
    expect(four.ms / once.ms).toBeLessThan(8);
  });

  it('names as many images of an account and day as it may, counts the others by template, and none twice', async () => {
    const day = '2026-10-02';
    const requests = Array.from({ length: 2 * limits.viewedImages }, (_, n) => ({
      ...{ date: day, time: '12:30:15', 'cs-method': 'GET', 'cs-uri-stem': '/v1/image', 'sc-status': '200' },
      ...{ 'sc-content-type': 'image/png', 'cs-uri-query': minted('emma', 'card', n), 'cs(User-Agent)': '-' },
    }));
    const half = limits.viewedImages / 2 + 10;
    const files = new Map([
      ['first.gz', gzipSync(toLog(requests.slice(0, half)))],
      ['second.gz', gzipSync(toLog(requests))],
    ]);
    const rows = async () => (await rowsOf('VIEWS_TABLE')).filter(({ accountId }) => accountId === 'emma');

    await read(files, ['first.gz', 'second.gz', 'first.gz', 'second.gz'], 'images');

    const found = await rows();
    const ofImages = found.filter(({ part }) => String(part).startsWith('i '));
    const seen = ofImages.reduce((sum, { views }) => sum + Number(views), 0);
    expect(ofImages).toHaveLength(limits.viewedImages);
    expect(seen).toBe(limits.viewedImages + half);
    expect(found.find(({ part }) => part === `n ${day}`)?.rows).toBe(limits.viewedImages);
    expect(found.find(({ part }) => part === `t ${day} card`)?.other).toBe(requests.length + half);
  });

  it('stores no field that names a viewer', () => {
    expect(logFields.filter((field) => /ip|cookie|referer|forwarded|asn|country/i.test(field))).toEqual([]);
  });
});
