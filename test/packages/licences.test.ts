import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const builds = readdirSync('packages')
  .map((name) => join('packages', name, 'build.ts'))
  .filter((file) => existsSync(file))
  .map((file) => ({ file, code: readFileSync(file, 'utf8') }));

it('every package that bundles others writes their licences beside them', () => {
  const bundling = builds.filter(({ code }) => /from 'esbuild'|bundleWithEngine|layerFolder/.test(code));
  const withLicences = bundling.filter(({ code }) => /bundledLicences\(|bundleWithEngine\(|'LICENCES\.txt'/.test(code));

  expect(bundling.length).toBeGreaterThanOrEqual(5);
  expect(withLicences).toEqual(bundling);
});
