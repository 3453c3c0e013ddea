import { runInNewContext } from 'node:vm';
import { Duration, Stack, Stage } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Code, Runtime, Function as UserFunction } from 'aws-cdk-lib/aws-lambda';
import { describe, expect, it } from 'vitest';
import { ImageUrls } from '../../lib/app/image-urls.ts';
import type { ImageUrlsProps } from '../../lib/app/image-urls-props.ts';
import { env, useInstances } from './instances.ts';
import type { Resource } from './synthesise.ts';

const { layerPath, studioPath, anApp, anInstance } = useInstances();
const resourcesOf = (stack: Stack): Record<string, Resource> => {
  const app = Stage.of(stack) as Stage;
  return app.synth().getStackArtifact(stack.artifactId).template.Resources;
};
const ofType = (stack: Stack, type: string): Record<string, Resource> =>
  Object.fromEntries(Object.entries(resourcesOf(stack)).filter(([, resource]) => resource.Type === type));
const certificateIn = (stack: Stack) =>
  Certificate.fromCertificateArn(stack, 'Certificate', 'arn:aws:acm:us-east-1:111122223333:certificate/abc');

describe('ImageUrls', () => {
  it('keeps the logical ids of what holds data', () => {
    const ids = Object.keys(ofType(anInstance().stack, 'AWS::DynamoDB::GlobalTable'));

    expect(ids).toEqual(expect.arrayContaining(['ImagesTreesAC6066D2', 'ImagesAccountsUsage2B0F4797']));
  });

  it('has the resources of the service as properties', () => {
    const { images } = anInstance();

    expect(Object.keys(images.tables)).toEqual(expect.arrayContaining(['accounts', 'keys', 'templates', 'trees']));
    expect(Object.keys(images.functions)).toEqual(expect.arrayContaining(['mintUrl', 'renderImage', 'renderOnDemand']));
    expect(images.alarms.has('API failures')).toBe(true);
    expect(images.studioUrl).toBeUndefined();
  });

  it('gives every function a log with a retention, those that CDK adds as well, and none of the app’s own', () => {
    const { stack } = anInstance({ studioPath, settings: { studio: true, logRetentionDays: 30 } });
    new UserFunction(stack, 'Own', {
      runtime: Runtime.NODEJS_24_X,
      handler: 'index.handler',
      code: Code.fromInline('1'),
    });

    const functions = Object.entries(ofType(stack, 'AWS::Lambda::Function'));
    const unlogged = functions.filter(([, { Properties }]) => !Properties.LoggingConfig?.LogGroup).map(([id]) => id);
    expect(functions.length).toBeGreaterThan(30);
    expect(unlogged).toEqual([expect.stringMatching(/^Own/)]);
    for (const { Properties } of Object.values(ofType(stack, 'AWS::Logs::LogGroup')))
      expect(Properties.RetentionInDays).toBe(30);
  });

  it('gives several instances of an app names of their own', () => {
    const app = anApp();
    const one = new Stack(app, 'One', { env });
    const two = new Stack(app, 'Two', { env });
    const three = new Stack(new Stage(app, 'Prod', { env }), 'One');
    for (const stack of [one, two, three]) new ImageUrls(stack, 'Images', { layerPath });

    const kinds = ['CloudFront::Function', 'CloudFront::KeyValueStore', 'ApiGateway::Stage'];
    const names = [one, two, three].flatMap((stack) =>
      kinds.flatMap((kind) =>
        Object.values(ofType(stack, `AWS::${kind}`)).map(({ Properties }) => Properties.Name ?? Properties.StageName),
      ),
    );

    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(String(name).length).toBeLessThanOrEqual(64);
  });

  it('takes domain, lifetime, key and plans, and settings of a stage where no prop says otherwise', () => {
    const stack = new Stack(anApp(), 'Shop', { env });
    const images = new ImageUrls(stack, 'Images', {
      layerPath,
      encryptionKey: new Key(stack, 'Key'),
      domainName: 'img.example.com',
      certificate: certificateIn(stack),
      urlLifetime: Duration.days(30),
      plans: { team: { mints: null, generations: 5 } },
      settings: { logLevel: 'WARN', urlLifetimeDays: 90 },
      retainData: false,
    });

    expect(images.imageUrl).toBe('https://img.example.com');
    const [distribution] = Object.values(ofType(stack, 'AWS::CloudFront::Distribution'));
    expect(distribution?.Properties.DistributionConfig).toMatchObject({ Aliases: ['img.example.com'] });
    for (const { Properties } of Object.values(ofType(stack, 'AWS::DynamoDB::GlobalTable')))
      expect(JSON.stringify(Properties)).toContain('KMSMasterKeyId');
    const functions = JSON.stringify(ofType(stack, 'AWS::Lambda::Function'));
    for (const part of ['"URL_LIFETIME_DAYS":"30"', '"POWERTOOLS_LOG_LEVEL":"WARN"', 'team'])
      expect(functions).toContain(part);
  });

  it.each<[string, ImageUrlsProps, RegExp]>([
    ['an unknown setting', { settings: { colour: 'red' } }, /colour/],
    ['a domain without a certificate', { domainName: 'img.example.com' }, /domainName and certificate/],
    ['a stage name with a hyphen', { stageName: 'my-shop' }, /stageName/],
    ['a lifetime of ten years', { urlLifetime: Duration.days(3_650) }, /urlLifetime/],
    ['a plan with a bad name', { plans: { Team: { mints: 1, generations: 1 } } }, /plans.*Team/],
    ['a profile without regions', { model: { modelId: 'us.anthropic.claude' } }, /model.*regions/],
  ])('names what is wrong with %s', (_what, props, message) => {
    expect(() => anInstance(props)).toThrow(message);
  });

  it('refuses a key of KMS where the region is not known', () => {
    const stack = new Stack(anApp(), 'Shop');

    expect(() => new ImageUrls(stack, 'Images', { layerPath, encryptionKey: new Key(stack, 'Key') })).toThrow(
      /encryptionKey needs a stack with a region/,
    );
  });
});

describe('addBehaviours', () => {
  const withSite = (props: ImageUrlsProps = {}) => {
    const { stack, images } = anInstance(props);
    const site = new Distribution(stack, 'Site', { defaultBehavior: { origin: new HttpOrigin('example.com') } });
    return { stack, images, site };
  };

  it('delivers images below a path of another distribution', () => {
    const { stack, images, site } = withSite({ imageUrl: 'https://www.example.com/cards' });
    images.addBehaviours(site, '/cards/*');

    const [config] = Object.entries(ofType(stack, 'AWS::CloudFront::Distribution')).flatMap(([id, { Properties }]) =>
      id.startsWith('Site') ? [Properties.DistributionConfig] : [],
    );
    const { CacheBehaviors } = config as { CacheBehaviors: { PathPattern: string; FunctionAssociations: unknown[] }[] };
    const patterns = CacheBehaviors.map(({ PathPattern }) => PathPattern);
    expect(patterns).toEqual(['/cards/v1/i/*', '/cards/v1/s/*', '/cards/*']);
    expect(CacheBehaviors.every(({ FunctionAssociations }) => FunctionAssociations.length === 2)).toBe(true);
    expect(JSON.stringify(ofType(stack, 'AWS::Lambda::Function'))).toContain(
      '"IMAGE_URL":"https://www.example.com/cards"',
    );
  });

  it('verifies what follows the path, within the size that CloudFront allows', async () => {
    const { stack, images, site } = withSite();
    images.addBehaviours(site, '/cards/*');

    const codes = Object.entries(ofType(stack, 'AWS::CloudFront::Function')).flatMap(([id, { Properties }]) =>
      id.includes('cards') ? [String(Properties.FunctionCode)] : [],
    );
    expect(codes).toHaveLength(3);
    for (const code of codes) {
      expect(Buffer.byteLength(code)).toBeLessThanOrEqual(10_240);
      const run = code
        .replace(/^import .*$/gm, '')
        .replace('async function verify(event)', 'async function unused(event)');
      const handler = runInNewContext(`${run}; async function verify(event) { return event.request.uri; } handler`, {
        console,
        cf: { kvs: () => ({}) },
        require: () => ({}),
      });
      const context = { eventType: 'viewer-request' };
      expect(await handler({ context, request: { uri: '/cards/v1/i/key' } })).toBe('/v1/i/key');
    }
  });

  it('refuses patterns of another form, and needs the edge function', () => {
    const { images, site } = withSite();
    const without = withSite({ verifyAtEdge: false });

    for (const pattern of ['cards/*', '/cards', '/*', '/a b/*'])
      expect(() => images.addBehaviours(site, pattern), pattern).toThrow(/must look like/);
    expect(() => without.images.addBehaviours(without.site, '/cards/*')).toThrow(/verifyAtEdge/);
  });
});
