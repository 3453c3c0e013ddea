import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { engines } from '#engine/engines/engines.ts';
import { warmRenderWorker } from '#engine/isolation/render/render.ts';
import { administration } from '../../admin/administration.ts';
import { recompileTemplates } from '../../admin/recompile-templates.ts';
import { documents } from '../../lambdas/aws/dynamodb/client.ts';
import { dynamoDbRevocations } from '../../lambdas/aws/dynamodb/revocations.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { getVersion, hashUrl } from '../../lambdas/domain/revocation.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { type EdgeFunction, loadEdgeFunction } from '../../local/edge-function.ts';
import { edgeSource, getVerdict, imageEvent } from '../support/edge.ts';
import { effort, figure } from '../support/effort.ts';
import { emptyImageCache } from '../support/empty-image-cache.ts';
import { fc } from '../support/fast-check.ts';
import { type Answer, type Caller, card, useFaultyService } from '../support/faults/service.ts';
import { at, Model, type ModelTemplate, type ModelUrl, type Step, step } from '../support/models/history-model.ts';
import { setFields } from '../support/rows.ts';

const { service } = useFaultyService({ isFaulty: false });
let edge: EdgeFunction;
let bystander: Caller;
const looks = ['#f00', '#0f0', '#00f', '#ff0'].map(card);
const bystanders = new Model();
const tally = { steps: 0, urls: 0, revoked: 0 };
const engineId = engines.satori.id;

beforeAll(async () => {
  await service.scheduled('rotateSigningKey', {}, 60_000);
  edge = loadEdgeFunction(edgeSource, service.cloud.edgeKeys);
  await warmRenderWorker();
  bystander = await service.anAccount();
  const history: Step[] = [
    { is: 'create', look: 0 },
    { is: 'mint', template: 0, version: 0 },
    { is: 'update', template: 0, look: 1 },
    { is: 'mint', template: 0, version: 1 },
    { is: 'revokeVersion', template: 0, version: 0 },
  ];
  for (const each of history) await take(bystander, bystanders, each);
});
afterAll(async () => {
  Object.assign(engines.satori, { id: engineId });
});

/** What a look's image is: the first one of it that was seen. */
const images = new Map<number, Buffer>();

/** Gives a template a render plan that another compiler made: the same, in other bytes. */
const age = async (templateId: string): Promise<void> => {
  const { ports } = administration();
  const TableName = process.env.TEMPLATES_TABLE;
  const { Item } = await documents.send(new GetCommand({ TableName, Key: { templateId }, ConsistentRead: true }));
  const plan = await ports['renderPlans:read'].find(Item?.ownerId, Item?.renderPlanHash);
  const code = await ports['sources:read'].code(Item?.ownerId, Item?.codeHash);
  if (!plan) expect.fail('no render plan');
  const { renderPlanHash } = await ports['sources:write'].put(Item?.ownerId, code, {
    ...plan,
    script: `${plan.script}\n;`,
  });
  await setFields('TEMPLATES_TABLE', { templateId }, { renderPlanHash });
};

const ok = ({ status, json }: Answer) => (status < 300 ? json : expect.fail(`${status} ${JSON.stringify(json)}`));

/** Changes the code of a template, in one of two ways; the same code makes no version. */
const change = async (template: ModelTemplate, look: number, call: Promise<Answer>): Promise<void> => {
  const answer = await call;
  if (template.isDeleted) return void expect(answer.json.code).toBe('TEMPLATE_NOT_FOUND');
  if (template.looks.at(-1) !== look) template.looks.push(look);
  expect(ok(answer).template.version).toBe(template.looks.length);
};

const mint = async (caller: Caller, model: Model, template: ModelTemplate, wanted: number, tv?: string) => {
  const { id: templateId, looks: history } = template;
  // the current version is asked for in both ways
  const version = (wanted % history.length) + 1;
  const body = { templateId, ...(version !== history.length && { version }), ...(tv !== undefined && { tv }) };
  const answer = await service.call('mintUrl', { caller, body });
  if (template.isDeleted) return void expect(answer.json.code).toBe('TEMPLATE_NOT_FOUND');
  model.urls.push({ url: ok(answer).url, templateId, version, look: history[version - 1] ?? 0 });
};

const revoke = async (caller: Caller, model: Model, body: object, what: Parameters<Map<string, never>['set']>[1]) => {
  const { revocationId } = ok(await service.call('createRevocation', { caller, body }));
  model.revocations.set(revocationId, what);
};

/** Takes a step, in the service and in the model. */
const take = async (caller: Caller, model: Model, each: Step): Promise<void> => {
  const template = 'template' in each ? at(model.templates, each.template) : undefined;
  if ('template' in each && !template) return;
  if (template) return takeWith(caller, model, template, each);
  if (each.is === 'create')
    model.templates.push({
      id: await service.aTemplate(caller, looks[each.look]),
      looks: [each.look],
      isDeleted: false,
    });
  if (each.is === 'revokeUrl') {
    const url = at(model.urls, each.url)?.url;
    if (url !== undefined) await revoke(caller, model, { url }, { url } as never);
  }
  if (each.is === 'lift') {
    const id = at([...model.revocations.keys()], each.revocation);
    if (id === undefined) return;
    ok(await service.call('deleteRevocation', { caller, path: { revocationId: id } }));
    model.revocations.delete(id);
  }
  if (each.is === 'emptyCaches') await emptyImageCache();
  if (each.is === 'otherEngine')
    Object.assign(engines.satori, { id: engines.satori.id === engineId ? 'e0' : engineId });
  if (each.is === 'recompile') {
    const { ports, store } = administration();
    expect((await recompileTemplates(ports, store, runtime, { all: true })).failed).toEqual([]);
  }
};

const takeWith = async (caller: Caller, model: Model, template: ModelTemplate, each: Step): Promise<void> => {
  const { id: templateId, looks: history } = template;
  const path = { templateId };
  if (each.is === 'update')
    await change(
      template,
      each.look,
      service.call('updateTemplate', { caller, path, body: { code: looks[each.look] } }),
    );
  if (each.is === 'restore') {
    const version = (each.version % history.length) + 1;
    const call = service.call('restoreVersion', { caller, path: { ...path, version: String(version) } });
    await change(template, history[version - 1] ?? 0, call);
  }
  if (each.is === 'mint') await mint(caller, model, template, each.version, each.tv);
  if (each.is === 'age' && !template.isDeleted) await age(templateId);
  if (each.is === 'delete') {
    const answer = await service.call('deleteTemplate', { caller, path });
    expect(answer.status).toBe(template.isDeleted ? 404 : 200);
    template.isDeleted = true;
  }
  if (each.is === 'revokeVersion' && !template.isDeleted) {
    const version = (each.version % history.length) + 1;
    await revoke(caller, model, { templateId, version }, { templateId, version } as never);
  }
  if (each.is === 'revokeAll') {
    const upTo = template.isDeleted ? Number.POSITIVE_INFINITY : history.length;
    await revoke(caller, model, { templateId }, { templateId, upTo } as never);
  }
};

/** That a URL is refused at the edge and behind it, or shows its image. */
const checkUrl = async (caller: Caller, model: Model, published: ModelUrl): Promise<void> => {
  const rawQuery = new URL(published.url).search.slice(1);
  const { templateId = '', tv = '', tvn } = Object.fromEntries(new URLSearchParams(rawQuery));
  const version = getVersion({ tv, ...(tvn !== undefined && { tvn: Number(tvn) }) });
  const wanted = model.isRevoked(published);
  const asked = { accountId: caller.accountId, hash: hashUrl(rawQuery), templateId, version };
  // one that has not answered before remembers nothing
  const behind = dynamoDbRevocations(readEnvironment('revocations:read'));
  const isRefusedBehind = await behind.isRevoked(asked, (cause) => expect.fail(String(cause)));
  const { verdict } = getVerdict(await edge(imageEvent(rawQuery)));

  expect([published, verdict, isRefusedBehind]).toEqual([published, wanted ? 'URL_REVOKED' : '', wanted]);
  tally.revoked += wanted ? 1 : 0;
  if (wanted) return;
  const { status, bytes } = await service.image(published.url);
  expect(status).toBe(200);
  if (!images.has(published.look)) images.set(published.look, bytes);
  expect(images.get(published.look)?.equals(bytes)).toBe(true);
};

const checkLists = async (caller: Caller, model: Model): Promise<void> => {
  for (const { id: templateId, looks: history, isDeleted } of model.templates) {
    const { status, json } = await service.call('listVersions', { caller, path: { templateId } });
    if (isDeleted) {
      expect([status, json.code]).toEqual([404, 'TEMPLATE_NOT_FOUND']);
      continue;
    }
    const listed = json.versions.map(({ version, isCurrent }: Record<string, unknown>) => [version, isCurrent]);
    expect(listed).toEqual(history.map((_, n) => [n + 1, n + 1 === history.length]).reverse());
    for (const [n, look] of history.entries()) {
      const found = await service.call('getVersion', { caller, path: { templateId, version: String(n + 1) } });
      expect(found.json.template.code).toBe(looks[look]);
    }
  }
  const { json } = await service.call('listRevocations', { caller });
  const ids = json.revocations.map(({ revocationId }: { revocationId: string }) => revocationId);
  expect(ids.sort()).toEqual([...model.revocations.keys()].sort());
};

const check = async (caller: Caller, model: Model): Promise<void> => {
  await checkLists(caller, model);
  for (const published of model.urls) await checkUrl(caller, model, published);
};

it('any history of templates, versions, compilers, engines and revocations leaves every URL its image unless it is revoked, lists as they happened, and other accounts alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: effort(15, 10), maxLength: effort(20, 60) }), async (steps) => {
      const [caller, model] = [await service.anAccount(), new Model()];
      await take(caller, model, { is: 'create', look: 0 });
      await take(caller, model, { is: 'mint', template: 0, version: 0 });
      await checkUrl(caller, model, model.urls[0] ?? expect.fail('not minted'));
      for (const each of steps) await take(caller, model, each);

      await check(caller, model);
      await emptyImageCache();
      await check(caller, model);
      await check(bystander, bystanders);
      tally.steps += steps.length;
      tally.urls += model.urls.length;
    }),
    { numRuns: effort(2, 150) },
  );
  const distinct = new Set([...images.values()].map((bytes) => bytes.toString('base64')));
  expect(distinct.size).toBe(images.size);
  figure('steps of histories, URLs minted, found revoked', `${tally.steps}, ${tally.urls}, ${tally.revoked}`);
});
