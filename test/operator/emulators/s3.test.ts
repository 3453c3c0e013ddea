import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand, type PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
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
  client.send(new PutObjectCommand({ Bucket, Key, Body: 'image', ...more }));

const getBytes = async (Key: string): Promise<Buffer> => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
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
  it.each([
    ['another key id', { ...localCredentials, accessKeyId: 'other' }, 'InvalidAccessKeyId'],
    ['another secret', { ...localCredentials, secretAccessKey: 'other' }, 'SignatureDoesNotMatch'],
  ])('refuses a signature with %s', async (_title, credentials, name) => {
    const stranger = clientWith(credentials);
    await expect(stranger.send(new GetObjectCommand({ Bucket, Key: 'a' }))).rejects.toMatchObject({ name });
    stranger.destroy();
  });

  it('answers 409 to a conditional write while another one of the key is under way', async () => {
    const writes = await Promise.allSettled(Array.from({ length: 8 }, () => put('raced', { IfNoneMatch: '*' })));
    const answers = writes.map((write) => (write.status === 'fulfilled' ? 'stored' : write.reason.name));

    expect(answers.filter((answer) => answer === 'stored')).toHaveLength(1);
    expect(answers).toContain('ConditionalRequestConflict');
    await expect(put('raced', { IfNoneMatch: '*' })).rejects.toMatchObject({ name: 'PreconditionFailed' });
  });

  it('refuses a request without a signature', async () => {
    const answer = await fetch(`${s3.url}/${Bucket}/a`);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('<Code>AccessDenied</Code>');
  });

  it('persists its objects between starts and drops unfinished writes', async () => {
    await put('a', { ContentType: 'image/webp' });
    await writeFile(join(dir, Bucket, 'half.tmp'), 'hal');
    await s3.close();

    s3 = await startS3({ dir, buckets: [Bucket] });
    client.destroy();
    client = clientWith(localCredentials);

    const found = await client.send(new GetObjectCommand({ Bucket, Key: 'a' }));
    expect(found.ContentType).toBe('image/webp');
    expect(await found.Body?.transformToString()).toBe('image');
    expect(await readdir(join(dir, Bucket))).toHaveLength(1);
  });

  it('stores every key inside its folder', async () => {
    await put('../../outside');
    expect((await getBytes('../../outside')).toString()).toBe('image');
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
