import { createHash } from 'node:crypto';
import { open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createKeyedQueue } from '../keyed-queue.ts';
import { privateFolder } from '../private-folder.ts';
import { unfinished, writeAtomically } from '../write-atomically.ts';
import { S3Failure } from './failure.ts';

/** Properties of an object besides its bytes. */
export interface ObjectMetadata {
  readonly key: string;
  /** MD5 of the bytes in hex, in quotes. */
  readonly etag: string;
  readonly sizeBytes: number;
  /** ISO 8601. */
  readonly modified: string;
  /** Headers of responses: media type, caching, metadata. */
  readonly headers: Readonly<Record<string, string>>;
  /** `x-amz-checksum-*` headers as received. */
  readonly checksums: Readonly<Record<string, string>>;
}

/** Checks the current object before a write; throws to reject the write. */
export type Precondition = (current: ObjectMetadata | undefined) => void;

/** Far above S3's limit for headers and metadata together. */
const longestFactsBytes = 32_768;

const absentAsUndefined = (error: NodeJS.ErrnoException): undefined => {
  if (error.code === 'ENOENT') return undefined;
  throw error;
};

/**
 * Objects on disk, one file each, named by the hash of the key: a line of JSON with the properties, then the bytes. In
 * one file, bytes and properties are replaced atomically.
 */
export class ObjectStore {
  private readonly dir: string;
  private readonly buckets: ReadonlySet<string>;
  private readonly oneAtATime = createKeyedQueue();

  private constructor(dir: string, buckets: readonly string[]) {
    this.dir = dir;
    this.buckets = new Set(buckets);
  }

  /** Creates missing buckets and removes incomplete files. */
  static async open(dir: string, buckets: readonly string[]): Promise<ObjectStore> {
    await privateFolder(dir);
    for (const bucket of buckets) {
      const folder = join(dir, bucket);
      await privateFolder(folder);
      const drafts = (await readdir(folder)).filter((name) => name.endsWith(unfinished));
      for (const name of drafts) await rm(join(folder, name), { force: true });
    }
    return new ObjectStore(dir, buckets);
  }

  private folder(bucket: string): string {
    if (this.buckets.has(bucket)) return join(this.dir, bucket);
    throw new S3Failure('NoSuchBucket', 'The specified bucket does not exist.');
  }

  private file(bucket: string, key: string): string {
    return join(this.folder(bucket), createHash('sha256').update(key).digest('hex'));
  }

  async facts(bucket: string, key: string): Promise<ObjectMetadata | undefined> {
    return readFacts(this.file(bucket, key));
  }

  async read(bucket: string, key: string): Promise<{ facts: ObjectMetadata; bytes: Buffer } | undefined> {
    const content = await readFile(this.file(bucket, key)).catch(absentAsUndefined);
    if (!content) return undefined;
    const end = content.indexOf('\n');
    return { facts: JSON.parse(content.toString('utf8', 0, end)), bytes: content.subarray(end + 1) };
  }

  /** Checks and writes in one step, so that of several conditional writes of one key only one succeeds. */
  async write(
    bucket: string,
    bytes: Uint8Array,
    about: Pick<ObjectMetadata, 'key' | 'headers' | 'checksums'>,
    check: Precondition,
  ): Promise<ObjectMetadata> {
    const path = this.file(bucket, about.key);
    return this.oneAtATime(path, async () => {
      check(await readFacts(path));
      const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
      const facts = { ...about, etag, sizeBytes: bytes.length, modified: new Date().toISOString() };
      await writeAtomically(path, Buffer.concat([Buffer.from(`${JSON.stringify(facts)}\n`), bytes]));
      return facts;
    });
  }

  async remove(bucket: string, key: string, check: Precondition): Promise<void> {
    const path = this.file(bucket, key);
    await this.oneAtATime(path, async () => {
      check(await readFacts(path));
      await rm(path, { force: true });
    });
  }

  /** Returns all objects of a bucket in S3's order, that of the keys' UTF-8 bytes. */
  async list(bucket: string): Promise<readonly ObjectMetadata[]> {
    const folder = this.folder(bucket);
    const names = (await readdir(folder)).filter((name) => !name.endsWith(unfinished));
    const found: ObjectMetadata[] = [];
    for (const name of names) {
      const facts = await readFacts(join(folder, name));
      if (facts) found.push(facts);
    }
    return found.sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  }
}

const readFacts = async (path: string): Promise<ObjectMetadata | undefined> => {
  const file = await open(path).catch(absentAsUndefined);
  if (!file) return undefined;
  try {
    const start = Buffer.alloc(longestFactsBytes);
    const { bytesRead } = await file.read(start, 0, start.length, 0);
    return JSON.parse(start.toString('utf8', 0, start.subarray(0, bytesRead).indexOf('\n')));
  } finally {
    await file.close();
  }
};
