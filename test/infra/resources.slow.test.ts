import { join, resolve } from 'node:path';
import { Stack, Stage } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { expect, it } from 'vitest';
import { functions } from '../../lambdas/config/functions.ts';
import { ImageUrls } from '../../lib/app/image-urls.ts';
import { stageSettings } from '../../lib/app/stage.ts';
import { env, useInstances } from './instances.ts';
import { context, everything, longestRegion, synthesise } from './synthesise.ts';

const { layerPath, anApp } = useInstances();

const count = (template: { readonly Resources: object }): number => Object.keys(template.Resources).length;
const countOf = (settings: Record<string, unknown>, region?: string): number =>
  count(synthesise(settings, { region }).template);
const countIn = (stack: Stack): number => {
  const app = Stage.of(stack) as Stage;
  return count(app.synth().getStackArtifact(stack.artifactId).template);
};

const inAnApp = (): number => {
  const stack = new Stack(anApp(), 'Shop', { env });
  new ImageUrls(stack, 'Images', { layerPath });
  return countIn(stack);
};

/** An app with a domain, a key, templates and a distribution of its own. */
const inAnAppOfItsOwn = (): number => {
  const stack = new Stack(anApp(), 'Shop', { env });
  const arn = 'arn:aws:acm:us-east-1:111122223333:certificate/abc';
  const images = new ImageUrls(stack, 'Images', {
    layerPath,
    imageDomain: {
      domainName: 'img.example.com',
      certificate: Certificate.fromCertificateArn(stack, 'Certificate', arn),
    },
  });
  const site = new Distribution(stack, 'Site', { defaultBehavior: { origin: new HttpOrigin('example.com') } });
  images.addBehavior('/cards/*', site);
  images.addTemplates(join(resolve(import.meta.dirname), 'cards/*.jsx'));
  images.addApiKey('site');
  return countIn(stack);
};

/** A stack may have 500. */
it.each([
  ['a stage with default settings', 320, () => countOf({})],
  // counts views, which default settings do not
  ['the stage prod of cdk.json', 335, () => countOf(context.stages.prod)],
  ['a stage with everything', 400, () => countOf(everything, longestRegion)],
  ['the construct', 320, inAnApp],
  ['the construct with a domain, a key, templates and another distribution', 400, inAnAppOfItsOwn],
] as const)('%s has at most %d resources', (_what, most, measure) => {
  const resources = measure();

  expect(resources).toBeGreaterThan(200);
  expect(resources).toBeLessThanOrEqual(most);
});

/** Settings that change resources and add none, each with a value that is not its default. */
const addingNothing = {
  ...{
    urlLifetime: { days: 90 },
    imageRetention: { days: 90 },
    keyRotation: { days: 30 },
    logRetention: 7,
    logLevel: 'WARN',
    tracedShare: 1,
  },
  ...{ defaultEngine: 'satori', fontSource: 'https://fonts.example.org', plans: { own: { mints: 9, generations: 9 } } },
  ...{ warmThroughput: { reads: 20_000, writes: 10_000 }, robots: 'noindex', alarmGigabytes: 9 },
  ...{ throttling: { rateLimit: 5, burstLimit: 5 }, priceClass: 'PriceClass_100', originShieldRegion: 'us-east-1' },
  ...{ onDemandConcurrency: { reserved: 5 }, replicaRegion: 'eu-west-1', tags: { team: 'web' } },
};
/** Settings of which a stage has fewer resources than with the default, or with what they take the place of. */
const taking = [
  'removalPolicy',
  'verifyAtEdge',
  'alarmTopic',
  'edgeAlarmTopic',
  'viewsDeliverySource',
  'encryptionKey',
];
/** Where a stage goes. */
const places = ['account', 'region'];

it('counts everything: no other setting adds a resource', () => {
  const known = [...Object.keys(everything), ...Object.keys(addingNothing), ...taking, ...places].sort();
  expect(known).toEqual(stageSettings.toSorted());
  const all = { ...everything, ...addingNothing };
  expect(countOf(all, longestRegion)).toBe(countOf(everything, longestRegion));
});

it('has at most 26 functions', () => {
  expect(Object.keys(functions).length).toBeLessThanOrEqual(26);
});
