import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ImageViews, TemplateViews, ViewRow } from '../domain/records/view-records.ts';
import {
  getViewedImage,
  type LoggedRequest,
  readHeader,
  readLine,
  type ViewedImage,
} from '../domain/views/access-log.ts';
import { getPlatform } from '../domain/views/platform.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';

/** Rows of one kind that are held in memory at once. */
const rowsAtOnce = 100_000;
/** Longest line; CloudFront's URLs and headers are shorter. Encoding makes them up to nine times as long. */
const lineCharacters = 256 << 10;

/** A log file that is not what CloudFront writes: reading it again would give the same. */
class UnreadableLog extends Error {}

const isOfGzip = (error: unknown): boolean => /^Z_/.test(String((error as { code?: unknown }).code));

/** Yields the unpacked bytes of a gzipped file. @throws UnreadableLog for one that is truncated or not gzipped */
async function* unpack(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const source = Readable.from(bytes);
  const unpacked = new PassThrough();
  const unpacking = pipeline(source, createGunzip(), unpacked).catch((cause: unknown) => {
    // any other error is one of the network, and worth another try
    throw isOfGzip(cause) ? new UnreadableLog('It is truncated, or not gzipped.', { cause }) : cause;
  });
  unpacking.catch(() => undefined);
  try {
    yield* unpacked;
  } catch (error) {
    await unpacking;
    throw error;
  } finally {
    unpacked.destroy();
    source.destroy();
  }
  await unpacking;
}

const requireEnd = (characters: number): void => {
  if (characters > lineCharacters) throw new UnreadableLog('It has a line without an end.');
};

/** Yields the lines of a gzipped text. @throws UnreadableLog */
async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of unpack(bytes)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    requireEnd(rest.length);
    yield* lines;
  }
  if (rest !== '') yield rest;
}

type LogPorts = PortsOf<'readAccessLogs'>;

/** Returns the bytes of a file. @throws UnreadableLog */
const openFile = async (ports: LogPorts, file: string): Promise<AsyncIterable<Uint8Array>> => {
  const bytes = await ports['logs:read'].open(file);
  if (!bytes) throw new UnreadableLog('It is not in the bucket.');
  return bytes;
};

/** Unpacks a file to its end. @throws UnreadableLog */
const requireWhole = async (ports: LogPorts, file: string): Promise<void> => {
  let rest = 0;
  for await (const chunk of unpack(await openFile(ports, file))) {
    const end = chunk.lastIndexOf(0x0a);
    rest = end === -1 ? rest + chunk.length : chunk.length - end - 1;
    requireEnd(rest);
  }
};

/** What counts the rows of one kind. */
interface Tally {
  /** Adds a view of an image. */
  add(request: LoggedRequest, image: ViewedImage): void;
  /** Number of rows in memory. */
  size(): number;
  /** Counts the rows, and forgets them. */
  flush(): Promise<void>;
}

/**
 * Adds up rows by key.
 *
 * @param count counts rows that are a part of the file, in the order of their keys: both depend on the file only
 */
const createTally = <R extends ViewRow>(
  toKey: (request: LoggedRequest, image: ViewedImage) => string,
  add: (row: R | undefined, request: LoggedRequest, image: ViewedImage) => R,
  count: (part: number, rows: readonly R[]) => Promise<void>,
): Tally => {
  const rows = new Map<string, R>();
  let part = 0;
  return {
    add: (request, image) => {
      const key = toKey(request, image);
      rows.set(key, add(rows.get(key), request, image));
    },
    size: () => rows.size,
    flush: async () => {
      const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
      rows.clear();
      await count(part, sorted);
      part += 1;
    },
  };
};

const templateKey = ({ date }: LoggedRequest, { accountId, subject }: ViewedImage): string =>
  `${accountId} ${date} ${subject}`;

const addToTemplate = (
  row: TemplateViews | undefined,
  request: LoggedRequest,
  { accountId, subject }: ViewedImage,
): TemplateViews => {
  const platform = getPlatform(request['cs(User-Agent)']);
  const before = row ?? { kind: 'template', accountId, subject, day: request.date, counts: {} };
  return { ...before, counts: { ...before.counts, [platform]: (before.counts[platform] ?? 0) + 1 } };
};

const imageKey = (request: LoggedRequest, image: ViewedImage): string =>
  `${templateKey(request, image)} ${image.signed.keyId} ${image.signed.query}`;

const addToImage = (
  row: ImageViews | undefined,
  { date }: LoggedRequest,
  { accountId, subject, signed }: ViewedImage,
): ImageViews => ({ kind: 'image', accountId, subject, day: date, signed, count: (row?.count ?? 0) + 1 });

/** Milliseconds for which it is known that an account is not closed; a deletion waits longer for what has begun. */
const openMs = 30_000;

/** Returns a function that asks for each account once in `openMs`. */
const cacheBriefly = (isClosed: (accountId: string) => Promise<boolean>, { now }: Pick<Runtime, 'now'>) => {
  const asked = new Map<string, Promise<boolean>>();
  let since = now().getTime();
  return (accountId: string): Promise<boolean> => {
    if (now().getTime() - since >= openMs) {
      asked.clear();
      since = now().getTime();
    }
    const known = asked.get(accountId) ?? isClosed(accountId);
    asked.set(accountId, known);
    return known;
  };
};

/** Returns the tallies of a file. Kinds are counted apart, so that a changed setting counts none twice. */
const createTallies = (ports: LogPorts, runtime: Runtime, file: string): readonly Tally[] => {
  const counter = ports['views:count'];
  const isClosed = cacheBriefly((accountId) => ports['closedAccounts:read'].isClosed(accountId), runtime);
  const templates = createTally(templateKey, addToTemplate, (part, rows) =>
    counter.countTemplates(rows, { file, group: `templates ${part}`, isClosed, now: runtime.now() }),
  );
  if (counter.setting !== 'images') return [templates];
  const images = createTally(imageKey, addToImage, (part, rows) =>
    counter.countImages(rows, { file, group: `images ${part}`, isClosed, now: runtime.now() }),
  );
  return [templates, images];
};

/** What the lines of a file said beside views. */
interface Noted {
  badLines: number;
  /** `yyyy-mm-ddThh:mm:ss` of the latest request; '' without one. */
  latest: string;
}

/** Yields the requests of a file. @throws UnreadableLog */
async function* readRequests(ports: LogPorts, file: string, noted: Noted): AsyncGenerator<LoggedRequest> {
  let fields: readonly string[] | undefined;
  for await (const line of readLines(await openFile(ports, file))) {
    if (line === '') continue;
    if (line.startsWith('#')) {
      fields = readHeader(line) ?? fields;
      continue;
    }
    const request = fields && readLine(fields, line);
    if (!request) {
      noted.badLines += 1;
      continue;
    }
    const at = `${request.date}T${request.time}`;
    if (at > noted.latest) noted.latest = at;
    yield request;
  }
}

/**
 * Counts a file in one pass: rows are added up in memory and counted at its end or, where they are too many, whenever
 * there are `rowsAtOnce` of a kind. Nothing is counted of a file that cannot be read to its end: before the first rows of
 * a larger one are counted, it is read to its end for that.
 *
 * @throws UnreadableLog
 */
const countFile = async (ports: LogPorts, runtime: Runtime, file: string): Promise<Noted> => {
  const tallies = createTallies(ports, runtime, file);
  const noted: Noted = { badLines: 0, latest: '' };
  let isWhole = false;
  for await (const request of readRequests(ports, file, noted)) {
    const image = getViewedImage(request);
    if (!image) continue;
    for (const tally of tallies) {
      tally.add(request, image);
      if (tally.size() < rowsAtOnce) continue;
      if (!isWhole) await requireWhole(ports, file);
      isWhole = true;
      await tally.flush();
    }
  }
  for (const tally of tallies) await tally.flush();
  return noted;
};

/**
 * Counts the views of one log file, once, however often it is announced, of accounts that are not closed. A file that
 * cannot be read is logged by its name and counted in the metric, and nothing of it in the views; a line that cannot be
 * read is left out.
 *
 * @throws errors of AWS, so that the file is announced again
 */
export const readAccessLog = async (ports: LogPorts, runtime: Runtime, file: string): Promise<void> => {
  try {
    const { badLines, latest } = await countFile(ports, runtime, file);
    if (latest !== '') await ports['views:count'].noteLatest(new Date(`${latest}Z`));
    if (badLines === 0) return;
    runtime.count({ UnreadableLogs: 1 });
    runtime.log('error', 'lines of an access log not read', { file, badLines });
  } catch (cause) {
    if (!(cause instanceof UnreadableLog)) throw cause;
    runtime.count({ UnreadableLogs: 1 });
    runtime.log('error', 'access log not read', { file, cause });
  }
};
