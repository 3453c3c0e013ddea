/**
 * `npm run try:documents -- [--construct] [NODE...]`: types the commands of the documents as a reader would, in a clone,
 * in empty folders and with an empty home, on each version of Node; `--construct` those that end with a synthesised stack. Packages that are on no registry are the files that the clone packs.
 */
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { print } from '../bin/print.ts';
import { runProgram } from '../bin/program.ts';
import { type DocumentedCommand, documentedCommands } from './documents/commands.ts';
import { Reader } from './documents/reader.ts';
import { constructSteps, findReason, findStep, type Step, steps } from './documents/steps.ts';
import { output } from './packages/commands.ts';
import { getNewUserEnvironment } from './packages/new-user.ts';

/** Copies what git knows or would add, as a clone has it. */
const clone = async (folder: string): Promise<void> => {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  for (const file of new Set(listed.split('\0').filter((name) => name !== ''))) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    // a file that was deleted and not committed is still listed
    await cp(file, join(folder, file), { verbatimSymlinks: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
};

/** The app of the construct's README, in a folder of the reader's. */
const writeApp = async (folder: string): Promise<void> => {
  const readme = await readFile('packages/cdk/README.md', 'utf8');
  const [, app = ''] = /^```ts\n(.*?)^```/ms.exec(readme) ?? [];
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'app.js'), app);
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await writeFile(join(folder, 'cdk.json'), '{ "app": "node app.js" }');
};

/** Serves a page of the reader's site that shows an image, and its sitemap. */
const startPages = async (getImage: () => string) => {
  const server = createServer((request, response) => {
    const page = `http://${request.headers.host}/blog/first`;
    const isMap = request.url === '/sitemap.xml';
    response.setHeader('content-type', isMap ? 'application/xml' : 'text/html; charset=utf-8');
    response.end(
      isMap
        ? `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${page}</loc></url></urlset>`
        : `<!doctype html><title>First</title><meta property="og:image" content="${getImage().replaceAll('&', '&amp;')}">`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
};

/** Returns the commands of a step, each text once. */
const commandsOf = (step: Step): readonly DocumentedCommand[] => {
  const own = documentedCommands().filter(
    ({ file, text }) => step.text.test(text) && (step.file?.test(file) ?? true) && findStep({ file, text }) === step,
  );
  return [...new Map(own.map((command) => [command.text, command])).values()];
};

/** @throws Error when nobody says how a command is run, or why not */
const requireRows = (): void => {
  const unknown = documentedCommands().filter((command) => !findStep(command) && !findReason(command));
  for (const { file, text } of unknown) print(`  ${file}: ${text}`);
  if (unknown.length > 0) throw new Error('tools/documents/steps.ts says nothing of these commands.');
};

const readAll = async (reader: Reader, read: readonly Step[]): Promise<void> => {
  for (const step of read) {
    if (step.ends) await reader.end();
    for (const command of commandsOf(step)) {
      const seconds = await reader.type(command, step);
      print(`  ${seconds.toFixed(1).padStart(6)} s  ${command.file}: ${command.text.slice(0, 100)}`);
    }
  }
};

/** Returns how this machine reaches npm's registry, and npm's cache: no document says that. */
const getNetwork = async (cwd: string): Promise<NodeJS.ProcessEnv> => {
  const names = ['cache', 'cafile', 'registry'];
  const values = await Promise.all(
    names.map(async (name) => [`npm_config_${name}`, (await output('npm', ['config', 'get', name], { cwd })).trim()]),
  );
  const inherited = Object.entries(process.env).filter(([name]) => /proxy$|_CA_|SSL_CERT/i.test(name));
  return {
    ...Object.fromEntries(inherited),
    ...Object.fromEntries(values.filter(([, value]) => value !== 'null')),
    ...{ npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' },
  };
};

/** Types the commands of steps on a version of Node. */
const readOn = async (version: string, read: readonly Step[], folder: string): Promise<void> => {
  const home = join(folder, `home-${version}`);
  const env = { ...(await getNewUserEnvironment(home, version)), ...(await getNetwork(folder)) };
  const copy = join(home, 'image-url-service');
  await clone(copy);
  await writeApp(join(home, 'infrastructure'));
  // a font of the reader's
  await cp(
    'node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2',
    join(copy, 'Satoshi-Variable.woff2'),
  );
  const pages = await startPages(() => reader.known.signed ?? '');
  const addresses = { baseUrl: 'http://127.0.0.1:8787', imageUrl: 'http://127.0.0.1:8788' };
  const reader = new Reader(home, env, { clone: copy, pages: pages.url, ...addresses });
  print(`Node ${(await output('node', ['--version'], { cwd: home, env })).trim()}`);
  try {
    await readAll(reader, read);
  } finally {
    await reader.end();
    pages.close();
  }
};

await runProgram(async () => {
  requireRows();
  const { values, positionals } = parseArgs({ options: { construct: { type: 'boolean' } }, allowPositionals: true });
  const folder = await mkdtemp(join(tmpdir(), 'try-documents-'));
  try {
    for (const version of positionals.length > 0 ? positionals : ['24', '22'])
      await readOn(version, values.construct ? constructSteps : steps, folder);
    for (const command of documentedCommands().filter((one) => !findStep(one)))
      print(`  not run: ${command.file}: ${command.text.slice(0, 80)} (${findReason(command)})`);
  } finally {
    // what was ended may still write
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
