import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  ChecksumAlgorithm,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  type PutObjectCommandInput,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localCredentials, localRegion } from '../../../local/credentials.ts';
import type { Emulator } from '../../../local/listen.ts';
import { startS3 } from '../../../local/s3.ts';

const Bucket = 'images';
let dir: string;
let s3: Emulator;
let client: S3Client;

const clientWith = (credentials: { accessKeyId: string; secretAccessKey: string }) =>
  new S3Client({ endpoint: s3.url, region: localRegion, credentials, maxAttempts: 1 });

const put = (Key: string, more: Partial<PutObjectCommandInput> = {}) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body: 'picture', ...more }));

const getBytes = async (Key: string): Promise<Buffer> => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
};

/** Sends headers of our own under a right signature: what the client computes by itself cannot be wrong. */
const putWithHeader = (Key: string, name: string, value: string) => {
  const command = new PutObjectCommand({ Bucket, Key, Body: 'picture' });
  command.middlewareStack.add(
    (next) => (args) => {
      (args.request as { headers: Record<string, string> }).headers[name] = value;
      return next(args);
    },
    { step: 'build', priority: 'low' },
  );
  return client.send(command);
};

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 's3-'));
  s3 = await startS3({ dir, buckets: [Bucket] });
  client = clientWith(localCredentials);
});

afterEach(async () => {
  client.destroy();
  await s3.close();
  await rm(dir, { recursive: true });
});

describe('the S3 emulator', () => {
  it('gives back bytes, media type, caching and metadata as they were put', async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_unused, at) => at % 251));

    const { ETag } = await put('cards/ü & é+1.png', {
      Body: bytes,
      ContentType: 'image/png',
      CacheControl: 'no-store',
      Metadata: { engine: 'e1' },
    });
    const found = await client.send(new GetObjectCommand({ Bucket, Key: 'cards/ü & é+1.png' }));

    expect(Buffer.from((await found.Body?.transformToByteArray()) ?? [])).toEqual(bytes);
    expect(found).toMatchObject({
      ContentType: 'image/png',
      CacheControl: 'no-store',
      ContentLength: 70_000,
      Metadata: { engine: 'e1' },
      ETag,
    });
    expect(ETag).toBe(`"${createHash('md5').update(bytes).digest('hex')}"`);
  });

  it('replaces an object, tells its facts and deletes it', async () => {
    await put('a');
    await put('a', { Body: 'another', ContentType: 'text/plain' });

    const head = await client.send(new HeadObjectCommand({ Bucket, Key: 'a' }));
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'a' }));

    expect(head).toMatchObject({ ContentLength: 7, ContentType: 'text/plain' });
    await expect(getBytes('a')).rejects.toBeInstanceOf(NoSuchKey);
    await expect(client.send(new HeadObjectCommand({ Bucket, Key: 'a' }))).rejects.toBeInstanceOf(NotFound);
    await expect(client.send(new DeleteObjectCommand({ Bucket, Key: 'a' }))).resolves.toMatchObject({});
  });

  it('holds an empty object', async () => {
    await put('empty', { Body: '' });

    expect(await getBytes('empty')).toHaveLength(0);
  });

  it('knows no bucket but its own', async () => {
    const answer = client.send(new GetObjectCommand({ Bucket: 'other', Key: 'a' }));

    await expect(answer).rejects.toMatchObject({ name: 'NoSuchBucket' });
  });

  it('stores streamed bodies as they are, without the chunks they came in', async () => {
    const bytes = Buffer.alloc(300_000, 'stream');

    await put('streamed', { Body: Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]), ContentLength: 300_000 });

    expect((await getBytes('streamed')).equals(bytes)).toBe(true);
    const head = await client.send(new HeadObjectCommand({ Bucket, Key: 'streamed', ChecksumMode: 'ENABLED' }));
    expect(head.ChecksumCRC32).toBeDefined();
    expect(head.ContentEncoding).toBeUndefined();
  });

  it.each([ChecksumAlgorithm.CRC32, ChecksumAlgorithm.CRC64NVME, ChecksumAlgorithm.SHA1, ChecksumAlgorithm.SHA256])(
    'takes a right %s and gives it back',
    async (algorithm) => {
      const { [`Checksum${algorithm}` as 'ChecksumCRC32']: stored } = await put('a', { ChecksumAlgorithm: algorithm });

      const head = await client.send(new HeadObjectCommand({ Bucket, Key: 'a', ChecksumMode: 'ENABLED' }));

      expect(stored).toMatch(/=$/);
      expect(head[`Checksum${algorithm}` as 'ChecksumCRC32']).toBe(stored);
    },
  );

  it('computes CRC-64/NVME as its definition does', async () => {
    const { ChecksumCRC64NVME } = await put('a', {
      Body: '123456789',
      ChecksumCRC64NVME: Buffer.from('ae8b14860a799888', 'hex').toString('base64'),
    });

    expect(ChecksumCRC64NVME).toBe('rosUhgp5mIg=');
  });

  it.each([
    ['x-amz-checksum-crc32', 'AAAAAA=='],
    ['x-amz-checksum-crc64nvme', 'AAAAAAAAAAA='],
    ['x-amz-checksum-sha256', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='],
    ['content-md5', 'AAAAAAAAAAAAAAAAAAAAAA=='],
  ])('refuses a wrong %s and stores nothing', async (name, value) => {
    await expect(putWithHeader('a', name, value)).rejects.toMatchObject({ name: 'BadDigest' });

    await expect(getBytes('a')).rejects.toBeInstanceOf(NoSuchKey);
  });

  it('refuses a checksum it cannot compute', async () => {
    await expect(putWithHeader('a', 'x-amz-checksum-crc32c', 'AAAAAA==')).rejects.toMatchObject({
      name: 'NotImplemented',
    });
  });

  it('refuses a body that is not the one that was signed', async () => {
    await expect(putWithHeader('a', 'x-amz-content-sha256', '0'.repeat(64))).rejects.toMatchObject({
      name: 'XAmzContentSHA256Mismatch',
    });
  });

  it.each([
    ['another key id', { ...localCredentials, accessKeyId: 'other' }, 'InvalidAccessKeyId'],
    ['another secret', { ...localCredentials, secretAccessKey: 'other' }, 'SignatureDoesNotMatch'],
  ])('refuses a signature with %s', async (_title, credentials, name) => {
    const stranger = clientWith(credentials);

    await expect(stranger.send(new GetObjectCommand({ Bucket, Key: 'a' }))).rejects.toMatchObject({ name });
    stranger.destroy();
  });

  it('refuses a request without a signature', async () => {
    const answer = await fetch(`${s3.url}/${Bucket}/a`);

    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('<Code>AccessDenied</Code>');
  });

  it('lets one of 20 writers through that all ask for an absent key', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_unused, at) => put('once', { Body: `writer ${at}`, IfNoneMatch: '*' })),
    );

    const winners = results.flatMap(({ status }, at) => (status === 'fulfilled' ? [at] : []));
    const losers = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.name] : []));
    expect(winners).toHaveLength(1);
    expect(losers).toEqual(Array(19).fill('PreconditionFailed'));
    expect((await getBytes('once')).toString()).toBe(`writer ${winners[0]}`);
  });

  it('lets one of 20 writers through that all read the same version', async () => {
    const { ETag } = await put('shared');

    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_unused, at) => put('shared', { Body: `writer ${at}`, IfMatch: ETag })),
    );

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(put('absent', { IfMatch: ETag })).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('answers 304 to who has the bytes already', async () => {
    const { ETag } = await put('a');

    const answer = client.send(new GetObjectCommand({ Bucket, Key: 'a', IfNoneMatch: ETag }));

    await expect(answer).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });
  });

  it('lists keys under a prefix in order, page after page', async () => {
    await Promise.all(['b/3', 'a/1', 'b/1', 'b/2', 'b/<&>'].map((key) => put(key)));

    const keys: (string | undefined)[] = [];
    for await (const page of paginateListObjectsV2({ client, pageSize: 3 }, { Bucket, Prefix: 'b/' })) {
      keys.push(...(page.Contents ?? []).map(({ Key }) => Key));
    }

    expect(keys).toEqual(['b/1', 'b/2', 'b/3', 'b/<&>']);
  });

  it('keeps its objects from one start to the next and drops what a kill left unfinished', async () => {
    await put('a', { ContentType: 'image/webp' });
    await writeFile(join(dir, Bucket, 'half.tmp'), 'hal');
    await s3.close();

    s3 = await startS3({ dir, buckets: [Bucket] });
    client.destroy();
    client = clientWith(localCredentials);

    const found = await client.send(new GetObjectCommand({ Bucket, Key: 'a' }));
    expect(found.ContentType).toBe('image/webp');
    expect(await found.Body?.transformToString()).toBe('picture');
    expect(await readdir(join(dir, Bucket))).toHaveLength(1);
  });

  it('keeps keys inside its folder, whatever they say', async () => {
    await put('../../outside');

    expect((await getBytes('../../outside')).toString()).toBe('picture');
    expect(await readdir(dir)).toEqual([Bucket]);
  });

  it('stores nothing of a body that ends too early, and goes on', async () => {
    const socket = connect(s3.port, '127.0.0.1');
    socket.end(`PUT /${Bucket}/a HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{`);
    await once(socket.resume(), 'close');

    expect(await readdir(join(dir, Bucket))).toEqual([]);
    await expect(put('a')).resolves.toMatchObject({});
  });
});
