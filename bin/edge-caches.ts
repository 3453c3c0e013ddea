import {
  CloudFrontClient,
  CreateInvalidationCommand,
  waitUntilInvalidationCompleted,
} from '@aws-sdk/client-cloudfront';

/** Longest wait for all edge locations, in seconds; they take a minute or two. */
const longestWaitSeconds = 900;

/**
 * CloudFront's caches of the image host. All images are dropped at once: the address of a single one is not known any more when its
 * account is deleted, and whatever is asked for again comes out of the bucket.
 */
export const cloudFrontCaches = (distributionId: () => string) => ({
  /** Drops every image; resolves once that holds at every edge location. */
  async dropImages(): Promise<void> {
    const [client, DistributionId] = [new CloudFrontClient({}), distributionId()];
    const InvalidationBatch = {
      CallerReference: crypto.randomUUID(),
      Paths: { Quantity: 1, Items: ['/v1/i*'] },
    };
    const { Invalidation } = await client.send(new CreateInvalidationCommand({ DistributionId, InvalidationBatch }));
    const wanted = { DistributionId, Id: Invalidation?.Id };
    await waitUntilInvalidationCompleted({ client, maxWaitTime: longestWaitSeconds }, wanted);
  },
});
