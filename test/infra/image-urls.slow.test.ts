import { runInNewContext } from 'node:vm';
import { Duration, RemovalPolicy, Stack, Stage } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Code, Runtime, Function as UserFunction } from 'aws-cdk-lib/aws-lambda';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { describe, expect, it } from 'vitest';
import { ImageUrls } from '../../lib/app/image-urls.ts';
import type { ImageUrlsProps } from '../../lib/app/image-urls-props.ts';
import { catchMessage, env, useInstances } from './instances.ts';
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
    const { stack } = anInstance({ studioPath, studio: true, logRetention: RetentionDays.ONE_MONTH });
    new UserFunction(stack, 'Own', {
      runtime: Runtime.NODEJS_24_X,
      handler: 'index.handler',
      code: Code.fromInline('1'),
    });

    const functions = Object.entries(ofType(stack, 'AWS::Lambda::Function'));
    const unlogged = functions.filter(([, { Properties }]) => !Properties.LoggingConfig?.LogGroup).map(([id]) => id);
    expect(functions.length).toBeGreaterThan(20);
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

  it('has a sampling rule of its own beside an instance of the same name in another app', () => {
    const rules = ['One', 'Two'].flatMap((id) => {
      const stack = new Stack(anApp(), id, { env });
      new ImageUrls(stack, 'Images', { layerPath, instanceName: 'prod' });
      return Object.values(ofType(stack, 'AWS::XRay::SamplingRule')).map(
        ({ Properties }) => Properties.SamplingRule.RuleName,
      );
    });

    expect(new Set(rules).size).toBe(2);
    for (const rule of rules) expect(rule).toMatch(/^image-url-prod-[0-9a-f]{5}$/);
  });

  it('takes domain, lifetime, key, plans and level of logs', () => {
    const stack = new Stack(anApp(), 'Shop', { env });
    const images = new ImageUrls(stack, 'Images', {
      layerPath,
      encryptionKey: new Key(stack, 'Key'),
      imageDomain: { domainName: 'img.example.com', certificate: certificateIn(stack) },
      urlLifetime: Duration.days(30),
      plans: { team: { mints: null, generations: 5 } },
      logLevel: 'WARN',
      removalPolicy: RemovalPolicy.DESTROY,
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

  // of plain JavaScript, where nothing but this looks at names
  it.each<[string, object, string]>([
    [
      'a misspelt prop',
      { imageDomian: { domainName: 'img.example.com' } },
      'imageDomian: there is no such name; did you mean imageDomain?',
    ],
    [
      'an address that ends with a slash',
      { imageUrl: 'https://www.example.com/cards/' },
      'imageUrl: expected an address that begins with https:// and ends without a slash, got "https:',
    ],
    ['a prop of nothing', { colour: 'red' }, 'colour: there is no such name.'],
    ['a misspelt field', { model: { modelID: 'a.b' } }, 'model.modelID: there is no such name; did you mean modelId?'],
    [
      'a domain without a certificate',
      { imageDomain: { domainName: 'img.example.com' } },
      'imageDomain.certificate: expected a certificate in us-east-1, from which CloudFront takes them, or its ARN',
    ],
    [
      'a domain with a scheme',
      {
        imageDomain: {
          domainName: 'https://img.example.com',
          certificate: 'arn:aws:acm:us-east-1:111122223333:certificate/abc',
        },
      },
      'imageDomain.domainName: expected a host name such as img.example.com, got "https://img.example.com"',
    ],
    [
      'a name with a hyphen',
      { instanceName: 'my-shop' },
      'instanceName: expected a name of 1 to 16 lower-case letters and digits that begins with a letter, got "my-shop"',
    ],
    [
      'a lifetime of ten years',
      { urlLifetime: Duration.days(3_650) },
      'urlLifetime: expected a duration of 1 to 1827 whole days: Duration.days(30), in JSON { "days": 30 }, got a Duration',
    ],
    [
      'a lifetime of half a day',
      { urlLifetime: Duration.hours(12) },
      'urlLifetime: expected a duration of 1 to 1827 whole days: Duration.days(30), in JSON { "days": 30 }, got a Duration',
    ],
    ['a plan with a bad name', { plans: { Team: { mints: 1, generations: 1 } } }, 'plans.Team: a plan is named by'],
    [
      'a profile without regions',
      { model: { modelId: 'us.anthropic.claude' } },
      'model.regions: regions go with an inference profile',
    ],
    [
      'a policy of snapshots',
      { removalPolicy: RemovalPolicy.SNAPSHOT },
      'removalPolicy: expected RemovalPolicy.RETAIN or RemovalPolicy.DESTROY, in JSON "retain" or "destroy", got "snapshot"',
    ],
    [
      'a certificate of nothing',
      { imageDomain: { domainName: 'a.example.org', certificate: 5 } },
      'imageDomain.certificate: expected a certificate in us-east-1, from which CloudFront takes them, or its ARN, got 5',
    ],
    [
      'a certificate of another region',
      {
        imageDomain: { domainName: 'a.example.org', certificate: 'arn:aws:acm:eu-west-1:111122223333:certificate/abc' },
      },
      'imageDomain.certificate: expected a certificate in us-east-1, from which CloudFront takes them, or its ARN, got "arn:',
    ],
    [
      'an edge of nowhere',
      { priceClass: 'cheap' },
      'priceClass: expected one of "PriceClass_100", "PriceClass_200", "PriceClass_All", got "cheap"',
    ],
  ])('answers %s in one sentence that names the prop', (_what, props, message) => {
    const create = () => anInstance(props as ImageUrlsProps);

    expect(create).toThrow(`ImageUrls Shop/Images: ${message}`);
    expect(create).toThrow(/^[^\n]+[.?]$/);
  });

  it.each([
    [null, 'expected an object, got null.'],
    ['prod', 'expected an object, got "prod".'],
    [{ alarmMail: 'ops@example.com' }, 'alarmMail: there is no such name; did you mean alarmEmail?'],
  ])('answers %o in place of props in a sentence', (props, message) => {
    const create = () =>
      new ImageUrls(new Stack(anApp(), 'Shop', { env }), 'Images', props as unknown as ImageUrlsProps);

    expect(create).toThrow(new Error(`ImageUrls Shop/Images: ${message}`));
  });

  // as in JavaScript, where no type finds it
  // biome-ignore lint/suspicious/noExplicitAny: calls of JavaScript
  it.each<[string, (images: any, site: Distribution) => unknown, string]>([
    ['a key without an id', (images) => images.addApiKey(), "addApiKey: expected an id, such as 'site'."],
    [
      'a misspelt option of a key',
      (images) => images.addApiKey('site', { scope: ['mint'] }),
      'addApiKey site: scope: there is no such name; did you mean scopes?',
    ],
    [
      'a scope of nothing',
      (images) => images.addApiKey('site', { scopes: ['mints'] }),
      'addApiKey site: scopes[0]: expected one of "mint", ',
    ],
    [
      'two keys of an id',
      (images) => [images.addApiKey('site'), images.addApiKey('site')],
      'addApiKey: there is another site in Shop/Images; give each key an id of its own.',
    ],
    [
      'no templates',
      (images) => images.addTemplates(),
      'addTemplates: expected a pattern of files such as cards/*.tsx',
    ],
    [
      'templates as an object',
      (images) => images.addTemplates({ path: 'cards' }),
      'addTemplates: expected a pattern of files such as cards/*.tsx, got {"path":"cards"}.',
    ],
    [
      'a misspelt option of templates',
      (images) => images.addTemplates('*.tsx', { acountId: 'a' }),
      'addTemplates: acountId: there is no such name; did you mean accountId?',
    ],
    ['a path without an end', (images, site) => images.addBehavior('/cards', site), 'addBehavior: expected a path'],
    [
      'path and distribution in the wrong order',
      (images, site) => images.addBehavior(site, '/cards/*'),
      'addBehavior: expected a path pattern such as /cards/*, got a Distribution.',
    ],
    [
      'no distribution',
      (images) => images.addBehavior('/cards/*'),
      'addBehavior: expected a Distribution that this app creates after the path pattern, got nothing.',
    ],
    [
      'an imported distribution',
      (images, site) => {
        const attributes = { domainName: 'd1.cloudfront.net', distributionId: 'E1' };
        images.addBehavior('/cards/*', Distribution.fromDistributionAttributes(site, 'Imported', attributes));
      },
      'addBehavior: expected a Distribution that this app creates after the path pattern, got an ',
    ],
    ['edge alarms nowhere', (images) => images.addEdgeAlarms(), 'addEdgeAlarms: expected a stack in us-east-1.'],
    [
      'a misspelt option of edge alarms',
      (images, site) => images.addEdgeAlarms(site, { alarmMail: 'ops@example.com' }),
      'addEdgeAlarms: alarmMail: there is no such name; did you mean alarmEmail?',
    ],
    ['logs to nowhere', (images) => images.addLogDelivery(), 'addLogDelivery: expected a stack in us-east-1.'],
  ])('answers %s in one sentence that names method and option', (_what, run, message) => {
    const { stack, images } = anInstance();
    const site = new Distribution(stack, 'Site', { defaultBehavior: { origin: new HttpOrigin('example.com') } });

    const thrown = catchMessage(() => run(images, site));

    expect(thrown).toContain(message);
    expect(thrown).toMatch(/^[^\n]+[.?]$/);
  });

  it('refuses a certificate that a stack of another region creates, and takes one of us-east-1', () => {
    const app = anApp();
    const withCertificateIn = (region: string) => {
      const made = new Stack(app, `Names-${region}`, { env: { ...env, region }, crossRegionReferences: true });
      const certificate = new Certificate(made, 'Certificate', { domainName: 'img.example.com' });
      const stack = new Stack(app, `Shop-${region}`, { env, crossRegionReferences: true });
      return new ImageUrls(stack, 'Images', { layerPath, imageDomain: { domainName: 'img.example.com', certificate } });
    };

    expect(() => withCertificateIn('eu-west-1')).toThrow(
      'ImageUrls Shop-eu-west-1/Images: imageDomain.certificate: CloudFront takes certificates of us-east-1 only.',
    );
    expect(withCertificateIn('us-east-1').imageUrl).toBe('https://img.example.com');
  });

  it.each(['us-gov-west-1', 'cn-north-1'])('refuses the region %s, in one sentence', (region) => {
    const stack = new Stack(anApp(), 'Shop', { env: { ...env, region } });

    expect(() => new ImageUrls(stack, 'Images', { layerPath })).toThrow(
      `Region ${region} is apart from the others, and its CloudFront lacks what this needs.`,
    );
  });

  it('has a name of its own in an app, and says whose name another has', () => {
    const app = anApp();
    const [one, two] = [new Stack(app, 'One', { env }), new Stack(app, 'Two', { env })];
    new ImageUrls(one, 'Images', { layerPath, instanceName: 'shop' });

    expect(() => new ImageUrls(two, 'Images', { layerPath, instanceName: 'shop' })).toThrow(
      'ImageUrls Two/Images: instanceName: One/Images has the name shop already',
    );
  });

  it('has metrics for graphs and alarms, of its own functions alone', () => {
    const { stack, images } = anInstance({ instanceName: 'shop' });
    const metrics = [
      images.metricMints({ period: Duration.hours(1) }),
      images.metricRenders(),
      images.metricFailedRenders(),
      images.metricQuotaRefusals(),
      images.metricImageRequests(),
      images.metricImageErrors(),
      images.metricCanaryFailures(),
    ];
    for (const [n, metric] of metrics.entries())
      new Alarm(stack, `Alarm${n}`, { metric, threshold: 1, evaluationPeriods: 1 });

    const alarms = Object.entries(ofType(stack, 'AWS::CloudWatch::Alarm')).filter(([id]) => id.startsWith('Alarm'));
    expect(alarms).toHaveLength(metrics.length);
    const [mints] = alarms.map(([, { Properties }]) => JSON.stringify(Properties));
    expect(mints).toContain('{"Name":"stage","Value":"shop"}');
    expect(mints?.match(/"Period":3600/g)?.length).toBe(4);
  });

  it('refuses a key of KMS where the region is not known', () => {
    const stack = new Stack(anApp(), 'Shop');

    expect(() => new ImageUrls(stack, 'Images', { layerPath, encryptionKey: new Key(stack, 'Key') })).toThrow(
      /encryptionKey needs a stack with a region/,
    );
  });
});

describe('addBehavior', () => {
  const withSite = (props: ImageUrlsProps = {}) => {
    const { stack, images } = anInstance(props);
    const aSite = (id: string, scope = stack) =>
      new Distribution(scope, id, { defaultBehavior: { origin: new HttpOrigin('example.com') } });
    return { stack, images, site: aSite('Site'), aSite };
  };
  const behaviorsOf = (stack: Stack, beginning: string) =>
    Object.entries(ofType(stack, 'AWS::CloudFront::Distribution')).flatMap(([id, { Properties }]) =>
      id.startsWith(beginning) ? [Properties.DistributionConfig.CacheBehaviors] : [],
    ) as { PathPattern: string; FunctionAssociations: unknown[] }[][];

  it('delivers images below a path of other distributions, also one path of two, by the same edge functions', () => {
    const { stack, images, site, aSite } = withSite({ imageUrl: 'https://www.example.com/cards' });
    images.addBehavior('/cards/*', site);
    images.addBehavior('/cards/*', aSite('SiteOfTwo'));
    images.addBehavior('/images/*', aSite('SiteOfThree'));

    const [one = [], two, three = []] = behaviorsOf(stack, 'Site');
    expect(one.map(({ PathPattern }) => PathPattern)).toEqual([
      '/cards/v1/i/*',
      '/cards/v1/s/*',
      '/cards/v1/a/*',
      '/cards/*',
    ]);
    expect(one.every(({ FunctionAssociations }) => FunctionAssociations.length === 2)).toBe(true);
    expect(two?.map(({ FunctionAssociations }) => FunctionAssociations)).toEqual(
      one.map(({ FunctionAssociations }) => FunctionAssociations),
    );
    expect(three.map(({ PathPattern }) => PathPattern)).toContain('/images/v1/i/*');
    // a store may be read by ten functions
    expect(Object.keys(ofType(stack, 'AWS::CloudFront::Function'))).toHaveLength(4);
    expect(JSON.stringify(ofType(stack, 'AWS::Lambda::Function'))).toContain(
      '"IMAGE_URL":"https://www.example.com/cards"',
    );
  });

  it('verifies what follows the path, within the size that CloudFront allows', async () => {
    const { stack, images, site } = withSite();
    images.addBehavior('/cards/*', site);

    const codes = Object.values(ofType(stack, 'AWS::CloudFront::Function')).map(({ Properties }) =>
      String(Properties.FunctionCode),
    );
    expect(codes).toHaveLength(4);
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
      const uriOf = (uri: string) => handler({ context: { eventType: 'viewer-request' }, request: { uri } });
      expect(await uriOf('/cards/v1/i/key')).toBe('/v1/i/key');
      expect(await uriOf('/cardsharp/v1/i/key')).toBe('/cardsharp/v1/i/key');
      expect(await uriOf('/v1/i/key')).toBe('/v1/i/key');
    }
  });

  it('refuses paths that make a function too large for CloudFront', () => {
    const { stack, images, site } = withSite();
    for (let n = 0; n < 30; n += 1) images.addBehavior(`/${'path'.repeat(20)}/${n}/*`, site);

    expect(() => resourcesOf(stack)).toThrow(/edge function of \d+ bytes, and CloudFront takes 10240/);
  });

  it('refuses patterns of another form, the arguments in another order, and other stacks, and needs the edge function', () => {
    const { stack, images, site, aSite } = withSite();
    const without = withSite({ verifyAtEdge: false });
    const elsewhere = aSite('Elsewhere', new Stack(Stage.of(stack) as Stage, 'Other', { env }));

    for (const pattern of ['cards/*', '/cards', '/*', '/a b/*'])
      expect(() => images.addBehavior(pattern, site), pattern).toThrow(/expected a path pattern such as/);
    expect(() => images.addBehavior('/cards/*', 'site' as never)).toThrow(/expected a Distribution/);
    expect(() => images.addBehavior('/cards/*', elsewhere)).toThrow('is in the stack Other; create it in Shop');
    images.addBehavior('/cards/*', site);
    expect(() => images.addBehavior('/cards/*', site)).toThrow(
      'addBehavior: Shop/Site has /cards/* already; add it once.',
    );
    expect(() => without.images.addBehavior('/cards/*', without.site)).toThrow(/verifyAtEdge/);
  });
});

describe('addEdgeAlarms', () => {
  const edgeOf = (props: ImageUrlsProps = {}, region = 'us-east-1') => {
    const app = anApp();
    const stack = new Stack(app, 'Shop', { env, crossRegionReferences: true });
    const edge = new Stack(app, 'Edge', { env: { ...env, region }, crossRegionReferences: true });
    return { edge, images: new ImageUrls(stack, 'Images', { layerPath, ...props }) };
  };

  it('watches distribution and edge functions from us-east-1, and gives their logs a retention', () => {
    const { edge, images } = edgeOf({ alarmEmail: 'ops@example.org', logRetention: RetentionDays.ONE_MONTH });
    const alarms = images.addEdgeAlarms(edge);

    expect([...alarms.keys()]).toEqual([
      'Edge 5xx share',
      'Edge bytes',
      'Edge function errors',
      'Edge function answers refused',
      'Edge function throttled',
    ]);
    const groups = Object.values(ofType(edge, 'AWS::Logs::LogGroup')).filter(
      ({ Properties }) => Properties.LogGroupName,
    );
    expect(groups.map(({ Properties }) => Properties.LogGroupName)).toEqual([
      expect.stringMatching(/^\/aws\/cloudfront\/function\/.*OnDemandVerifier-eu-west-1$/),
      expect.stringMatching(/SiteVerifier-eu-west-1$/),
      expect.stringMatching(/AssetVerifier-eu-west-1$/),
      expect.stringMatching(/Verifier-eu-west-1$/),
    ]);
    for (const { Properties } of groups) expect(Properties.RetentionInDays).toBe(30);
    expect(Object.values(ofType(edge, 'AWS::SNS::Subscription')).map(({ Properties }) => Properties.Endpoint)).toEqual([
      'ops@example.org',
    ]);
  });

  it('tells a topic instead, and watches the distribution alone without edge functions', () => {
    const { edge, images } = edgeOf({ alarmEmail: 'ops@example.org', verifyAtEdge: false });
    const alarmTopic = Topic.fromTopicArn(edge, 'Topic', 'arn:aws:sns:us-east-1:111122223333:ops');
    const alarms = images.addEdgeAlarms(edge, { alarmTopic });

    expect([...alarms.keys()]).toEqual(['Edge 5xx share', 'Edge bytes']);
    expect(ofType(edge, 'AWS::SNS::Topic')).toEqual({});
  });

  it('refuses a stack elsewhere, in one sentence', () => {
    const { edge, images } = edgeOf({}, 'eu-west-1');

    expect(() => images.addEdgeAlarms(edge)).toThrow(
      'addEdgeAlarms: expected a stack in us-east-1, where the metrics of CloudFront are; Edge has the region eu-west-1',
    );
  });
});
