import {
  CloudFrontClient,
  CreateInvalidationCommand,
  waitUntilInvalidationCompleted,
} from '@aws-sdk/client-cloudfront';

/** Timeout for all edge locations in seconds; they take a minute or two. */
const longestWaitSeconds = 900;

/**
 * CloudFront's caches of the image host. All images are dropped at once: when an account is deleted, the URLs of its
 * images are not known, and other images come from the bucket again.
 */
export const cloudFrontCaches = (distributionId: () => string) => ({
  /** Drops every image; resolves once every edge location has done so. */
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
