/**
 * `npm run layer`: builds the render layer's folder, `layers/render/build`, without Docker.
 *
 * Installs the dependencies of `layers/render/package.json`, at the locked versions and for the functions' processor,
 * generates static faces of variable fonts, and removes files that rendering does not read. Needs the package registry.
 * With `--if-missing`, a folder that is there is left as it is.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { emojiPack, packEmoji } from 'image-url-engine/assets.ts';
import { getProcessor, missingBinaries, nativeFiles } from './binaries.ts';
import { getSize, isNeeded, packagesIn, prune } from './contents.ts';
import { licencesDocument } from './licences.ts';
import { writeStaticFaces } from './static-faces.ts';

const { values } = parseArgs({
  options: {
    cpu: { type: 'string', default: 'arm64' },
    out: { type: 'string', default: 'layers/render/build' },
    'if-missing': { type: 'boolean', default: false },
  },
});
const root = resolve(import.meta.dirname, '../..');
const out = resolve(root, values.out);
/** Lambda's folder for a layer's modules; the layer is unpacked as `/opt`. */
const modules = join(out, 'nodejs/node_modules');
/** Maximum size of a function's code and layers, unpacked. Source: Lambda quotas. */
const unpackedLimit = 250 << 20;
/** Reserved for the code of a function that renders. */
const codeReserve = 20 << 20;

const install = (): string => {
  const session = mkdtempSync(join(tmpdir(), 'render-layer-'));
  for (const file of ['package.json', 'package-lock.json', 'layers/render/package.json']) {
    mkdirSync(dirname(join(session, file)), { recursive: true });
    cpSync(join(root, file), join(session, file));
  }
  const platform = ['--os=linux', `--cpu=${values.cpu}`, '--libc=glibc'];
  const quiet = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--no-bin-links'];
  // the npm of this Node
  execFileSync('npm', ['ci', '--workspace=render-layer', ...platform, ...quiet], { cwd: session, stdio: 'inherit' });
  return session;
};

if (values['if-missing'] && existsSync(out)) process.exit();

const workFolder = install();
try {
  const installed = join(workFolder, 'node_modules');
  rmSync(join(installed, 'render-layer'), { force: true, recursive: true });
  rmSync(join(installed, '.package-lock.json'), { force: true });

  const missing = missingBinaries(installed, values.cpu);
  if (missing.length > 0) throw new Error(`No binary for linux-${values.cpu}: ${missing.join(', ')}.`);
  const foreign = nativeFiles(installed).filter((file) => getProcessor(join(installed, file)) !== values.cpu);
  if (foreign.length > 0) throw new Error(`Built for another processor: ${foreign.join(', ')}.`);

  await writeStaticFaces(installed);
  const emoji = join(installed, '@twemoji/svg');
  writeFileSync(join(emoji, emojiPack), packEmoji(emoji));
  prune(installed, isNeeded);
  const bytes = getSize(installed);
  if (bytes > unpackedLimit - codeReserve) throw new Error(`The layer unpacks to ${bytes} bytes; Lambda takes less.`);

  rmSync(out, { force: true, recursive: true });
  mkdirSync(dirname(modules), { recursive: true });
  cpSync(installed, modules, { recursive: true });
  writeFileSync(join(out, 'LICENCES.txt'), licencesDocument(modules));
  process.stdout.write(
    `${out}: ${packagesIn(modules).length} packages, ${(bytes / 2 ** 20).toFixed(0)} MiB, ${values.cpu}\n`,
  );
} finally {
  rmSync(workFolder, { force: true, recursive: true });
}
