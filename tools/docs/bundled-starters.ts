import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { usualEngine } from '#engine/engine-names.ts';
import { compileOrFail } from '../../lambdas/templates/compile-template.ts';
import { readTemplate } from '../../packages/cli/src/bundling.ts';

const repository = resolve(import.meta.dirname, '../..');

/** Returns the license of a package as a comment: a copy of its code contains it. */
const getNotice = async (root: string, name: string): Promise<string> => {
  const folder = resolve(root, 'node_modules', name);
  const { version } = JSON.parse(await readFile(resolve(folder, 'package.json'), 'utf8'));
  const license = await readFile(resolve(folder, 'LICENSE'), 'utf8');
  return `/*\n${name} ${version}\n\n${license.trim()}\n*/\n`;
};

/**
 * Returns a starter with the packages that it imports, as `image-url push` sends it.
 *
 * @throws ApiError if the service rejects it, for example because a package is not installed and its import is left
 */
export const bundleStarter = async (file: string, root = repository): Promise<string> => {
  const { code, files } = await readTemplate(root, resolve(root, 'starters', file), root);
  await compileOrFail(code, { now: () => new Date(0), defaultEngine: usualEngine });
  const packages = new Set(files.flatMap((one) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(one)?.[1] ?? []));
  const notices = await Promise.all([...packages].map((name) => getNotice(root, name)));
  return `// made by npm run docs from starters/${file}; do not edit\n${notices.join('')}${code.replaceAll('../node_modules/', '')}`;
};
