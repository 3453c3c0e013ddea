import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dateSection, releaseNotes } from '../../tools/release/changelog.ts';
import { synthesiseRelease } from '../../tools/release/synthesise.ts';
import { emptyAssets, unbundled } from '../support/empty-assets.ts';
import { useFolder } from '../support/folder.ts';

const folder = useFolder();
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
});
