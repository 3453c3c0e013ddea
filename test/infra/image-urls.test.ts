import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { App, Duration, Stack, Stage } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Key } from 'aws-cdk-lib/aws-kms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ImageUrls } from '../../lib/image-urls.ts';
import type { ImageUrlsProps } from '../../lib/image-urls-props.ts';
import type { Resource } from './synthesise.ts';

let folder = '';
let layerPath = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'image-urls-'));
  layerPath = join(folder, 'layer');
  mkdirSync(layerPath);
  writeFileSync(join(layerPath, 'empty'), '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = { account: '111122223333', region: 'eu-west-1' };
let apps = 0;
const anApp = () => {
  apps += 1;
  const context = { 'aws:cdk:bundling-stacks': [] };
  return new App({ outdir: join(folder, `out-${apps}`), builtinCloudFormationValidation: false, context });
};
const resourcesOf = (stack: Stack): Record<string, Resource> => {
  const app = Stage.of(stack) as Stage;
  return app.synth().getStackArtifact(stack.artifactId).template.Resources;
};
const ofType = (stack: Stack, type: string): Record<string, Resource> =>
  Object.fromEntries(Object.entries(resourcesOf(stack)).filter(([, resource]) => resource.Type === type));
const anInstance = (props: ImageUrlsProps = {}) => {
  const stack = new Stack(anApp(), 'Shop', { env });
  return { stack, images: new ImageUrls(stack, 'Images', { layerPath, ...props }) };
};
const certificateIn = (stack: Stack) =>
  Certificate.fromCertificateArn(stack, 'Certificate', 'arn:aws:acm:us-east-1:111122223333:certificate/abc');

describe('ImageUrls', () => {
  it('keeps the logical ids of what holds data: those that first-deployment.test.ts lists, below its own', () => {
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

  it('gives several instances of an app names of their own', () => {
    const app = anApp();
    const one = new Stack(app, 'One', { env });
    const two = new Stack(app, 'Two', { env });
    const three = new Stack(new Stage(app, 'Prod', { env }), 'One');
    for (const stack of [one, two, three]) new ImageUrls(stack, 'Images', { layerPath });

    const names = [one, two, three].flatMap((stack) => [
      ...Object.values(ofType(stack, 'AWS::CloudFront::Function')).map(({ Properties }) => Properties.Name),
      ...Object.values(ofType(stack, 'AWS::CloudFront::KeyValueStore')).map(({ Properties }) => Properties.Name),
      ...Object.values(ofType(stack, 'AWS::ApiGateway::Stage')).map(({ Properties }) => Properties.StageName),
    ]);

    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(String(name).length).toBeLessThanOrEqual(64);
  });

  it('takes domain, lifetimes, key and plans', () => {
    const stack = new Stack(anApp(), 'Shop', { env });
    const encryptionKey = new Key(stack, 'Key');
    const images = new ImageUrls(stack, 'Images', {
      layerPath,
      encryptionKey,
      domainName: 'img.example.com',
      certificate: certificateIn(stack),
      urlLifetime: Duration.days(30),
      plans: { team: { mints: null, generations: 5 } },
      retainData: false,
    });

    expect(images.imageUrl).toBe('https://img.example.com');
    const [distribution] = Object.values(ofType(stack, 'AWS::CloudFront::Distribution'));
    expect(distribution?.Properties.DistributionConfig).toMatchObject({ Aliases: ['img.example.com'] });
    const tables = Object.values(ofType(stack, 'AWS::DynamoDB::GlobalTable'));
    expect(tables.every(({ Properties }) => JSON.stringify(Properties).includes('KMSMasterKeyId'))).toBe(true);
    const functions = JSON.stringify(ofType(stack, 'AWS::Lambda::Function'));
    expect(functions).toContain('"URL_LIFETIME_DAYS":"30"');
    expect(functions).toContain('team');
  });

  it('takes settings of a stage, and props before them', () => {
    const stack = new Stack(anApp(), 'Shop', { env });
    new ImageUrls(stack, 'Images', {
      layerPath,
      settings: { logLevel: 'WARN', urlLifetimeDays: 90, plans: { team: { mints: 7, generations: 5 } } },
      urlLifetime: Duration.days(30),
    });

    const functions = JSON.stringify(ofType(stack, 'AWS::Lambda::Function'));
    expect(functions).toContain('"URL_LIFETIME_DAYS":"30"');
    expect(functions).toContain('"POWERTOOLS_LOG_LEVEL":"WARN"');
    expect(functions).toContain('team');
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

    const sites = Object.entries(ofType(stack, 'AWS::CloudFront::Distribution')).filter(([id]) =>
      id.startsWith('Site'),
    );
    const [config] = sites.map(([, { Properties }]) => Properties.DistributionConfig);
    const { CacheBehaviors } = config as { CacheBehaviors: { PathPattern: string; FunctionAssociations: unknown[] }[] };
    expect(CacheBehaviors.map(({ PathPattern }) => PathPattern)).toEqual([
      '/cards/v1/i/*',
      '/cards/v1/s/*',
      '/cards/*',
    ]);
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

  it('refuses patterns of another form', () => {
    const { images, site } = withSite();

    for (const pattern of ['cards/*', '/cards', '/*', '/a b/*'])
      expect(() => images.addBehaviours(site, pattern), pattern).toThrow(/must look like/);
  });

  it('needs the edge function', () => {
    const { images, site } = withSite({ verifyAtEdge: false });

    expect(() => images.addBehaviours(site, '/cards/*')).toThrow(/verifyAtEdge/);
  });
});
