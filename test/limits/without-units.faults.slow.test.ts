import type { ApiRouteId, RouteId } from 'image-url-contract/routes.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { imageLint, openFont, openPicture, render, warmRenderWorker } from '#engine/isolation/render/render.ts';
import { guards } from '../../lambdas/config/guards.ts';
import { plans } from '../../lambdas/domain/quota/plans.ts';
import { aPicture } from '../support/assets.ts';
import { type BudgetName, getUseUp } from '../support/budgets.ts';
import { type Call, isTreeWrite } from '../support/faults/fault-proxy.ts';
import { type Answer, type Caller, card, type Request, useFaultyService } from '../support/faults/service.ts';
import { getUpload, staticFont } from '../support/fonts.ts';

/**
 * @promise Quota and cost: An account without units has trees stored, costly images rendered, previews returned, or
 *   remote hosts fetched from
 * @how quota is read first; what needs no unit is limited: templates, versions, stored bytes by month, trials and
 *   fetched bytes by hour. Each route that fetches, stores or renders names its guard in `lambdas/config/guards.ts`,
 *   which a test compares with the routes
 * @also test/repository/guards.test.ts
 * @figure nothing stored, rendered or fetched; exceptions named with their budgets
 */

/**
 * @promise Quota and cost: Fonts that unpack to far more than was sent, deleted and sent again
 * @how unpacked bytes are counted before they are stored, and deleting does not subtract them
 * @figure 250 MB a month on the free plan
 */

vi.mock('#engine/isolation/render/render.ts', { spy: true });

const { service, bedrock } = useFaultyService({ answer: () => ({ text: 'I would rather write a poem.' }) });
beforeAll(() => warmRenderWorker());
/** The image host: has rendered whatever it is asked for. */
const imageHost = vi.fn<typeof fetch>();
beforeEach(() => {
  imageHost.mockReset().mockImplementation(async () => new Response(null, { status: 200 }));
  vi.stubGlobal('fetch', imageHost);
});
afterEach(() => void vi.unstubAllGlobals());

/** An account that has consumed its month, and a template it made before. */
interface Poor extends Caller {
  readonly templateId: string;
}
const aPoorAccount = async (): Promise<Poor> => {
  const caller = await service.anAccount({ plan: 'starter' });
  const templateId = await service.aTemplate(caller);
  await service.call('updateTemplate', { caller, path: { templateId }, body: { code: layered } });
  const { periodStart: start, periodEnd: end } = (await service.store.account(caller.accountId)) ?? expect.fail();
  const { mints, generations } = plans.starter;
  await service.store.setUsage(caller.accountId, { start, end }, { mints, generations });
  return { ...caller, templateId };
};

const remote = card().replace('{title}', "<img src='https://images.example/1.png' width={10} height={10} />");
/** A card of as many blurred layers as it is minted with; as it is saved, of none. */
const layered = card('#000')
  .replace("title = 'Hello'", "title = 'Hello', layers = 0")
  .replace(
    '{title}',
    "{title}{Array.from({ length: layers }, (_, n) => <div key={n} style={{ position: 'absolute', inset: 0, filter: 'blur(40px)' }} />)}",
  );
/** Costs more than is minted without a rendering. */
const costly = (templateId: string) => ({ templateId, width: 4096, height: 4096, variables: { layers: 20 } });

type Case =
  /** Stores nothing, asks the image host and the model for nothing. */
  | { readonly request: (poor: Poor) => Request; readonly answers: number }
  /** An exception: what it stores or renders is bounded by these budgets, without which it does nothing. */
  | { readonly request: (poor: Poor) => Request; readonly bounded: readonly BudgetName[] };

const of = ({ templateId }: Poor): Request => ({ path: { templateId } });
const picture = await aPicture();
const saving = { name: 'Card', code: card('#123') };

/** Every route has a case: one without does not compile. */
const cases: { readonly [R in RouteId]: Case } = {
  mintUrl: { request: ({ templateId }) => ({ body: costly(templateId) }), answers: 429 },
  mintUrls: {
    request: ({ templateId }) => ({
      body: { items: Array.from({ length: 25 }, (_, n) => ({ templateId, variables: { title: `${n}` } })) },
    }),
    answers: 429,
  },
  generateTemplates: { request: () => ({ body: { items: [{ prompt: 'a card' }] } }), answers: 429 },
  reviseTemplate: { request: (poor) => ({ ...of(poor), body: { prompt: 'darker' } }), answers: 429 },
  getGeneration: { request: () => ({ path: { generationId: 'x' } }), answers: 404 },
  cancelGeneration: { request: () => ({ path: { generationId: 'x' } }), answers: 404 },
  listTemplates: { request: () => ({ query: { scope: 'mine' } }), answers: 200 },
  getTemplate: { request: of, answers: 200 },
  deleteTemplate: { request: of, answers: 200 },
  listVersions: { request: of, answers: 200 },
  getVersion: { request: ({ templateId }) => ({ path: { templateId, version: '1' } }), answers: 200 },
  listFonts: { request: () => ({}), answers: 200 },
  deleteFont: { request: () => ({ path: { fontId: 'x' } }), answers: 404 },
  listAssets: { request: () => ({}), answers: 200 },
  deleteAsset: { request: () => ({ path: { assetId: 'x' } }), answers: 404 },
  listRevocations: { request: () => ({}), answers: 200 },
  deleteRevocation: { request: () => ({ path: { revocationId: `url.${'x'.repeat(43)}` } }), answers: 404 },
  // so many rows of an account's own as it may have keys
  createKey: { request: () => ({ body: { name: 'CI', scopes: ['mint'] } }), answers: 201 },
  listKeys: { request: () => ({}), answers: 200 },
  getOwnKey: { request: () => ({}), answers: 200 },
  deleteKey: { request: () => ({ path: { keyId: 'x' } }), answers: 404 },
  createSigningKey: { request: () => ({ body: { name: 'site' } }), answers: 201 },
  listSigningKeys: { request: () => ({}), answers: 200 },
  deleteSigningKey: { request: () => ({ path: { signingKeyId: 'x' } }), answers: 404 },
  // so many rows of an account's own as it may have sites
  createSite: { request: ({ templateId }) => ({ body: { origin: 'https://a.test', templateId } }), answers: 201 },
  listSites: { request: () => ({}), answers: 200 },
  updateSite: { request: () => ({ path: { siteId: 'x' }, body: { version: null } }), answers: 404 },
  refreshSite: { request: () => ({ path: { siteId: 'x' }, body: { path: '/' } }), answers: 404 },
  deleteSite: { request: () => ({ path: { siteId: 'x' } }), answers: 404 },
  renderSiteImage: { request: () => ({}), answers: 404 },
  listRenderFailures: { request: () => ({}), answers: 200 },
  listAudit: { request: () => ({}), answers: 200 },
  getViews: { request: () => ({}), answers: 200 },
  getUsage: { request: () => ({}), answers: 200 },
  // without quota there is no URL to send; one that was minted is delivered
  renderImage: { request: () => ({}), answers: 403 },
  renderOnDemand: { request: () => ({}), answers: 403 },
  // a record of the account's own, of which its plan has so many
  createRevocation: { request: ({ templateId }) => ({ body: { templateId } }), answers: 201 },
  checkTemplate: { request: () => ({ body: { code: remote, image: true } }), bounded: ['trials'] },
  createTemplate: { request: () => ({ body: saving }), bounded: ['trials', 'templates', 'stored'] },
  updateTemplate: { request: (poor) => ({ ...of(poor), body: { code: card('#123') } }), bounded: ['trials', 'stored'] },
  restoreVersion: {
    request: ({ templateId }) => ({ path: { templateId, version: '1' } }),
    bounded: ['trials', 'stored'],
  },
  putFallback: { request: ({ templateId }) => ({ body: { templateId } }), answers: 429 },
  createFont: { request: () => ({ body: getUpload(staticFont()) }), bounded: ['trials', 'stored'] },
  createAsset: { request: () => ({ body: picture }), bounded: ['assetBytes', 'stored'] },
};

const isStored = (call: Call): boolean => isTreeWrite(call) || /^PUT /.test(call.operation);

const renderings = [vi.mocked(render), vi.mocked(imageLint), vi.mocked(openFont), vi.mocked(openPicture)];

/** Requests for images, each with a signature that is none. */
const images: Partial<Record<string, () => Promise<Answer>>> = {
  renderImage: () => service.image('http://images.test/v1/image?x=1'),
  renderOnDemand: () => service.onDemand('/v1/i/x'),
  renderSiteImage: () => service.siteImage('/v1/s/x'),
};

const done = async (id: RouteId, caller: Caller, request: Request) => {
  const { s3, dynamoDb } = service.cloud;
  service.cloud.calm();
  const asked = bedrock.requests.length;
  for (const spy of [imageHost, ...renderings]) spy.mockClear();
  const answer = await (images[id]?.() ?? service.call(id as ApiRouteId, { caller, ...request }));
  const stored = [...s3.calls, ...dynamoDb.calls].filter(isStored).map(({ operation }) => operation);
  const rendered = [imageHost, ...renderings].reduce((sum, { mock }) => sum + mock.calls.length, 0);
  return { answer, stored, rendered, asked: bedrock.requests.length - asked };
};

const plain = Object.entries(cases).filter(([, one]) => 'answers' in one);
const exceptions = Object.entries(cases).filter(([, one]) => 'bounded' in one);

it('every route that fetches, stores or renders is refused or bounded without units, as its guard says', () => {
  const kinds = { units: 'answers', trials: 'bounded', paid: 'answers' } as const;
  for (const [id, guard] of Object.entries(guards))
    expect([id, kinds[guard] in cases[id as RouteId]]).toEqual([id, true]);
  for (const [id, one] of exceptions) if ('bounded' in one) expect([id, id in guards]).toEqual([id, true]);
});

describe('an account without units', () => {
  let poor: Poor;
  beforeAll(async () => {
    poor = await aPoorAccount();
  });

  it.each(plain)('has nothing stored, rendered or asked for by %s', async (id, one) => {
    const own = id === 'deleteTemplate' ? await aPoorAccount() : poor;

    const { answer, stored, rendered, asked } = await done(id as RouteId, own, one.request(own));

    expect([answer.status, stored, rendered, asked]).toEqual(['answers' in one && one.answers, [], 0, 0]);
    if (id === 'listTemplates') expect(answer.json.templates[0].signedPreviewUrl).toBe('');
  });

  it.each(
    exceptions.flatMap(([id, one]) => ('bounded' in one ? one.bounded.map((which) => [id, which, one] as const) : [])),
  )('has %s do no more than its budget of %s allows', async (id, which, one) => {
    const own = await aPoorAccount();
    await getUseUp(service.store, own.accountId, which);

    const { answer, stored, rendered, asked } = await done(id as RouteId, own, one.request(own));

    expect([answer.json.code, stored, asked]).toEqual([expect.stringMatching(/^(TOO_MANY|STORAGE)_/), [], 0]);
    // its size is known only after it was rendered once
    if (which === 'trials' || which === 'assetBytes') expect(rendered).toBe(0);
  });

  it('has nothing fetched by a check', async () => {
    const { json } = await service.call('checkTemplate', { caller: poor, ...cases.checkTemplate.request(poor) });

    const missing = json.warnings.filter(({ code }: { code: string }) => code === 'missing-image');
    expect(missing.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringContaining('no units are left'),
    ]);
  });
});

it('an account with units left has costly mints fail as often as its plan has mints, and nothing stored for more', async () => {
  const caller = await service.anAccount({ plan: 'starter' });
  const templateId = await service.aTemplate(caller, layered);
  await getUseUp(service.store, caller.accountId, 'failedMints', 1);

  const mintCostly = () => done('mintUrl', caller, { body: costly(templateId) });
  const { answer: refused, ...first } = await done('mintUrls', caller, {
    body: { items: Array(2).fill(costly(templateId)) },
  });
  const granted = [await mintCostly(), await mintCostly()];
  imageHost.mockImplementation(async () => new Response(null, { status: 500, headers: { 'retry-after': '86400' } }));
  const { answer: failed } = await mintCostly();
  const last = await mintCostly();

  expect([refused.json.code, first.stored, first.rendered]).toEqual(['QUOTA_EXCEEDED', [], 0]);
  expect(refused.json.message).toContain('could not be rendered');
  // what is minted leaves its place
  expect(granted.map(({ answer }) => answer.status)).toEqual([200, 200]);
  expect([failed.json.code, last.answer.json.code]).toEqual(['INVALID_VARIABLES', 'QUOTA_EXCEEDED']);
  expect([last.stored, last.rendered]).toEqual([[], 0]);
});

it('a deleted template makes room for one other, however many delete it at once', async () => {
  const caller = await service.anAccount();
  const templateId = await service.aTemplate(caller);
  await getUseUp(service.store, caller.accountId, 'templates');

  const deletions = await Promise.all(
    Array.from({ length: 5 }, () => service.call('deleteTemplate', { caller, path: { templateId } })),
  );
  const save = () => service.call('createTemplate', { caller, body: saving });
  const saved = [await save(), await save()];

  expect(deletions.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(saved.map(({ status, json }) => json.code ?? status)).toEqual([201, 'TOO_MANY_TEMPLATES']);
});

it('a deleted font leaves its bytes, and they stay counted', async () => {
  const caller = await service.anAccount({ plan: 'free' });
  const upload = () => service.call('createFont', { caller, body: getUpload(staticFont()) });
  const [first, again] = [await upload(), await upload()];
  await getUseUp(service.store, caller.accountId, 'stored');
  // the same font is there: nothing more is stored for it
  const third = await upload();
  await service.call('deleteFont', { caller, path: { fontId: first.json.fontId } });
  const { answer, stored } = await done('createFont', caller, { body: getUpload(staticFont()) });

  expect([first, again, third].map(({ status }) => status)).toEqual([201, 201, 201]);
  expect([answer.json.code, stored]).toEqual(['STORAGE_QUOTA_EXCEEDED', []]);
});
