import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { type Emulator, listen, readBody } from './listen.ts';
import { signatureProblem } from './sigv4.ts';

/** The distribution of the service. */
export const distributionId = 'LOCAL';
/** Host of the origin that both the service's and other distributions have. */
const originHost = 'renderer.localhost';

export interface CloudFrontEmulator extends Emulator {
  /**
   * Registers a cache of a distribution that drops what an invalidation names.
   *
   * @param path below which another distribution delivers the images. @default the service's distribution
   */
  onInvalidation(drop: (isNamed: (target: string) => boolean) => void, path?: string): void;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

const toXml = (body: string): string => `<?xml version="1.0" encoding="UTF-8"?>${body}`;
const refusal = (status: number, code: string): Answer => ({
  status,
  body: toXml(
    `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${code}</Message></Error></ErrorResponse>`,
  ),
});
const namespace = 'xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"';
const unescapeXml = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Returns whether an invalidation names a path and query; `*` is a wildcard at the end of a path only. */
const createMatcher =
  (paths: readonly string[]) =>
  (target: string): boolean =>
    paths.some((path) => (path.endsWith('*') ? target.startsWith(path.slice(0, -1)) : target === path));

/** CloudFront's invalidations on loopback; each is completed when it is answered. */
export const startCloudFront = async (): Promise<CloudFrontEmulator> => {
  const drops = new Map<string, ((isNamed: (target: string) => boolean) => void)[]>([[distributionId, []]]);
  const batches = new Map<string, string>();
  const describe = (id: string): string =>
    toXml(
      `<Invalidation ${namespace}><Id>${id}</Id><Status>Completed</Status><CreateTime>2026-01-01T00:00:00Z</CreateTime>${batches.get(id)}</Invalidation>`,
    );

  /** Lists the distributions: another one's id is the path below which it delivers the images. */
  const list = (): Answer => {
    const [origins, target] = [
      `<Origins><Quantity>1</Quantity><Items><Origin><Id>o</Id><DomainName>${originHost}</DomainName></Origin></Items></Origins>`,
      '<TargetOriginId>o</TargetOriginId>',
    ];
    const summaries = [...drops.keys()].map((id) => {
      const patterns = id === distributionId ? [] : [`/${id}/*`];
      const behaviors = patterns.map((p) => `<CacheBehavior><PathPattern>${p}</PathPattern>${target}</CacheBehavior>`);
      const usual = id === distributionId ? target : '<TargetOriginId>site</TargetOriginId>';
      return `<DistributionSummary><Id>${id}</Id>${origins}<DefaultCacheBehavior>${usual}</DefaultCacheBehavior><CacheBehaviors><Quantity>${behaviors.length}</Quantity><Items>${behaviors.join('')}</Items></CacheBehaviors></DistributionSummary>`;
    });
    const body = `<Marker></Marker><MaxItems>100</MaxItems><IsTruncated>false</IsTruncated><Quantity>${summaries.length}</Quantity><Items>${summaries.join('')}</Items>`;
    return { status: 200, body: toXml(`<DistributionList ${namespace}>${body}</DistributionList>`) };
  };

  const invalidate = (distribution: string, batch: string): Answer => {
    const paths = [...batch.matchAll(/<Path>([^<]*)<\/Path>/g)].map(([, path = '']) => unescapeXml(path));
    if (paths.length === 0 || paths.some((path) => !path.startsWith('/'))) return refusal(400, 'InvalidArgument');
    const id = `I${randomUUID()}`;
    batches.set(id, `<InvalidationBatch>${/<Paths>.*<\/CallerReference>/s.exec(batch)?.[0] ?? ''}</InvalidationBatch>`);
    for (const drop of drops.get(distribution) ?? []) drop(createMatcher(paths));
    return { status: 201, body: describe(id) };
  };

  const handle = async ({ method = '', url = '', headers }: IncomingMessage, body: Buffer): Promise<Answer> => {
    if (await signatureProblem({ method, target: url, headers, body }, 'cloudfront'))
      return refusal(403, 'AccessDenied');
    const [, distribution, id = ''] = /^\/2020-05-31\/distribution\/([^/]+)\/invalidation\/?([^/?]*)$/.exec(url) ?? [];
    if (method === 'GET' && /^\/2020-05-31\/distribution(\?|$)/.test(url)) return list();
    if (distribution === undefined || !drops.has(distribution)) return refusal(404, 'NoSuchDistribution');
    if (method === 'POST' && id === '') return invalidate(distribution, body.toString('utf8'));
    if (method === 'GET' && batches.has(id)) return { status: 200, body: describe(id) };
    return refusal(404, 'NoSuchInvalidation');
  };

  const server = createServer(async (request, response) => {
    const body = await readBody(request).catch(() => undefined);
    if (!body) return;
    const { status, body: text } = await handle(request, body);
    response.writeHead(status, { 'content-type': 'text/xml' }).end(text);
  });
  const emulator = await listen(server);
  return {
    ...emulator,
    onInvalidation: (drop, path) => {
      const id = path?.slice(1) ?? distributionId;
      drops.set(id, [...(drops.get(id) ?? []), drop]);
    },
  };
};
