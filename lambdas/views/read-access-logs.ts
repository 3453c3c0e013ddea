import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ViewRow } from '../domain/records/view-records.ts';
import { getViewedImage, type LoggedRequest, readHeader, readLine } from '../domain/views/access-log.ts';
import { getPlatform } from '../domain/views/platform.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';

/** Rows that are held in memory at once; a file with more is read again for each further part of them. */
const rowsAtOnce = 100_000;
/** Longest line; CloudFront's URLs and headers are shorter. Encoding makes them up to nine times as long. */
const lineCharacters = 256 << 10;

/** A log file that is not what CloudFront writes: reading it again would give the same. */
class UnreadableLog extends Error {}

const isOfGzip = (error: unknown): boolean => /^Z_/.test(String((error as { code?: unknown }).code));

/** Yields the lines of a gzipped text. @throws UnreadableLog for one that is truncated or not gzipped */
async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const source = Readable.from(bytes);
  const text = new PassThrough();
  const unpacking = pipeline(source, createGunzip(), text).catch((cause: unknown) => {
    // any other error is one of the network, and worth another try
    throw isOfGzip(cause) ? new UnreadableLog('It is truncated, or not gzipped.', { cause }) : cause;
  });
  unpacking.catch(() => undefined);
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of text) {
      const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > lineCharacters) throw new UnreadableLog('It has a line without an end.');
      yield* lines;
    }
  } catch (error) {
    await unpacking;
    throw error;
  } finally {
    text.destroy();
    source.destroy();
  }
  await unpacking;
  if (rest !== '') yield rest;
}

interface Counted {
  readonly rows: readonly ViewRow[];
  readonly badLines: number;
  /** `yyyy-mm-ddThh:mm:ss` of the latest request; '' without one. */
  readonly latest: string;
}

/** Part of the rows of a file: those whose key's hash is `part` modulo `parts`. */
interface Part {
  readonly part: number;
  readonly parts: number;
}

const isIn = (key: string, { part, parts }: Part): boolean =>
  parts === 1 || createHash('md5').update(key).digest().readUInt32BE(0) % parts === part;

/** Returns the row that a request counts in, with its key; undefined if it is no view. */
const toRow = (kind: ViewRow['kind'], request: LoggedRequest): readonly [key: string, row: ViewRow] | undefined => {
  const image = getViewedImage(request);
  if (!image) return undefined;
  const { accountId, subject, signed } = image;
  const { date: day } = request;
  const key = `${accountId} ${day} ${subject}`;
  return kind === 'template'
    ? [key, { kind, accountId, day, subject, counts: {} }]
    : [`${key} ${signed.keyId} ${signed.query}`, { kind, accountId, day, subject, signed, count: 0 }];
};

/** Returns a row with one view more. */
const addView = (row: ViewRow, request: LoggedRequest): ViewRow => {
  if (row.kind === 'image') return { ...row, count: row.count + 1 };
  const platform = getPlatform(request['cs(User-Agent)']);
  return { ...row, counts: { ...row.counts, [platform]: (row.counts[platform] ?? 0) + 1 } };
};

type LogPorts = PortsOf<'readAccessLogs'>;

/**
 * Reads a file to its end and adds up a part of its rows of one kind.
 *
 * @param most number of rows
 * @returns the rows in the order of their keys, which depends on the file only; undefined if there are more than `most`
 * @throws UnreadableLog
 */
const tallyPart = async (
  ports: LogPorts,
  file: string,
  kind: ViewRow['kind'],
  part: Part,
  most: number,
): Promise<Counted | undefined> => {
  const bytes = await ports['logs:read'].open(file);
  if (!bytes) throw new UnreadableLog('It is not in the bucket.');
  const rows = new Map<string, ViewRow>();
  let fields: readonly string[] | undefined;
  let badLines = 0;
  let latest = '';
  for await (const line of readLines(bytes)) {
    if (line === '') continue;
    if (line.startsWith('#')) {
      fields = readHeader(line) ?? fields;
      continue;
    }
    const request = fields && readLine(fields, line);
    if (!request) {
      badLines += 1;
      continue;
    }
    const at = `${request.date}T${request.time}`;
    if (at > latest) latest = at;
    const [key, empty] = toRow(kind, request) ?? [];
    if (key === undefined || !empty || !isIn(key, part)) continue;
    rows.set(key, addView(rows.get(key) ?? empty, request));
    if (rows.size > most) return undefined;
  }
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  return { rows: sorted, badLines, latest };
};

/**
 * Counts the rows of one kind of a log file: as a whole or, if there are more than fit into memory, part by part, for
 * each of which it is read again. Nothing is counted before the file was read to its end once, and each row is written
 * once. Kinds are counted apart, so that a changed setting counts none twice.
 */
const countRows = async (
  ports: LogPorts,
  runtime: Runtime,
  file: string,
  kind: ViewRow['kind'],
): Promise<Omit<Counted, 'rows'>> => {
  for (let parts = 1; ; parts *= 4) {
    const first = await tallyPart(ports, file, kind, { part: 0, parts }, rowsAtOnce);
    if (!first) continue;
    for (let part = 0; part < parts; part += 1) {
      // hashes spread rows evenly, not exactly
      const counted = part === 0 ? first : await tallyPart(ports, file, kind, { part, parts }, 2 * rowsAtOnce);
      if (!counted) throw new Error(`The rows of ${file} are unevenly distributed.`);
      await ports['views:count'].count(file, `${kind} ${part} of ${parts}`, counted.rows, runtime.now());
    }
    return first;
  }
};

/**
 * Counts the views of one log file, once, however often it is announced. A file that cannot be read is logged by its
 * name and counted in the metric, and nothing of it in the views; a line that cannot be read is left out.
 *
 * @throws errors of AWS, so that the file is announced again
 */
export const readAccessLog = async (ports: LogPorts, runtime: Runtime, file: string): Promise<void> => {
  try {
    const { badLines, latest } = await countRows(ports, runtime, file, 'template');
    if (ports['views:count'].setting === 'images') await countRows(ports, runtime, file, 'image');
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
