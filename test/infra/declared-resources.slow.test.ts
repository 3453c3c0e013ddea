import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RemovalPolicy, Stack, Stage } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { CodePipeline, CodePipelineSource, type IFileSetProducer, ShellStep } from 'aws-cdk-lib/pipelines';
import { getIdAttribute, templatesOfSet } from 'image-url-contract/custom-resources.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { ImageUrls } from '../../lib/app/image-urls.ts';
import type { ImageUrlsProps } from '../../lib/app/image-urls-props.ts';
import { catchMessage, env, useInstances } from './instances.ts';
import type { Properties, Resource } from './synthesise.ts';

const { folder, layerPath, anApp, anInstance } = useInstances();
const cards = join(import.meta.dirname, 'cards/*.jsx');
const synthesised = (stack: Stack) => {
  const { directory, stacks } = (Stage.of(stack) as Stage).synth();
  const { template } = stacks.find(({ id }) => id === stack.artifactId) ?? expect.fail('no stack');
  const resources = template.Resources as Record<string, Resource>;
  const ofType = (type: string) => Object.entries(resources).filter(([, { Type }]) => Type === type);
  return { directory, text: JSON.stringify(template), resources, ofType };
};
const custom = ['Custom::ImageUrlAccount', 'Custom::ImageUrlApiKey', 'Custom::ImageUrlTemplates'];
/** A folder with files, by their paths. */
const withFiles = (files: Readonly<Record<string, string>>): string => {
  const root = mkdtempSync(join(folder, 'project-'));
  for (const [file, text] of Object.entries({ 'package.json': '{}', ...files })) {
    mkdirSync(join(root, file, '..'), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
};
const card = "export default ({ title = 'Hello' }) => <div>{title}</div>;";
const cardFrom = (path: string) => `import { B } from '${path}';\n${card.replace('{title}', '<B />')}`;

/** A stack with two keys and the templates of `cards`. */
const declare = () => {
  const { stack, images } = anInstance();
  images.addApiKey('site', { scopes: ['mint', 'templates:read'], monthlyMints: 500 });
  const templates = images.addTemplates(cards);
  images.addApiKey('ci', { templateIds: [templates.templateId('article')], accountId: templates.accountId });
  return { stack, templates, ...synthesised(stack) };
};
let declared: ReturnType<typeof declare>;
/** An instance that is never synthesised. */
let images: ImageUrls;
beforeAll(() => {
  declared = declare();
  ({ images } = anInstance());
});

describe('a stack that declares keys and templates', () => {
  it('keeps the logical ids of what holds data', () => {
    const { ofType } = declared;

    const ids = [...custom, 'AWS::SecretsManager::Secret'].flatMap((type) => ofType(type).map(([id]) => id));

    // a new id of a set means new templates
    expect(ids.filter((id) => !/CanaryKey|SigningKey|^Imagesci/.test(id)).toSorted()).toMatchInlineSnapshot(`
      [
        "ImagesDeclaredAccountC4980E1C",
        "ImagesTemplates8D4B1A8D",
        "ImagessiteKeya489c6ad6107205A",
        "ImagessiteSecret46B3B6C4",
      ]
    `);
  });

  it('has one function for all of them, which is there after the API', () => {
    const plain = synthesised(anInstance().stack);
    const { resources, ofType } = declared;

    const [[deployer, { DependsOn = [] }] = expect.fail('no function'), ...others] = ofType(
      'AWS::Lambda::Function',
    ).filter(([, { Properties }]) => Properties.Environment?.Variables.FUNCTION_ID === 'deployResource');
    expect(others).toEqual([]);
    for (const [, { Properties }] of custom.flatMap(ofType))
      expect(Properties).toMatchObject({ ServiceToken: { 'Fn::GetAtt': [deployer, 'Arn'] }, ServiceTimeout: '1500' });
    expect(DependsOn).toEqual(expect.arrayContaining(ofType('AWS::ApiGateway::Method').map(([id]) => id)));
    // the function with role and log; the account; two for a key, one for the templates
    expect(Object.keys(resources).length - Object.keys(plain.resources).length).toBe(3 + 1 + 2 * 2 + 1);
    expect(plain.text, 'where nothing is declared').not.toContain('deployResource');
  });

  it('gives its account the first plan without limits, or the one that it names', () => {
    const accounts = ({ ofType }: Pick<typeof declared, 'ofType'>) => ofType('Custom::ImageUrlAccount');
    const planOf = (props: ImageUrlsProps) => {
      const { stack, images } = anInstance(props);
      images.addApiKey('site');
      return accounts(synthesised(stack))[0]?.[1].Properties.Plan;
    };
    const team = { mints: null, generations: null };

    expect(accounts(declared)[0]?.[1].Properties.Plan).toBe('own');
    expect(planOf({ plans: { team } })).toBe('team');
    expect(planOf({ plans: { team }, accountPlan: 'pro' })).toBe('pro');
    expect(() => planOf({ plans: { small: { mints: 5, generations: 0 } } })).toThrow(/^accountPlan: /);
  });
});

describe('addApiKey', () => {
  it('puts the key into a secret that a function can be allowed to read', () => {
    const stack = new Stack(anApp(), 'Shop', { env });
    const images = new ImageUrls(stack, 'Images', { layerPath, encryptionKey: new Key(stack, 'Key') });
    const role = new Role(stack, 'Site', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    const key = images.addApiKey('site');
    key.grantRead(role);
    const { text, ofType } = synthesised(stack);

    const [[secretId, secret] = expect.fail('no secret')] = ofType('AWS::SecretsManager::Secret').filter(([id]) =>
      id.startsWith('Imagessite'),
    );
    expect(secret.Properties).toMatchObject({ SecretString: '{"formatVersion":0}', KmsKeyId: expect.anything() });
    const [, policy] = ofType('AWS::IAM::Policy').find(([id]) => id.startsWith('SiteDefaultPolicy')) ?? [];
    expect(policy?.Properties.PolicyDocument.Statement).toMatchObject([
      { Action: ['secretsmanager:GetSecretValue', 'secretsmanager:DescribeSecret'], Resource: { Ref: secretId } },
    ]);
    expect(stack.resolve(key.environment)).toEqual({
      IMAGE_URL_BASE_URL: stack.resolve(images.apiUrl),
      IMAGE_URL_HOST: stack.resolve(images.imageUrl),
      IMAGE_URL_API_KEY_SECRET_ARN: { Ref: secretId },
    });
    expect(text).not.toMatch(/iu_[0-9A-Za-z]/);
  });

  it('makes another key in the same secret for other options', () => {
    const idsWith = (options: Parameters<ImageUrls['addApiKey']>[1]) => {
      const { stack, images } = anInstance();
      images.addApiKey('site', options);
      const { ofType } = synthesised(stack);
      const [[key]] = ofType('Custom::ImageUrlApiKey') as [[string, Resource]];
      return { key, secrets: ofType('AWS::SecretsManager::Secret').map(([id]) => id) };
    };
    const one = idsWith({ scopes: ['mint', 'templates:read'] });
    const same = idsWith({ scopes: ['templates:read', 'mint', 'mint'] });
    const other = idsWith({ scopes: ['mint'] });

    expect(same).toEqual(one);
    expect(other.key).not.toBe(one.key);
    expect(other.secrets).toEqual(one.secrets);
  });

  it('takes tokens for templates and accounts', () => {
    const keys = declared.ofType('Custom::ImageUrlApiKey');
    const { Properties } = keys.find(([id]) => id.startsWith('Imagesci'))?.[1] ?? expect.fail('no key');

    expect(Properties.TemplateIds).toEqual([
      { 'Fn::GetAtt': [expect.stringMatching(/Templates/), getIdAttribute('article')] },
    ]);
    expect(Properties.AccountId).toEqual({ 'Fn::GetAtt': [expect.stringMatching(/Account/), 'AccountId'] });
  });

  it.each<[string, object, RegExp]>([
    ['a scope that is not there', { scopes: ['mints'] }, /: scopes\[0\]: .*"mint"/],
    ['no scope', { scopes: [] }, /: scopes: /],
    ['no name', { name: ' ' }, /: name: /],
    ['half a mint', { monthlyMints: 0.5 }, /: monthlyMints: /],
    ['a template id with a slash', { templateIds: ['a/b'] }, /: templateIds\.0: no template id/],
    ['an account id with a hyphen', { accountId: 'a-b' }, /: accountId: /],
  ])('names what is wrong with %s', (what, options, message) => {
    const thrown = catchMessage(() => images.addApiKey(`with ${what}`, options));

    expect(thrown).toMatch(message);
    expect(thrown).toMatch(/^addApiKey with [^\n]+\.$/);
  });
});

describe('addTemplates', () => {
  it('publishes each file with what it imports, under paths of the project', () => {
    const { stack, templates, directory, ofType } = declared;

    expect(templates.names).toEqual(['article', 'event']);
    const [[, { Properties }] = expect.fail('no set')] = ofType('Custom::ImageUrlTemplates');
    const assets = JSON.parse(readFileSync(join(directory, `asset.${Properties.Key}`), 'utf8'));
    const asset = assets.find(({ name }: { name: string }) => name === 'article');
    expect(asset.file).toBe('test/infra/cards/article.jsx');
    expect(asset.code).toContain('const Logo = Logo2;');
    expect(asset.origins).toContainEqual(['test/infra/cards/parts/logo.jsx', 3]);
    expect(JSON.stringify(assets)).not.toContain(process.cwd());
    expect(stack.resolve(templates.templateIds.event)).toEqual({
      'Fn::GetAtt': [expect.stringMatching(/Templates/), getIdAttribute('event')],
    });
  });

  it('takes patterns from a folder, several of them, and names templates by their paths', () => {
    const cwd = withFiles({
      'cards/one.tsx': card,
      'cards/blog/two.jsx': card,
      'more/three.jsx': card,
      'cards/a.css': '',
    });
    const templates = images.addTemplates(['cards/**/*.{tsx,jsx}', 'more/*'], { cwd, id: 'Several' });

    expect([...templates.names].sort()).toEqual(['blog/two', 'one', 'three']);
    expect(() => templates.templateId('four')).toThrow('There is no template four; there are ');
  });

  it('keeps the template of a file that is gone where it is told to', () => {
    const { stack, images } = anInstance();
    const cwd = withFiles({ 'goes.jsx': card, 'stays.jsx': card });
    images.addTemplates('goes.jsx', { cwd });
    images.addTemplates('stays.jsx', { cwd, id: 'Lasting', removalPolicy: RemovalPolicy.RETAIN });
    const policies = synthesised(stack)
      .ofType('Custom::ImageUrlTemplates')
      .map(([, { Properties, DeletionPolicy }]) => [Properties.Removed, DeletionPolicy]);

    expect(policies).toEqual([
      ['delete', 'Delete'],
      ['keep', 'Retain'],
    ]);
  });

  it.each<[string, Record<string, string>, string, RegExp]>([
    ['no file', {}, 'cards/*.tsx', /^No template is named like cards\/\*\.tsx in /],
    ['code that does not compile', { 'a.tsx': 'export const a = 1;\n' }, '*.tsx', /^a\.tsx:1:1: There is no default/],
    [
      'an import that does not compile',
      { 'a.tsx': cardFrom('./b'), 'b.tsx': 'export const B = (' },
      'a.tsx',
      /^b\.tsx:1:\d+: /,
    ],
    ['an import of what is not there', { 'a.tsx': cardFrom('./b') }, 'a.tsx', /^a\.tsx:2:\d+: B comes from "\.\/b"/],
    [
      'an import that leads out of the project',
      { 'a.tsx': cardFrom('../../b') },
      'a.tsx',
      /^a\.tsx:1:\d+: .*the option root names another folder/,
    ],
    ['two files of one name', { 'a.tsx': card, 'a.jsx': card }, 'a.*', /another template of the name a; rename one/],
  ])('refuses %s', (what, files, pattern, message) => {
    expect(() => images.addTemplates(pattern, { cwd: withFiles(files), id: what })).toThrow(message);
  });

  it('needs an id for each of several sets, and refuses more templates than an answer has room for', () => {
    const { images } = anInstance();
    const many = Array.from({ length: templatesOfSet + 1 }, (_, n) => [`${n}.jsx`, card]);
    images.addTemplates(cards);

    expect(() => images.addTemplates(cards)).toThrow("give each set an id: { id: 'emails' }");
    expect(() => images.addTemplates('*.jsx', { cwd: withFiles(Object.fromEntries(many)), id: 'Many' })).toThrow(
      'Many has 61 templates, and a set has at most 60',
    );
  });

  it('takes imports from the folder that it is told', () => {
    const project = withFiles({
      'site/package.json': '{}',
      'site/page.jsx': `import { B } from '../b';\n${card}`,
      'b.jsx': 'export const B = 1;',
    });
    expect(images.addTemplates('site/*.jsx', { cwd: project, root: project, id: 'Told' }).names).toEqual(['page']);
  });
});

it('CDK Pipelines publish what a stage needs and look nothing up', () => {
  const app = anApp();
  const pipelineStack = new Stack(app, 'Pipeline', { env });
  const source = CodePipelineSource.connection('example/shop', 'main', {
    connectionArn: 'arn:aws:codestar-connections:eu-west-1:111122223333:connection/1',
  });
  // CDK's types of steps differ in optional properties
  const input = source as IFileSetProducer;
  const synth = new ShellStep('Synth', { input, commands: ['npx cdk synth'] }) as IFileSetProducer;
  const pipeline = new CodePipeline(pipelineStack, 'Pipeline', { synth });
  const stage = new Stage(app, 'Prod', { env: { ...env, region: 'us-east-1' } });
  const stack = new Stack(stage, 'Images');
  const images = new ImageUrls(stack, 'Images', { layerPath });
  images.addApiKey('site');
  images.addTemplates(cards);
  pipeline.addStage(stage);

  const assembly = app.synth();
  const nested = assembly.getNestedAssembly(stage.artifactId);
  const template = assembly.getStackArtifact(pipelineStack.artifactId).template;
  const actions = Object.values<Resource>(template.Resources)
    .flatMap(({ Type, Properties }) => (Type === 'AWS::CodePipeline::Pipeline' ? Properties.Stages : []))
    .flatMap((one: Properties) => one.Actions.map(({ Name }: Properties) => `${one.Name} ${Name}`));
  const { template: deployed } = nested.stacks[0] ?? expect.fail('no stack');
  const keys = Object.values<Resource>(deployed.Resources).flatMap(({ Type, Properties }) =>
    Type === 'Custom::ImageUrlTemplates' ? [`${Properties.Bucket} ${Properties.Key}`] : [],
  );
  const manifest = readFileSync(join(assembly.directory, 'assembly-Prod', `${stack.artifactId}.assets.json`), 'utf8');
  const assets = Object.keys(JSON.parse(manifest).files);

  expect([assembly, nested].map((one) => one.manifest.missing)).toEqual([undefined, undefined]);
  expect(actions).toEqual(expect.arrayContaining(['Prod Prepare', 'Prod Deploy']));
  // the pipeline itself has the template of the stack
  expect(actions.filter((one: string) => one.startsWith('Assets '))).toHaveLength(assets.length - 1);
  expect(keys).toHaveLength(1);
  for (const key of keys) {
    expect(key).toMatch(/^cdk-hnb659fds-assets-111122223333-us-east-1 /);
    expect(assets).toContain(/(\w+)\.json$/.exec(key)?.[1]);
  }
});
