import { randomBytes } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '#engine/hash.ts';
import type { RenderPlan } from '#engine/template/render-plan/render-plan.ts';
import { objects, putObject } from '../../lambdas/aws/s3/client.ts';
import { s3ImageReader, s3ImageWriter } from '../../lambdas/aws/s3/images.ts';
import {
  s3CachedRemoteImageReader,
  s3CachedRemoteImageWriter,
  s3RenderPlanReader,
  s3SourceReader,
  s3SourceWriter,
} from '../../lambdas/aws/s3/sources.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { useFaultyCloud } from '../support/faults/faulty-cloud.ts';

/**
 * @promise Old and new formats: A change of any byte of a stored render plan or tree is detected by its hash
 * @also test/templates/versions.faults.slow.test.ts
 * @figure long form: every byte of a render plan, 121 bytes of a tree
 */

const cloud = useFaultyCloud();

const aRenderPlan = (script: string): RenderPlan => ({
  formatVersion: 1,
  script,
  variables: [],
  seesAll: false,
  options: { engine: 'satori' },
});
const renderPlans = () => s3RenderPlanReader(readEnvironment('renderPlans:read'));
const put = (key: string, body: string | Uint8Array) =>
  objects.send(new PutObjectCommand({ Bucket: process.env.SOURCES_BUCKET, Key: key, Body: body }));
const times = (n: number, fault: 'cut' | 'reset' | 'throttle' | 'error') => {
  let left = n;
  cloud.s3.decide = () => {
    left -= 1;
    return left >= 0 ? fault : undefined;
  };
};

describe('code and plans', () => {
  it.each([
    ['reset', 2],
    ['throttle', 2],
    ['error', 2],
    ['cut', 1],
  ] as const)('are read as they were written, also through %s', async (fault, count) => {
    const plan = aRenderPlan(`${fault} ${count}`);
    const writer = s3SourceWriter(readEnvironment('sources:write'));
    const { codeHash, renderPlanHash } = await writer.put('ana', 'let a = "é"', plan);
    times(count, fault);

    expect(await renderPlans().find('ana', renderPlanHash)).toEqual(plan);
    expect(await s3SourceReader(readEnvironment('sources:read')).code('ana', codeHash)).toBe('let a = "é"');
  });

  it('are a failure, not an absence, when the bucket cannot be read', async () => {
    cloud.s3.decide = () => 'error';

    await expect(renderPlans().find('ana', sha256Hex('any'))).rejects.toMatchObject({ name: 'InternalError' });
  });

  it('are looked for once, under their account: absence is refused to whom the bucket does not list', async () => {
    const code = 'of no account';
    await put(`code/${sha256Hex(code)}`, code);
    cloud.calm();

    await expect(s3SourceReader(readEnvironment('sources:read')).code('ana', sha256Hex(code))).rejects.toThrow(
      /missing/,
    );

    expect(cloud.s3.calls.length).toBe(1);
  });

  it('are refused with any one byte changed', async () => {
    const text = JSON.stringify(aRenderPlan('return 1'));
    const hash = sha256Hex(text);
    for (let at = 0; at < text.length; at += 1) {
      const changed = Buffer.from(text);
      changed[at] = (changed[at] ?? 0) ^ (1 + (at % 255));
      await put(`render-plans/ana/${hash}`, changed);
      expect(await renderPlans().find('ana', hash)).toBeUndefined();
    }
    await put(`render-plans/ana/${hash}`, text);
    expect(await renderPlans().find('ana', hash)).toEqual(aRenderPlan('return 1'));
  });

  it.each([0, 2, 99, '1', null, undefined])('of format %s are none', async (formatVersion) => {
    const text = JSON.stringify({ ...aRenderPlan('1'), formatVersion });
    await put(`render-plans/ana/${sha256Hex(text)}`, text);

    expect(await renderPlans().find('ana', sha256Hex(text))).toBeUndefined();
  });
});

it('pinned images are lost rather than others', async () => {
  const bytes = randomBytes(100);
  const hash = await s3CachedRemoteImageWriter(readEnvironment('cachedRemoteImages:write')).put('ana', bytes);
  const find = () => s3CachedRemoteImageReader(readEnvironment('cachedRemoteImages:read')).find('ana', hash);

  expect(Buffer.from((await find()) ?? []).equals(bytes)).toBe(true);
  await put(`pinned/ana/${hash}`, randomBytes(100));
  expect(await find()).toBeUndefined();
});

describe('rendered images', () => {
  const image = { bytes: randomBytes(9), format: 'png', missing: [] } as const;
  it('are read as they were written', async () => {
    const name = `images/ana/${randomBytes(16).toString('hex')}`;
    const missing = ['https://a.test/日 本%20.png (HTTP 404)', 'b (lost)'];
    const svgNotes = ['remote image 1 of the template (not rendered: text along a path (<textPath>))'];
    const written = { ...image, missing, svgNotes, freshUntil: new Date('2027-01-01T00:00:00.001Z') };
    await s3ImageWriter(readEnvironment('images:write')).put(name, written, false);

    const { storedAt, bytes, ...found } =
      (await s3ImageReader(readEnvironment('images:read')).find(name)) ?? expect.fail();

    expect({ ...found, bytes: Buffer.from(bytes) }).toEqual(written);
    expect(storedAt).toBeInstanceOf(Date);
  });

  it('say that something is missing also where there is no room to say all of it', async () => {
    const name = `images/ana/${randomBytes(16).toString('hex')}`;
    const missing = Array.from({ length: 20 }, (_, n) => `https://a.test/${n}${'日'.repeat(200)} (HTTP 404)`);
    for (const some of [missing, ['日'.repeat(700)]]) {
      await s3ImageWriter(readEnvironment('images:write')).put(name, { ...image, missing: some }, true);

      const found = await s3ImageReader(readEnvironment('images:read')).find(name);

      expect(found?.missing.length).toBeGreaterThan(0);
    }
  });

  it('give up on a bucket that says nothing', async () => {
    cloud.s3.decide = () => 'stall';

    await expect(s3ImageReader(readEnvironment('images:read')).find('some')).rejects.toThrow(/abort/i);
    await expect(s3ImageWriter(readEnvironment('images:write')).put('some', image, false)).rejects.toThrow(/abort/i);
  });
});

it('an object that must be new is written once, by one of those who write it at once', async () => {
  cloud.s3.decide = () => undefined;
  const bucket = String(process.env.SOURCES_BUCKET);
  const write = () => putObject(bucket, 'raced', 'text', 'text/plain', { mustBeNew: true });

  const wrote = await Promise.all(Array.from({ length: 8 }, write));

  expect(wrote.filter(Boolean)).toHaveLength(1);
});
