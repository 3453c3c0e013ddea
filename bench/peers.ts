import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root.ts';

const folder = join(projectRoot, 'bench');
const npm = { cwd: projectRoot, shell: process.platform === 'win32' };

/** Installs the packages of `bench/package.json`, unless all are there in their versions. @throws Error */
export const installPeers = (): void => {
  const { status } = spawnSync('npm', ['ls', '--all', '--prefix', folder], { ...npm, stdio: 'ignore' });
  if (status === 0) return;
  const options = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
  execFileSync('npm', ['ci', ...options], { ...npm, stdio: ['ignore', 'ignore', 'inherit'] });
};

const readManifest = (...path: readonly string[]): { version: string; dependencies: Record<string, string> } =>
  JSON.parse(readFileSync(join(projectRoot, ...path, 'package.json'), 'utf8'));

/** Returns name and version of each compared package, as `satori 0.33.5`. */
export const getPeerVersions = (): string[] => [
  ...['satori', '@resvg/resvg-js', 'sharp'].map((name) => `${name} ${readManifest('node_modules', name).version}`),
  ...Object.keys(readManifest('bench').dependencies).map(
    (name) => `${name} ${readManifest('bench', 'node_modules', name).version}`,
  ),
];
