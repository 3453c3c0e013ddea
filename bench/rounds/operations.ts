import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { limits } from 'image-url-contract/limits.ts';
import { type ApiRouteId, routes } from 'image-url-contract/routes.ts';
import { siteImagePathOf } from 'image-url-contract/sites/site-path.ts';
import { createAccount, createKey } from '../../admin/administer-accounts.ts';
import { administration } from '../../admin/administration.ts';
import { createKeyring } from '../../lambdas/aws/secrets-manager/keyring-store.ts';
import { type FunctionId, functionOf } from '../../lambdas/config/functions.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { startEmulators } from '../../local/emulators.ts';
import { getContext, type Handler, installLambdaGlobal, loadHandlers } from '../../local/lambda-runtime.ts';
import { createClient } from '../../packages/client/src/index.ts';
import { closeRenderWorkers, warmRenderWorker } from '../../packages/engine/src/isolation/render/render.ts';
import { closeSandboxes, warmSandbox } from '../../packages/engine/src/isolation/sandbox/evaluate.ts';
import { aPng } from '../../test/support/a-png.ts';
import { type Page, startPages } from '../../test/support/page-server.ts';

/** Runs a request of a function, which says when the first byte of its answer is sent, and returns what was seen. */
export type Watch<T> = (id: FunctionId, request: (onAnswer: () => void) => Promise<unknown>) => Promise<T>;

/** Returns a card as WebP, with another element in front of what is in its first one. */
const withPicture = (source: string, picture: string): string => {
  const second = source.indexOf('<div', source.indexOf('<div') + 1);
  return source.slice(0, second).replace("format: 'png'", "format: 'webp'") + picture + source.slice(second);
};

/** The response that a streaming handler writes into. */
class Answer extends Writable {
  status = 0;
  private readonly onFirstByte: () => void;
  constructor(onFirstByte: () => void) {
    super();
    this.onFirstByte = onFirstByte;
  }
  writeHead(status: number): this {
    this.status = status;
    return this;
  }
  override _write(_chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.onFirstByte();
    done();
  }
}

/**
 * Starts the deployed handlers on emulators, with one account, its templates, a signing key and a site for each. Imports
 * only what earlier revisions have as well, because it is copied into their trees (`network.ts`).
 *
 * @param source a card without remote images, with a variable `title`
 */
export const openOperations = async <T>(source: string, watch: Watch<T>) => {
  const folder = await mkdtemp(join(tmpdir(), 'rounds-'));
  const cloud = await startEmulators(folder);
  Object.assign(process.env, cloud.environment, {
    ...{ BASE_URL: 'http://api.test', IMAGE_URL: 'http://images.test', BEDROCK_MODEL: '', EDGE_FUNCTION: 'on' },
    ...{ URL_LIFETIME_DAYS: String(limits.urlLifetimeDays), LOOPBACK_FETCHES: 'on', POWERTOOLS_LOG_LEVEL: 'CRITICAL' },
  });
  await createKeyring(cloud.environment.SIGNING_SECRET ?? '');
  installLambdaGlobal();
  await Promise.all([warmRenderWorker(), warmSandbox()]);
  let handlers: Record<FunctionId, Handler> = await loadHandlers();
  const { store } = administration();
  const { accountId } = await createAccount(store, runtime, { plan: 'scale' });
  const { apiKey } = await createKey(store, runtime, accountId);
  const picture = await aPng('#f00');
  const pages = new Map<string, Page>([
    [
      '/picture.png',
      (_request, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(picture),
    ],
  ]);
  const servers = { plain: await startPages(pages), remote: await startPages(pages) };

  const call = async (id: ApiRouteId, body: object, onAnswer: () => void = () => undefined) => {
    const { method: httpMethod, path: resource } = routes[id];
    const event = {
      ...{ httpMethod, resource, body: JSON.stringify(body), isBase64Encoded: false, pathParameters: {} },
      headers: { authorization: `Bearer ${apiKey}` },
      queryStringParameters: null,
      requestContext: { requestId: randomBytes(4).toString('hex') },
    };
    const answer = (await handlers[functionOf[id]](event, getContext(functionOf[id], 'rounds'))) as {
      readonly statusCode: number;
      readonly body: string;
    };
    onAnswer();
    if (answer.statusCode >= 300) throw new Error(`${id}: ${answer.statusCode} ${answer.body}`);
    return JSON.parse(answer.body);
  };
  const fetchImage = async (id: FunctionId, url: string, onAnswer: () => void = () => undefined) => {
    const { pathname: rawPath, search } = new URL(url, 'http://images.test');
    const requestContext = { requestId: randomBytes(4).toString('hex'), http: { method: 'GET' } };
    const event = { rawPath, rawQueryString: search.slice(1), headers: {}, requestContext };
    const answer = new Answer(onAnswer);
    await handlers[id](event, answer, getContext(id, 'rounds'));
    if (answer.status !== 200) throw new Error(`${id}: ${answer.status}`);
  };

  const aTemplate = async (name: string, code: string): Promise<string> =>
    (await call('createTemplate', { name, code })).templateId;
  const templates = {
    plain: await aTemplate('plain', withPicture(source, '')),
    remote: await aTemplate(
      'remote',
      withPicture(source, `<img src="${servers.plain.origin}/picture.png" width={40} height={40} />`),
    ),
  };
  const { signingKey } = await call('createSigningKey', { name: 'site' });
  const images = createClient({ imageHost: 'http://images.test', signingKey });
  let count = 0;
  const next = (): number => {
    count += 1;
    return count;
  };
  const aTitle = () => `image ${next()}`;

  type With = keyof typeof templates;
  const mint = async (which: With, onAnswer?: () => void): Promise<string> =>
    (await call('mintUrl', { templateId: templates[which], variables: { title: aTitle() } }, onAnswer)).url;
  const aSite = async (which: With): Promise<string> =>
    (await call('createSite', { origin: servers[which].origin, templateId: templates[which] })).siteId;
  const sites = { plain: await aSite('plain'), remote: await aSite('remote') };
  const aPage = (which: With): string => {
    const page = `/page-${next()}`;
    const path = siteImagePathOf(sites[which], page, 'webp');
    pages.set(page, `<title>${page}</title><meta property="og:image" content="http://images.test${path}">`);
    return path;
  };
  const sign = (which: With): string =>
    images.sign({ templateId: templates[which], format: 'webp', variables: { title: aTitle() } });
  /** Watches how a function answers for an image, which it may have rendered before. */
  const watchImage = async (id: FunctionId, url: string, isStored = false): Promise<T> => {
    if (isStored) await fetchImage(id, url);
    return watch(id, (onAnswer) => fetchImage(id, url, onAnswer));
  };

  /** Every operation, by name; each works on an image that nobody has asked for. */
  const operations = (which: With) => ({
    mint: () => watch('mintUrl', (onAnswer) => mint(which, onAnswer)),
    'first image': async () => watchImage('renderImage', await mint(which)),
    'stored image': async () => watchImage('renderImage', await mint(which), true),
    'first on-demand image': () => watchImage('renderOnDemand', sign(which)),
    'stored on-demand image': () => watchImage('renderOnDemand', sign(which), true),
    'first site image': () => watchImage('renderSiteImage', aPage(which)),
    'stored site image': () => watchImage('renderSiteImage', aPage(which), true),
  });
  return {
    of: operations,
    /** Forgets what handlers remember, as a process that starts does; its workers stay. */
    restart: async (): Promise<void> => {
      handlers = await loadHandlers();
    },
    close: async () => {
      await Promise.all([servers.plain.stop(), servers.remote.stop()]);
      await Promise.all([closeRenderWorkers(), closeSandboxes()]);
      await cloud.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
