import {
  CloudFrontClient,
  CreateInvalidationCommand,
  type DistributionSummary,
  paginateListDistributions,
  waitUntilInvalidationCompleted,
} from '@aws-sdk/client-cloudfront';
import { assetPrefix } from 'image-url-contract/edge.ts';
import { imageRouteIds, routes } from 'image-url-contract/routes.ts';

/** Timeout for all edge locations in seconds; they take a minute or two. */
const longestWaitSeconds = 900;

/** Paths of all images as the service knows them, for an invalidation. */
const imagePaths: readonly string[] = [
  ...imageRouteIds.map((id) => routes[id].path.replace(/\{.*|$/, '*')),
  `${assetPrefix}*`,
];

/** A distribution that delivers images of the service. */
interface ImageCache {
  readonly id: string;
  readonly paths: readonly string[];
}

const getOrigins = ({ Origins }: DistributionSummary): readonly { readonly id: string; readonly host: string }[] =>
  (Origins?.Items ?? []).map(({ Id = '', DomainName = '' }) => ({ id: Id, host: DomainName }));

/**
 * Returns the distributions with a behaviour for an origin of the service, and the paths of all images that they may
 * have cached. An edge function that removes a path changes the path in the cache key too, so both are named.
 */
const getImageCaches = (all: readonly DistributionSummary[], ownId: string): readonly ImageCache[] => {
  const own = all.find(({ Id }) => Id === ownId);
  if (!own) throw new Error(`The distribution ${ownId} is not there.`);
  const hosts = getOrigins(own).map(({ host }) => host);
  return all.flatMap((distribution) => {
    const ours = getOrigins(distribution).filter(({ host }) => hosts.includes(host));
    const isOurs = ({ TargetOriginId }: { readonly TargetOriginId?: string | undefined } = {}): boolean =>
      ours.some(({ id }) => id === TargetOriginId);
    const patterns = (distribution.CacheBehaviors?.Items ?? [])
      .filter(isOurs)
      .map(({ PathPattern = '' }) => PathPattern);
    const isDefault = isOurs(distribution.DefaultCacheBehavior);
    if (!isDefault && patterns.length === 0) return [];
    // a wildcard within a path is none in an invalidation
    const begins = patterns.map((pattern) => `/${pattern.replace(/^\//, '').replace(/[*?].*$/, '')}*`);
    return [{ id: distribution.Id ?? '', paths: isDefault ? ['/*'] : [...new Set([...imagePaths, ...begins])] }];
  });
};

/**
 * The caches of all CloudFront distributions that deliver images: that of the service, and those of the account with an
 * origin of it. All images are dropped at once: when an account is deleted, the URLs of its images are not known, and
 * other images come from the bucket again.
 */
export const cloudFrontCaches = (distributionId: () => string) => ({
  /** Drops every image; resolves once every edge location has done so. */
  async dropImages(): Promise<void> {
    const client = new CloudFrontClient({});
    const all: DistributionSummary[] = [];
    for await (const { DistributionList } of paginateListDistributions({ client }, {}))
      all.push(...(DistributionList?.Items ?? []));
    await Promise.all(
      getImageCaches(all, distributionId()).map(async ({ id: DistributionId, paths }) => {
        const Paths = { Quantity: paths.length, Items: [...paths] };
        const InvalidationBatch = { CallerReference: crypto.randomUUID(), Paths };
        const input = { DistributionId, InvalidationBatch };
        const { Invalidation } = await client.send(new CreateInvalidationCommand(input));
        const wanted = { DistributionId, Id: Invalidation?.Id };
        await waitUntilInvalidationCompleted({ client, maxWaitTime: longestWaitSeconds }, wanted);
      }),
    );
  },
});
