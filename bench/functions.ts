import { routes } from 'image-url-contract/routes.ts';
import { type FunctionId, functionOf } from '../lambdas/config/functions.ts';
import { createClient } from '../packages/client/src/index.ts';
import { type EngineName, engineNames } from '../packages/engine/src/engine-names.ts';
import {
  apiEvent,
  type BundledService,
  buildBundledService,
  imageEvent,
} from '../test/infra/bundles/bundled-service.ts';
import type { RunningFunction } from '../test/infra/bundles/deployed-function.ts';
import { requestWork } from '../tools/docs/request-work.ts';
import { cardNamed } from './cards.ts';
import type { Measurement } from './measurement.ts';
import { table } from './report.ts';
import type { PartSettings } from './settings.ts';
import { describeTiming, getSpread } from './timing.ts';
import { alternate, type Compared, requireRendered, sumEach, type Ways } from './two-ways.ts';

/** Invokes a function. @returns its response, and the milliseconds until then */
type Invoke = (id: FunctionId, event: object) => Promise<Invoked>;
interface Invoked {
  readonly body: string;
  /** Where an image came from. */
  readonly cache: string | undefined;
  readonly ms: number;
}

/**
 * Measures the deployed code: a mint, and an image that was never rendered, by each engine, in processes that start and
 * in warm ones.
 */
export const measureFunctions = async ({ starts, requests }: PartSettings): Promise<Measurement> => {
  const service = await buildBundledService();
  try {
    const invokeOnce = startForEach(service);
    await invokeOnce('rotateSigningKey', {});
    const columns = new Map<string, Compared>();
    for (const engine of engineNames) {
      const sample = await createSample(service, invokeOnce, engine);
      columns.set(`started, ${engine}`, await alternate(openWays(service, invokeOnce, sample), starts, 1));
      const warm = keepStarted(service);
      const ways = openWays(service, warm.invoke, await createSample(service, invokeOnce, engine));
      columns.set(`warm, ${engine}`, await alternate(ways, requests, Math.min(20, requests)));
      warm.stop();
    }
    return { text: toTable(columns) };
  } finally {
    await service.close();
  }
};

const toTable = (columns: ReadonlyMap<string, Compared>): string => {
  const { mint, firstImage, firstOnDemand, storedImage } = requestWork;
  const rows: readonly (readonly [title: string, pick: (times: Compared) => readonly number[]])[] = [
    [mint.title, (times) => times.mint],
    [firstImage.title, (times) => times.fetch],
    ['both', sumEach],
    [firstOnDemand.title, (times) => times.onDemand],
    [storedImage.title, (times) => times.stored],
  ];
  const cell = (milliseconds: readonly number[]) =>
    milliseconds.length === 0 ? '' : describeTiming(getSpread(milliseconds));
  return table(
    ['median (tenth to ninetieth percentile)', ...columns.keys()],
    rows.map(([title, pick]) => [title, ...[...columns.values()].map((times) => cell(pick(times)))]),
  );
};

interface Sample {
  readonly templateId: string;
  readonly sign: (title: string) => string;
}

const createSample = async (service: BundledService, invoke: Invoke, engine: EngineName): Promise<Sample> => {
  const call = async (id: 'createTemplate' | 'createSigningKey', body: object) =>
    JSON.parse((await invoke(functionOf[id], apiEvent(routes[id], service.apiKey, { body }))).body);
  const options = 'export const options = {';
  const code = cardNamed('article').source.replace(options, `${options} engine: '${engine}',`);
  const { templateId } = await call('createTemplate', { name: engine, code });
  const { signingKey } = await call('createSigningKey', { name: engine });
  const images = createClient({ imageHost: 'https://images.example.org', signingKey });
  return { templateId, sign: (title) => images.sign({ templateId, variables: { title } }) };
};

const openWays = ({ apiKey }: BundledService, invoke: Invoke, { templateId, sign }: Sample): Ways => ({
  async mintAndFetch(title) {
    const body = { templateId, variables: { title } };
    const mint = await invoke('mintUrl', apiEvent(routes.mintUrl, apiKey, { body }));
    const event = imageEvent(new URL(JSON.parse(mint.body).url));
    const image = await invoke('renderImage', event);
    requireRendered(image.cache);
    const stored = await invoke('renderImage', event);
    if (stored.cache !== 'object-cache') throw new Error('An image was not stored.');
    return [mint.ms, image.ms, stored.ms];
  },
  async onDemand(title) {
    const image = await invoke('renderOnDemand', imageEvent(new URL(sign(title))));
    requireRendered(image.cache);
    return image.ms;
  },
});

const readAnswer = async (id: FunctionId, fn: RunningFunction, event: object, started: number): Promise<Invoked> => {
  const { answer } = await fn.invoke(event);
  const ms = performance.now() - started;
  if (answer?.statusCode >= 300) throw new Error(`${id}: ${answer.statusCode} ${answer.body}`);
  return { body: answer?.body, cache: answer?.headers?.['X-Image-Cache'], ms };
};

/** Starts an instance for each invocation. The time includes the start. */
const startForEach =
  (service: BundledService): Invoke =>
  async (id, event) => {
    const started = performance.now();
    const fn = await service.start(id);
    try {
      return await readAnswer(id, fn, event, started);
    } finally {
      fn.stop();
    }
  };

/** Keeps one instance of each function. */
const keepStarted = (service: BundledService): { readonly invoke: Invoke; readonly stop: () => void } => {
  const instances = new Map<FunctionId, RunningFunction>();
  return {
    invoke: async (id, event) => {
      const fn = instances.get(id) ?? (await service.start(id));
      instances.set(id, fn);
      return readAnswer(id, fn, event, performance.now());
    },
    stop: () => {
      for (const fn of instances.values()) fn.stop();
    },
  };
};
