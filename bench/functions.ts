import { type EngineName, engineNames } from 'image-url-engine/engine-names.ts';
import { type FunctionId, functionOf } from '../lambdas/config/functions.ts';
import { routes } from '../lambdas/contract/routes.ts';
import { createClient } from '../packages/client/src/index.ts';
import {
  apiEvent,
  type BundledService,
  buildBundledService,
  imageEvent,
} from '../test/infra/bundles/bundled-service.ts';
import { cardNamed } from './cards.ts';
import type { Measurement } from './measurement.ts';
import { table } from './report.ts';
import type { PartSettings } from './settings.ts';
import { alternate, describeWays, requireRendered, type Ways, waysHead } from './two-ways.ts';

/**
 * Measures from the start of a function's process to its first response, with the deployed code: a mint, and an image
 * that was never rendered, by each engine.
 */
export const measureFunctions = async ({ starts }: PartSettings): Promise<Measurement> => {
  const service = await buildBundledService();
  try {
    await invokeOnce(service, 'rotateSigningKey', {});
    const rows: string[][] = [];
    for (const engine of engineNames) {
      const times = await alternate(await openWays(service, engine), starts, 1);
      rows.push(...describeWays(times, `, ${engine}`));
    }
    return { text: table(waysHead, rows) };
  } finally {
    await service.close();
  }
};

const openWays = async (service: BundledService, engine: EngineName): Promise<Ways> => {
  const call = async (id: 'createTemplate' | 'createSigningKey', body: object) =>
    JSON.parse((await invokeOnce(service, functionOf[id], apiEvent(routes[id], service.apiKey, { body }))).body);
  const options = 'export const options = {';
  const code = cardNamed('article').source.replace(options, `${options} engine: '${engine}',`);
  const { templateId } = await call('createTemplate', { name: engine, code });
  const { signingKey } = await call('createSigningKey', { name: engine });
  const images = createClient({ imageHost: 'https://images.example.org', signingKey });
  return {
    async mintAndFetch(title) {
      const body = { templateId, variables: { title } };
      const mint = await invokeOnce(service, 'mintUrl', apiEvent(routes.mintUrl, service.apiKey, { body }));
      const image = await invokeOnce(service, 'renderImage', imageEvent(new URL(JSON.parse(mint.body).url)));
      requireRendered(image.cache);
      return [mint.ms, image.ms];
    },
    async onDemand(title) {
      const url = images.sign({ templateId, variables: { title } });
      const image = await invokeOnce(service, 'renderOnDemand', imageEvent(new URL(url)));
      requireRendered(image.cache);
      return image.ms;
    },
  };
};

/** Starts an instance, invokes it once and ends it. @returns body, and the milliseconds until the response */
const invokeOnce = async (service: BundledService, id: FunctionId, event: object) => {
  const started = performance.now();
  const fn = await service.start(id);
  try {
    const { answer } = await fn.invoke(event);
    const ms = performance.now() - started;
    if (answer?.statusCode >= 300) throw new Error(`${id}: ${answer.statusCode} ${answer.body}`);
    return { body: answer?.body, cache: answer?.headers?.['X-Image-Cache'], ms };
  } finally {
    fn.stop();
  }
};
