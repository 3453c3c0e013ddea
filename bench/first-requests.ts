import { type EngineName, engineNames } from 'image-url-engine/engine-names.ts';
import type { FunctionId } from '../lambdas/config/functions.ts';
import { routes } from '../lambdas/contract/routes.ts';
import {
  apiEvent,
  type BundledService,
  buildBundledService,
  imageEvent,
} from '../test/infra/bundles/bundled-service.ts';
import { cardNamed } from './cards.ts';
import { getSpread, type Timing } from './timing.ts';

/** Durations of first requests to a new instance of a function, by request. */
type Taken = Map<string, number[]>;

/**
 * Milliseconds from the start of a function's process to its first response, with the deployed code: a mint, and a
 * never rendered image by each engine, alternating.
 */
export const timeFirstRequests = async (iterations: number): Promise<Map<string, Timing>> => {
  const service = await buildBundledService();
  const taken: Taken = new Map();
  try {
    await once(service, 'rotateSigningKey', {});
    const templates = await Promise.all(engineNames.map((engine) => savedTemplate(service, engine)));
    for (let iteration = -1; iteration < iterations; iteration += 1)
      for (const { engine, templateId } of iteration % 2 === 0 ? templates : templates.toReversed()) {
        const body = { templateId, variables: { title: `Round ${iteration} of many` } };
        const mint = await timed(service, 'mintUrl', apiEvent(routes.mintUrl, service.apiKey, { body }));
        const url = new URL(JSON.parse(mint.body).url);
        const image = await timed(service, 'renderImage', imageEvent(url));
        if (image.cache !== 'render') throw new Error('An image was not rendered.');
        if (iteration < 0) continue;
        note(taken, 'first mint', mint.ms);
        note(taken, `first image, ${engine}`, image.ms);
      }
  } finally {
    await service.close();
  }
  return new Map([...taken].map(([what, times]) => [what, getSpread(times)]));
};

const note = (taken: Taken, what: string, ms: number) => taken.set(what, [...(taken.get(what) ?? []), ms]);

const savedTemplate = async (service: BundledService, engine: EngineName) => {
  const options = 'export const options = {';
  const code = cardNamed('article').source.replace(options, `${options} engine: '${engine}',`);
  const body = { name: engine, code };
  const { body: saved } = await once(
    service,
    'createTemplate',
    apiEvent(routes.createTemplate, service.apiKey, { body }),
  );
  return { engine, templateId: JSON.parse(saved).templateId as string };
};

/** Starts an instance, invokes it once and ends it. */
export const once = async (service: BundledService, id: FunctionId, event: object) => {
  const fn = await service.start(id);
  const { answer } = await fn.invoke(event);
  fn.stop();
  if (answer?.statusCode >= 300) throw new Error(`${id}: ${answer.statusCode} ${answer.body}`);
  return { body: answer?.body, cache: answer?.headers?.['X-Image-Cache'] };
};

export const timed = async (service: BundledService, id: FunctionId, event: object) => {
  const started = performance.now();
  const answer = await once(service, id, event);
  return { ...answer, ms: performance.now() - started };
};
