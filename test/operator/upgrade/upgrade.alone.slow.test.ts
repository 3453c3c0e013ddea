import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showAccount } from '../../../admin/administer-accounts.ts';
import { administration } from '../../../admin/administration.ts';
import { runtime } from '../../../lambdas/runtime/runtime.ts';
import { useLocalCloud } from '../../../local/local-cloud.ts';
import { useFolder } from '../../support/folder.ts';
import { startDev } from '../../support/running-service.ts';
import { sendTo } from '../../support/send-to.ts';
import { readImage, request } from './client.ts';
import { type Recording, recordedReleases, unpack } from './recording.ts';

const run = promisify(execFile);

/** Today's code on the data that a release left behind. */
describe.each(recordedReleases())('after an upgrade from %s', (release) => {
  const dataDir = useFolder();
  let recording: Recording;
  let service: Awaited<ReturnType<typeof startDev>>;
  beforeAll(async () => {
    recording = unpack(release, dataDir);
    service = await startDev(dataDir);
  });
  afterAll(() => service?.stop());

  const api = (method: string, path: string, body?: unknown, apiKey = recording.apiKey) =>
    sendTo({ ...service.address, apiKey }, method, path, body);
  const used = async (): Promise<number> => (await api('GET', '/v1/usage')).json.imageMints.used;

  it('counts of the month of the recording are there, and mints are counted on', async () => {
    await useLocalCloud(dataDir);
    // the month may be over by now
    const then = { ...runtime, now: () => new Date(recording.recordedAt) };
    const { imageMints } = await showAccount(administration().store, then, service.address.accountId);
    expect(imageMints.used).toBe(recording.mintsUsed);

    const before = await used();
    await api('POST', '/v1/url', { templateId: recording.templates[0]?.templateId, variables: { title: 'One more' } });
    expect(await used()).toBe(before + 1);
  });

  it('every published image has its bytes', async () => {
    const images = [];
    for (const { path } of recording.images) images.push(await readImage(service.address, path));

    expect(images).toHaveLength(9);
    expect(images).toEqual(recording.images);
  });

  it('what was minted or signed and never requested is rendered', async () => {
    const before = await used();

    for (const path of recording.unrendered)
      expect(await request(service.address, path)).toMatchObject({ status: 200, type: 'image/png' });
    // the signed one is counted now, the minted one was before
    expect(await used()).toBe(before + 1);
  });

  it('what was revoked or denied stays so', async () => {
    expect((await request(service.address, recording.revoked)).status).toBe(410);
    expect((await request(service.address, recording.denied)).status).toBe(403);
  });

  it('every version of every template has its code, and can be minted', async () => {
    for (const { templateId, name, versions } of recording.templates) {
      const { json } = await api('GET', `/v1/templates/${templateId}`);
      expect(json.template).toMatchObject({ name, version: versions.length, code: versions.at(-1) });
      for (const [n, code] of versions.entries()) {
        const version = n + 1;
        const stored = await api('GET', `/v1/templates/${templateId}/versions/${version}`);
        expect(stored.json.template).toMatchObject({ version, code });
        expect((await api('POST', '/v1/url', { templateId, version })).status).toBe(200);
      }
    }
  });

  it('templates can be changed and restored', async () => {
    const [{ templateId = '', versions = [] } = {}] = recording.templates;
    const changed = await api('PATCH', `/v1/templates/${templateId}`, { code: `${versions[0]}\n` });
    const restored = await api('POST', `/v1/templates/${templateId}/versions/1/restore`);

    expect([changed.status, restored.status]).toEqual([200, 200]);
    expect(restored.json.template).toMatchObject({ version: versions.length + 2 });
  });

  it('keys do what they did, and fonts are there', async () => {
    const [{ templateId = '' } = {}] = recording.templates;
    const mint = (apiKey: string) => api('POST', '/v1/url', { templateId }, apiKey);

    expect((await mint(recording.mintingKey)).status).toBe(200);
    expect((await api('GET', '/v1/usage', undefined, recording.mintingKey)).json.code).toBe('INSUFFICIENT_SCOPE');
    expect((await mint(recording.deletedKey)).status).toBe(401);
    const { fonts } = (await api('GET', '/v1/fonts')).json;
    expect(fonts).toEqual([expect.objectContaining({ family: 'Recorded', sha256: recording.fontHash })]);
    const { keys } = (await api('GET', '/v1/keys')).json;
    expect(keys).toContainEqual(expect.objectContaining({ name: 'minting', monthlyMints: 50 }));
  });

  it('every template can be compiled again, and what is current then is left as it is', async () => {
    const recompile = async (...options: string[]) => {
      const args = ['bin/admin.ts', 'templates', 'recompile', ...options, '--json', '--data', dataDir];
      return JSON.parse((await run(process.execPath, args)).stdout);
    };

    const { recompiled, failed } = await recompile('--all');
    const again = await recompile();

    expect(failed).toEqual([]);
    expect(recompiled).toEqual(expect.arrayContaining(recording.templates.map(({ templateId }) => templateId)));
    expect(again).toMatchObject({ recompiled: [], failed: [] });
    expect(again.current).toBeGreaterThan(14);
  });
});
