import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type RouteId, routes } from 'image-url-contract/routes.ts';
import { beforeAll, expect, it } from 'vitest';
import { warmRenderWorker } from '#engine/isolation/render/render.ts';
import { administration } from '../../admin/administration.ts';
import { publishStarters } from '../../admin/publish-starters.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { type ConverseAnswer, throttled } from '../../local/bedrock.ts';
import { effort, figure, seed } from '../support/effort.ts';
import { fc } from '../support/fast-check.ts';
import type { Fault, FaultProxy } from '../support/faults/fault-proxy.ts';
import { type Call, type Schedule, schedule } from '../support/faults/schedules.ts';
import { type Answer, card, type Request, stillCard, useFaultyService } from '../support/faults/service.ts';
import { isSettling } from '../support/quota-store.ts';

/**
 * @promise AWS failures: Any schedule of throttling, 5xx, resets before and after, stalls, late packets, broken
 *   bodies and partial batches, on every route: every answer is documented and counted accordingly, what it reports
 *   is stored completely, and images are the same
 * @figure long form: 250 schedules, 883 calls, 848 faults, 26 answers of 5xx, no answer wrong, the slowest after 7.0
 *   s
 */

const shared = 'shared-card';
const fenced = (code: string): ConverseAnswer => ({ text: `\`\`\`jsx\n${code}\n\`\`\`` });
let calm = new Set<string>();
const modelSays = (prompt: string): ConverseAnswer => {
  if (prompt.startsWith('good')) return fenced(stillCard());
  if (prompt.startsWith('throttled once')) {
    const isFirst = !calm.has(prompt);
    calm.add(prompt);
    return isFirst ? throttled : fenced(stillCard());
  }
  if (prompt.startsWith('server error')) return { error: 'InternalServerException', status: 500 };
  if (prompt.startsWith('nonsense')) return { nonsense: '<html>' };
  return prompt.startsWith('silent') ? 'stall' : { text: 'I would rather write a poem.' };
};

const { service } = useFaultyService({
  // the prompt is the last text of the first message
  answer: ({ messages }) => modelSays(JSON.stringify(messages[0]?.content).replace(/^.*"text":"/, '')),
});
beforeAll(async () => {
  await warmRenderWorker();
  const { store, ports } = administration();
  await publishStarters(ports, store, runtime, [{ id: shared, name: 'Card', description: '', code: card() }]);
});

/** Deals out faults; those a service cannot have are passed over, and so is the write that settles what is unknown. */
const deal = (proxy: FaultProxy, faults: readonly (Fault | undefined)[]): void => {
  const open = [...faults];
  proxy.decide = ({ operation, body }) => {
    if (isSettling(body)) return undefined;
    const next = open.shift();
    const isOfBatches = next === 'half' || next === 'none';
    return isOfBatches && !operation.startsWith('Batch') ? undefined : next;
  };
};

type Scene = Awaited<ReturnType<typeof setScene>>;
/** Everybody of one schedule, and what is there before anything fails. */
const setScene = async (calls: readonly Call[]) => {
  const caller = await service.anAccount();
  const changes = calls.some(({ route }) => /^(update|revise|get)Template$/.test(route));
  const templateId = changes ? await service.aTemplate(caller) : shared;
  const urls = new Map<number, string>();
  for (const call of calls) {
    if (call.route !== 'renderImage') continue;
    const body = { templateId: shared, variables: { title: randomBytes(3).toString('hex') }, width: call.width };
    urls.set(call.width, (await service.call('mintUrl', { caller, body })).json.url);
  }
  return { caller, templateId, url: (width: number) => urls.get(width) ?? '' };
};

interface Ended {
  readonly call: Call;
  /** Undefined for a function that is not called over HTTP. */
  readonly answer: Answer | undefined;
}

const getCode = (n: number): string => card(`#00${(n + 16).toString(16)}00`);

const getRequest = (call: Call, n: number, { caller, templateId }: Scene): Request => {
  const path = { templateId };
  const item = (at: number) => ({ templateId: shared, variables: { title: `${n}.${at}` } });
  switch (call.route) {
    case 'mintUrl':
      return { body: item(0) };
    case 'mintUrls':
      return { body: { items: Array.from({ length: call.size }, (_, at) => item(at)) } };
    case 'listTemplates':
      return { query: { scope: 'all' } };
    case 'createTemplate':
      return { body: { name: `made ${n}`, code: getCode(n) } };
    case 'updateTemplate': {
      const code = call.change !== 'name' && { code: getCode(n) };
      return { path, body: { ...code, ...(call.change !== 'code' && { name: `named ${n}` }) } };
    }
    case 'generateTemplates':
      return {
        body: { items: call.prompts.map((prompt, at) => ({ prompt: `${prompt} ${n}.${at} ${caller.accountId}` })) },
      };
    case 'reviseTemplate':
      return { path, body: { prompt: `${call.prompt} ${n}` } };
    default:
      return { path };
  }
};
const make = async (call: Call, n: number, scene: Scene): Promise<Answer | undefined> => {
  const { route, timeMs } = call;
  if (route === 'renderImage') return service.image(scene.url(call.width), timeMs);
  if (route !== 'resetQuotas' && route !== 'rotateSigningKey')
    return service.call(route, { caller: scene.caller, timeMs, ...getRequest(call, n, scene) });
  const ClientRequestToken = randomBytes(16).toString('hex');
  await service.scheduled(route, { Step: 'createSecret', ClientRequestToken }, timeMs).catch(() => undefined);
  return undefined;
};

const isFine = ({ answer }: Ended): boolean => answer !== undefined && answer.status < 300;
/**
 * A response is a success, or the route's error for unexpected failures. On a slow machine no worker may be free within
 * the request's time.
 */
const checkAnswer = ({ call, answer }: Ended): void => {
  if (!answer || answer.status < 300) return;
  const codes = /^(generate|revise)/.test(call.route)
    ? ['SERVER_ERROR', 'GENERATION_FAILED']
    : [routes[call.route as RouteId].failsAs, 'SERVICE_UNAVAILABLE'];
  expect(answer.status, call.route).toBeGreaterThanOrEqual(500);
  expect(codes, call.route).toContain(answer.json.code);
  expect(JSON.stringify(answer.json)).not.toMatch(/dynamo|proxy|amazon|http|bedrock/i);
};

const getResults = ({ call, answer }: Ended) => {
  if (answer?.status !== 200) return [];
  if (call.route === 'reviseTemplate') return [answer.json];
  return call.route === 'generateTemplates' ? answer.json.results : [];
};

const getUnits = ({ call }: Ended): number =>
  call.route === 'mintUrl' ? 1 : call.route === 'mintUrls' ? call.size : 0;

/** What has been counted is what was answered. */
const checkCounts = async (ended: readonly Ended[], { caller }: Scene): Promise<void> => {
  const minted = ended.filter(isFine).reduce((sum, one) => sum + getUnits(one), 0);
  const images = ended.filter(({ call }) => call.route === 'renderImage').length;
  const written = ended.flatMap(getResults).filter(({ ok }) => ok).length;
  const askedBy = ({ call }: Ended) =>
    call.route === 'reviseTemplate' ? 1 : call.route === 'generateTemplates' ? call.prompts.length : 0;
  const asked = ended.reduce((sum, one) => sum + askedBy(one), 0);

  const used = await service.readUsage(caller);

  // the scene has minted a URL for each image
  expect(used.mints).toBe(minted + images);
  expect(used.generations).toBeGreaterThanOrEqual(written);
  // a unit whose template could be neither stored nor given back in time is gone
  expect(used.generations).toBeLessThanOrEqual(asked);
};

/** What was answered is there, whole; what was not is there whole or not at all. */
const checkTemplates = async (ended: readonly Ended[], { caller, templateId }: Scene): Promise<void> => {
  const codes = new Map<string, string>();
  ended.forEach(({ call, answer }, n) => {
    if (call.route === 'createTemplate' && answer?.status === 201) codes.set(answer.json.templateId, getCode(n));
  });
  for (const { result } of ended.flatMap(getResults))
    if (result && result.templateId !== templateId) codes.set(result.templateId, stillCard().trim());
  for (const [id, code] of codes) {
    const { json } = await service.call('getTemplate', { caller, path: { templateId: id } });
    expect(json.template?.code, id).toBe(code);
  }
  const { json } = await service.call('listTemplates', { caller, query: { scope: 'mine' } });
  const mayBeThere = ended.reduce((sum, { call }) => {
    const generated = call.route === 'generateTemplates' ? call.prompts.length : 0;
    return sum + generated + (call.route === 'createTemplate' ? 1 : 0);
  }, 1);
  expect(json.templates.length).toBeGreaterThanOrEqual(codes.size);
  expect(json.templates.length).toBeLessThanOrEqual(mayBeThere);

  const updates = ended.filter(({ call }) => /^(update|revise)Template$/.test(call.route));
  if (updates.length === 0) return;
  const { json: found } = await service.call('getTemplate', { caller, path: { templateId } });
  expect([card(), stillCard().trim(), ...ended.map((_, n) => getCode(n))]).toContain(found.template.code);
  const [only] = updates;
  if (updates.length === 1 && only?.call.route === 'updateTemplate' && isFine(only)) {
    const n = ended.indexOf(only);
    if (only.call.change !== 'name') expect(found.template.code).toBe(getCode(n));
    if (only.call.change !== 'code') expect(found.template.name).toBe(`named ${n}`);
    expect(only.answer?.json.template.version).toBe(only.call.change === 'name' ? 1 : 2);
  }
};

/** Images that came while the cloud failed are those that come when it does not. */
const checkImages = async (ended: readonly Ended[], { url }: Scene): Promise<void> => {
  for (const { call, answer } of ended) {
    if (call.route !== 'renderImage') continue;
    let again = await service.image(url(call.width));
    // a render that failed in the meantime says when the next one may begin
    const seconds = Number(new Headers(again.headers).get('retry-after'));
    if (answer?.status !== 200 && seconds > 0) {
      await setTimeout(seconds * 1_000);
      again = await service.image(url(call.width));
    }
    expect(again.status).toBe(200);
    if (answer?.status === 200) expect(again.bytes.equals(answer.bytes)).toBe(true);
  }
};

const counts = { calls: 0, faults: 0, failed: 0 };

const play = async ({ dynamoDb, s3, secrets, calls }: Schedule): Promise<void> => {
  service.cloud.calm();
  calm = new Set();
  const scene = await setScene(calls);
  service.cloud.calm();
  deal(service.cloud.dynamoDb, dynamoDb);
  deal(service.cloud.s3, s3);
  deal(service.cloud.secrets, secrets);

  const ended = await Promise.all(calls.map(async (call, n) => ({ call, answer: await make(call, n, scene) })));

  const proxies = [service.cloud.dynamoDb, service.cloud.s3, service.cloud.secrets];
  counts.faults += proxies.reduce((sum, { calls: made }) => sum + made.filter(({ fault }) => fault).length, 0);
  counts.calls += ended.length;
  counts.failed += ended.filter(({ answer }) => answer !== undefined && answer.status >= 500).length;
  service.cloud.calm();
  // what took its time on the way arrives now
  for (const proxy of proxies) await proxy.release().catch(() => undefined);
  for (const one of ended) checkAnswer(one);
  await checkCounts(ended, scene);
  await checkTemplates(ended, scene);
  await checkImages(ended, scene);
};

it('under any schedule of faults, over every route, calls are answered, and counted as they were answered', async () => {
  const schedules = effort(4, 250);

  await fc.assert(fc.asyncProperty(schedule, play), { numRuns: schedules, seed, endOnFailure: true });

  figure(`fault schedules: ${schedules}, seed ${seed}`, JSON.stringify(counts));
});
