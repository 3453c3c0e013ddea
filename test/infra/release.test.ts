import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deliveryIds, getEdgeFunctionOutput } from '../../lib/delivery/edge-functions.ts';
import { dateSection, releaseNotes } from '../../tools/release/changelog.ts';
import { synthesiseRelease } from '../../tools/release/synthesise.ts';
import { type LastingResources, lastingResources } from '../operator/upgrade/lasting-resources.ts';
import { recordedReleases, resourcesFile } from '../operator/upgrade/recording.ts';
import { emptyAssets, unbundled } from '../support/empty-assets.ts';
import { useFolder } from '../support/folder.ts';

const folder = useFolder();
const edgeFunctionOutputs = deliveryIds.map(getEdgeFunctionOutput);
const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const { version, workspaces } = readJson('package.json');
/** The packages that are published. */
const packages: string[] = workspaces.filter(
  (name: string) => name.startsWith('packages/') && !readJson(`${name}/package.json`).private,
);

describe('the version', () => {
  it('is that of the repository in every package, also in the lock file', () => {
    const lock = readJson('package-lock.json').packages;
    for (const path of packages) {
      expect([path, readJson(`${path}/package.json`).version]).toEqual([path, version]);
      expect([path, lock[path].version]).toEqual([path, version]);
    }
  });

  it('is changed in every place by the release pull request', () => {
    const { packages: components } = readJson('.github/release-please.json');
    const changed = components['.']['extra-files'].map(
      ({ path, jsonpath }: Record<string, string>) => `${path} ${jsonpath}`,
    );

    for (const path of packages)
      expect(changed).toEqual(
        expect.arrayContaining([`${path}/package.json $.version`, `package-lock.json $.packages['${path}'].version`]),
      );
  });
});

it.each(packages)('%s says where it comes from, and is published with provenance', (path) => {
  const { repository, license, files, publishConfig } = readJson(`${path}/package.json`);

  expect({ repository, license, publishConfig }).toEqual({
    repository: { type: 'git', url: 'git+https://github.com/image-url/image-url-service.git', directory: path },
    license: 'MIT',
    publishConfig: { access: 'public', provenance: true },
  });
  expect(files).toContain('CHANGELOG.md');
});

describe('the changelog', () => {
  const text = '# Changelog\n\n## 0.2.0 (unreleased)\n\n- New.\n\n## 0.1.0 (2026-12-01)\n\n### Added\n\n- First.\n';

  it('gets the version and the day of the release', () => {
    const dated = dateSection(text, '0.2.1', new Date('2027-01-02T23:00:00Z'));

    expect(dated).toBe(text.replace('0.2.0 (unreleased)', '0.2.1 (2027-01-02)'));
    expect(() => dateSection(dated, '0.3.0', new Date(0))).toThrow('no section');
  });

  it('has the notes of each release', () => {
    expect(releaseNotes(text, '0.2.0')).toBe('- New.\n');
    expect(releaseNotes(text, '0.1.0')).toBe('### Added\n\n- First.\n');
    expect(() => releaseNotes(text, '0.3.0')).toThrow('## 0.3.0');
    expect(releaseNotes(readFileSync('CHANGELOG.md', 'utf8'), version)).toContain('### Security');
  });
});

describe('the released templates', () => {
  const built = { outdir: join(folder, 'out'), ...emptyAssets(folder), context: unbundled };
  const stacks = synthesiseRelease('1.2.3', built);

  it('are the service and what monitors its edge, within what CloudFormation takes from a bucket', () => {
    expect(stacks.map(({ name }) => name)).toEqual(['ImageUrlService-prod', 'ImageUrlService-prod-edge']);
    for (const { template } of stacks) expect(JSON.stringify(JSON.parse(template)).length).toBeLessThan(1_000_000);
  });

  it('take every file from the bucket of a parameter, come with each, and need no bootstrap of CDK', () => {
    const [service] = stacks;
    const named = (pattern: RegExp) => [...(service?.template.matchAll(pattern) ?? [])].map(([, name = '']) => name);
    const keys = named(/"S3Key":\s*"([^"]+)"/g);
    const buckets = named(/"S3Bucket":\s*\{\s*"Fn::Sub":\s*"([^"]*)"/g);

    expect(keys.length).toBeGreaterThan(20);
    for (const key of keys) expect(key).toMatch(/^image-url\/1\.2\.3\/[0-9a-f]{64}\.zip$/);
    expect(service?.assets.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
    expect(buckets).toEqual(Array(keys.length).fill(`\${AssetsBucket}`));
    expect(JSON.parse(service?.template ?? '').Parameters).toHaveProperty('AssetsBucket');
    for (const { template } of stacks) expect(template).not.toMatch(/cdk-hnb659fds|BootstrapVersion/);
  });

  it('protect tables once the parameter says so', () => {
    const protections = [...(stacks[0]?.template.matchAll(/"DeletionProtectionEnabled":\s*([^,}]+\}?)/g) ?? [])];

    expect(protections.length).toBeGreaterThan(10);
    for (const [, value = ''] of protections) expect(JSON.parse(value)).toEqual({ Ref: 'DeletionProtection' });
  });

  const service = JSON.parse(stacks[0]?.template ?? '{}');
  const edge = JSON.parse(stacks[1]?.template ?? '{}');

  it('have parameters for what a stage sets, each with a default but the bucket', () => {
    const names = [
      ...['AlarmEmail', 'ApiCertificate', 'ApiDomain', 'AssetsBucket', 'DefaultPlan', 'DeletionProtection'],
      ...['ImageCertificate', 'ImageDomain', 'LogRetentionDays', 'UrlLifetimeDays', 'Views'],
    ];
    expect(Object.keys(service.Parameters).sort()).toEqual(names);
    const needed = Object.entries<{ Default?: unknown }>(service.Parameters).filter(
      ([, { Default }]) => Default === undefined,
    );
    expect(needed.map(([name]) => name)).toEqual(['AssetsBucket']);
    expect(Object.keys(edge.Parameters)).toEqual(expect.arrayContaining(['AlarmEmail', 'LogRetentionDays']));
    for (const { template: text } of stacks) expect(text).not.toMatch(/parameter\.example|000000000000/);
  });

  /** What CloudFormation makes of the template with values of its parameters. */
  const deployed = (values: Readonly<Record<string, string>>, template = service) => {
    const parameters: Record<string, unknown> = Object.fromEntries(
      Object.entries<{ Default?: unknown }>(template.Parameters).map(([name, { Default }]) => [name, Default]),
    );
    Object.assign(parameters, values);
    // biome-ignore lint/suspicious/noExplicitAny: any value of a template
    const evaluate = (value: any): any => {
      if (Array.isArray(value)) return value.map(evaluate).filter((one) => one !== undefined);
      if (typeof value !== 'object' || value === null) return value;
      if ('Fn::If' in value) return evaluate(value['Fn::If'][isTrue(value['Fn::If'][0]) ? 1 : 2]);
      if (value.Ref === 'AWS::NoValue') return undefined;
      if (value.Ref in parameters) return parameters[value.Ref];
      const entries = Object.entries(value).map(([key, inner]) => [key, evaluate(inner)] as const);
      return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
    };
    // biome-ignore lint/suspicious/noExplicitAny: any condition of a template
    const holds = (rule: any): boolean => {
      if ('Condition' in rule) return isTrue(rule.Condition);
      if ('Fn::Not' in rule) return !holds(rule['Fn::Not'][0]);
      if ('Fn::And' in rule) return rule['Fn::And'].every(holds);
      const [one, other] = evaluate(rule['Fn::Equals']);
      return one === other;
    };
    const isTrue = (name: string): boolean => holds(template.Conditions[name]);
    const isThere = ({ Condition }: { Condition?: string }) => Condition === undefined || isTrue(Condition);
    const resources = Object.entries<{ Type: string; Condition?: string }>(template.Resources).filter(([, one]) =>
      isThere(one),
    );
    return {
      count: resources.length,
      ofType: (type: string) => resources.flatMap(([, one]) => (one.Type === type ? [evaluate(one)] : [])),
    };
  };
  const all = {
    ...{ ImageDomain: 'img.example.org', ImageCertificate: 'arn:image', ApiDomain: 'api.example.org' },
    ...{ ApiCertificate: 'arn:api', AlarmEmail: 'ops@example.org' },
  };

  it('make a stage without options of the defaults, and with each of them of all values', () => {
    const [none, every] = [deployed({}), deployed(all)];
    const distributionOf = (of: typeof none) =>
      of.ofType('AWS::CloudFront::Distribution')[0].Properties.DistributionConfig;

    expect(distributionOf(none).Aliases).toBeUndefined();
    expect(distributionOf(every)).toMatchObject({
      Aliases: ['img.example.org'],
      ViewerCertificate: { AcmCertificateArn: 'arn:image' },
    });
    expect(none.ofType('AWS::ApiGateway::DomainName')).toEqual([]);
    expect(every.ofType('AWS::ApiGateway::DomainName')[0].Properties).toMatchObject({
      DomainName: 'api.example.org',
      RegionalCertificateArn: 'arn:api',
    });
    expect(every.ofType('AWS::SNS::Subscription')[0].Properties.Endpoint).toBe('ops@example.org');
    for (const [of, actions] of [
      [none, undefined],
      [every, 1],
    ] as const)
      for (const { Properties } of of.ofType('AWS::CloudWatch::Alarm'))
        expect(Properties.AlarmActions?.length).toBe(actions);
    expect(
      deployed({ ImageDomain: 'img.example.org', ImageCertificate: 'arn:image' }).ofType('AWS::SNS::Topic'),
    ).toEqual([]);
    expect(every.count).toBeLessThan(500);
  });

  it('give functions, logs and the first command the values of the parameters', () => {
    const { ofType } = deployed({ ...all, LogRetentionDays: '30', UrlLifetimeDays: '10' });
    const variables = JSON.stringify(ofType('AWS::Lambda::Function').map(({ Properties }) => Properties.Environment));

    expect(variables).toContain('"URL_LIFETIME_DAYS":"10"');
    expect(variables).not.toContain('"URL_LIFETIME_DAYS":"1827"');
    for (const { Properties } of ofType('AWS::Logs::LogGroup')) expect(Properties.RetentionInDays).toBe('30');
    expect(JSON.stringify(service.Outputs.AdminCommand)).toContain(`account create --plan \${DefaultPlan}`);
  });

  it('count views by what the parameter says, and need no bucket of logs where they count none', () => {
    const told = { DistributionId: 'E1', ...Object.fromEntries(edgeFunctionOutputs.map((name) => [name, 'f'])) };
    const countsBy = (Views: string) => {
      const { ofType } = deployed({ Views });
      const variables = ofType('AWS::Lambda::Function').map(
        ({ Properties }) => Properties.Environment?.Variables ?? {},
      );
      const at = (values: Readonly<Record<string, string>>) => deployed({ ...told, Views, ...values }, edge);
      return {
        functions: variables.filter(({ FUNCTION_ID: id }) => id === 'readAccessLogs').map(({ VIEWS }) => VIEWS),
        usage: variables.find(({ FUNCTION_ID: id }) => id === 'usage').VIEWS,
        buckets: ofType('AWS::S3::Bucket').length,
        alarms: at({}).ofType('AWS::CloudWatch::Alarm').length > 0,
        deliveries: [at({}), at({ LogsBucket: 'logs' })].map(({ ofType }) => ofType('AWS::Logs::Delivery').length),
      };
    };

    expect(countsBy('templates')).toEqual({
      ...{ functions: ['templates'], usage: 'templates', buckets: 3, alarms: true, deliveries: [0, 1] },
    });
    expect(countsBy('images')).toEqual({
      ...{ functions: ['images'], usage: 'images', buckets: 3, alarms: true, deliveries: [0, 1] },
    });
    expect(countsBy('off')).toEqual({ functions: [], usage: 'off', buckets: 2, alarms: true, deliveries: [0, 0] });
  });

  it.each(recordedReleases())(
    'an update from %s replaces nothing that holds data or has a published address',
    (release) => {
      const recorded: LastingResources = JSON.parse(readFileSync(resourcesFile(release), 'utf8'));
      const today = lastingResources(stacks[0]?.template ?? '');

      expect(Object.keys(recorded).length).toBeGreaterThan(15);
      expect(today).toMatchObject(recorded);
      // a property that was added may replace a resource as well
      for (const [id, { properties }] of Object.entries(recorded)) expect(today[id]?.properties).toEqual(properties);
    },
  );
});
