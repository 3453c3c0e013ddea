import { deflateRawSync } from 'node:zlib';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { sha256Hex } from '#engine/hash.ts';
import { warmRenderWorker } from '#engine/isolation/render/render.ts';
import { administration } from '../../admin/administration.ts';
import { recompileTemplates } from '../../admin/recompile-templates.ts';
import { objects } from '../../lambdas/aws/s3/client.ts';
import { getTreeAddress } from '../../lambdas/domain/address.ts';
import { getTreeKey } from '../../lambdas/domain/records/image-records.ts';
import { packTree } from '../../lambdas/domain/stored-tree.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { effort, figure } from '../support/effort.ts';
import { type Caller, card, useFaultyService } from '../support/faults/service.ts';
import { rowsOf, setFields } from '../support/rows.ts';

/**
 * @promise Old and new formats: An unknown or missing format of a render plan is `TEMPLATE_NOT_COMPILED` and consumes
 *   no quota
 * @also test/deliver/s3.faults.test.ts
 * @figure 5 formats, 4 kinds of broken render plan
 */

/**
 * @promise Old and new formats: An unknown format of a tree is `INVALID_VNODE`
 * @figure 5 formats
 */

/**
 * @promise Old and new formats: `npm run admin -- templates recompile` updates render plans and records of unknown
 *   formats or engines; versions and published URLs stay
 * @figure holds; what cannot be compiled stays and is reported
 */

const { service } = useFaultyService();
let caller: Caller;
beforeAll(async () => {
  await warmRenderWorker();
  caller = await service.anAccount();
});

const mint = (templateId: string) => service.call('mintUrl', { caller, body: { templateId } });
const recompile = (all = false) => {
  const { ports, store } = administration();
  return recompileTemplates(ports, store, runtime, { all });
};
const setField = (templateId: string, field: string, value: unknown) =>
  setFields('TEMPLATES_TABLE', { templateId }, { [field]: value });
const putRenderPlan = async (text: string): Promise<string> => {
  const Key = `render-plans/${caller.accountId}/${sha256Hex(text)}`;
  await objects.send(new PutObjectCommand({ Bucket: process.env.SOURCES_BUCKET, Key, Body: text }));
  return sha256Hex(text);
};

describe('what is stored of a template', () => {
  const renderPlan = { formatVersion: 1, script: 'x', variables: [], seesAll: false, options: { engine: 'satori' } };
  const withPlan = (text: string) => async (templateId: string) =>
    setField(templateId, 'renderPlanHash', await putRenderPlan(text));
  it.each<[string, (templateId: string) => Promise<unknown>]>([
    ['a render plan of the next format', withPlan(JSON.stringify({ ...renderPlan, formatVersion: 2 }))],
    ['a render plan of no format', withPlan(JSON.stringify({ ...renderPlan, formatVersion: undefined }))],
    ['a render plan that lacks its script', withPlan(JSON.stringify({ ...renderPlan, script: undefined }))],
    ['a render plan that is no JSON', withPlan('render plan')],
    ['a render plan that is gone', (templateId) => setField(templateId, 'renderPlanHash', '0'.repeat(64))],
    ['a record of an unknown format', (templateId) => setField(templateId, 'formatVersion', 2)],
  ])('%s is shown, not minted, costs nothing, and is brought up to date', async (what, damage) => {
    const templateId = await service.aTemplate(caller, card(`#${sha256Hex(what).slice(0, 6)}`));
    const { json: old } = await mint(templateId);
    const image = await service.image(old.url);
    await damage(templateId);
    const before = await service.readUsage(caller);

    const refused = await mint(templateId);

    expect([refused.status, refused.json.code]).toEqual([400, 'TEMPLATE_NOT_COMPILED']);
    expect(await service.readUsage(caller)).toEqual(before);
    expect((await service.call('getTemplate', { caller, path: { templateId } })).status).toBe(200);
    expect(await recompile()).toMatchObject({ recompiled: [templateId], failed: [] });
    const { status, json } = await mint(templateId);
    expect([status, json.url]).toEqual([200, old.url]);
    expect((await service.image(old.url)).bytes.equals(image.bytes)).toBe(true);
  });
});

describe('a template record', () => {
  it('of another engine is compiled again; its version and its older URLs stay', async () => {
    const templateId = await service.aTemplate(caller, card('#213'));
    const { json: old } = await mint(templateId);
    await setField(templateId, 'preview', { rv: 'e0-0000000000000000', variables: {} });

    expect((await recompile()).recompiled).toEqual([templateId]);
    expect(await recompile()).toMatchObject({ recompiled: [], failed: [] });

    const { json } = await service.call('listTemplates', { caller, query: { scope: 'mine' } });
    const listed = json.templates.find(({ _id }: { _id: string }) => _id === templateId);
    expect((await service.image(listed.signedPreviewUrl)).status).toBe(200);
    expect((await service.image(old.url)).status).toBe(200);
    expect(new URL((await mint(templateId)).json.url).searchParams.get('tv')).toBe('1');
  });

  it('that cannot be compiled or read stays as it is and is named', async () => {
    const [lost, broken] = [await service.aTemplate(caller, card('#231')), await service.aTemplate(caller)];
    await setField(lost, 'codeHash', 'f'.repeat(64));
    await setField(broken, 'options', 'wide');

    const { failed, recompiled } = await recompile(true);

    expect(failed.map(({ templateId }) => templateId).sort()).toEqual([lost, broken].sort());
    expect(recompiled.length).toBeGreaterThan(3);
    await setField(broken, 'options', {});
    await setField(lost, 'renderPlanHash', 'gone');
    expect((await mint(lost)).json.code).toBe('TEMPLATE_NOT_COMPILED');
  });

  it('that was changed meanwhile stays as its owner saved it', async () => {
    const { store } = administration();
    const templateId = await service.aTemplate(caller, card('#312'));
    const before = (await store.template(templateId)) ?? expect.fail('no template');
    await service.call('updateTemplate', { caller, path: { templateId }, body: { code: card('#132') } });
    const after = await store.template(templateId);
    const { codeHash, variables, seesAll, options, warnings } = before;

    expect(await store.replaceCompiled(before, { codeHash, variables, seesAll, options, warnings })).toBe(false);
    expect(await store.template(templateId)).toEqual(after);
  });
});

describe('a stored tree', () => {
  const aMinted = async () => {
    const templateId = await service.aTemplate(caller, card('#444'));
    const url: string = (await mint(templateId)).json.url;
    const query = new URL(url).searchParams;
    const address = getTreeAddress({ templateId, rv: query.get('rv') ?? '', variables: {} });
    const rows = (await rowsOf('TREES_TABLE')) as {
      address: string;
      tree: Uint8Array;
      hash: string;
      content: string;
    }[];
    const item = rows.find((row) => row.address === getTreeKey(address)) ?? expect.fail('no tree');
    return { templateId, url, address, item };
  };
  const replace = (address: string, tree: Uint8Array, hash: string, content = 'unknown') =>
    setFields('TREES_TABLE', { address: getTreeKey(address), part: 'tree' }, { tree, hash, content });

  it('with any one byte changed is refused', async () => {
    const { url, address, item } = await aMinted();
    const step = effort(7, 1);
    let tried = 0;
    for (let at = 0; at < item.tree.length; at += step) {
      const changed = Buffer.from(item.tree);
      changed[at] = (changed[at] ?? 0) ^ (1 + (at % 255));
      await replace(address, changed, item.hash);
      const { status, json } = await service.image(url);
      expect([at, status, json.code]).toEqual([at, 500, 'INVALID_VNODE']);
      tried += 1;
    }
    await replace(address, item.tree, item.hash);
    expect((await service.image(url)).status).toBe(200);
    figure('changed bytes of a stored tree, all refused', tried);
  });

  it('that another mint would make differently stays; that mint is rejected, logged, counted and consumes nothing', async () => {
    const { templateId, url, address, item } = await aMinted();
    const image = await service.image(url);
    const other = packTree({ type: 'div', props: {}, children: ['another'] }) ?? expect.fail('too large');
    await replace(address, other.bytes, other.hash, other.content);
    const before = await service.readUsage(caller);
    const [counts, lines] = [vi.spyOn(runtime, 'count'), vi.spyOn(runtime, 'log')];

    const items = [{ templateId, variables: { title: 'fine' } }, { templateId }];
    const refused = [await mint(templateId), await service.call('mintUrls', { caller, body: { items } })];

    const counted = counts.mock.calls.map(([values]) => values.TreeConflicts ?? 0).filter((count) => count > 0);
    const logged = lines.mock.calls.filter(
      ([level, message]) => level === 'error' && message.startsWith('another tree'),
    );
    vi.restoreAllMocks();
    for (const { status, json } of refused) expect([status, json.code]).toEqual([500, 'SERVER_ERROR']);
    expect(await service.readUsage(caller)).toEqual(before);
    expect([counted, logged.map(([, , details]) => details?.addresses)]).toEqual([
      [1, 1],
      [[address], [address]],
    ]);
    await replace(address, item.tree, item.hash, item.content);
    expect((await mint(templateId)).json.url).toBe(url);
    expect((await service.image(url)).bytes.equals(image.bytes)).toBe(true);
  });

  it.each([2, 0, 99, '1', null])('of format %s is refused', async (formatVersion) => {
    const { url, address } = await aMinted();
    const bytes = deflateRawSync(JSON.stringify({ formatVersion, tree: { type: 'div', props: {}, children: [] } }));
    await replace(address, bytes, sha256Hex(bytes));

    const { status, json, headers } = await service.image(url);

    expect([status, json.code, headers['Cache-Control']]).toEqual([500, 'INVALID_VNODE', 'no-store']);
  });
});
