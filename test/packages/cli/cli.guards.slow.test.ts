import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { writeShared } from 'image-url-studio/page/share/share-link.ts';
import { words } from 'image-url-studio/page/words.ts';
import type { Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../../../local/listen.ts';
import { getHash } from '../../../packages/cli/src/lock-file.ts';
import { fetchImage } from '../../../packages/cli/src/requests.ts';
import { describeInBrowser } from '../../studio/browser.ts';
import { imageUrl } from './command-line.ts';
import { emulator } from './emulator.ts';
import { packedCommandLine } from './packed.ts';

/**
 * @promise Command line and local run: A share link makes the studio of `image-url dev` read files
 * @how text that is not a saved file imports nothing
 * @figure no check with a file in it
 */

/**
 * @promise Command line and local run: A repository names the address to which a key is sent
 * @how a key is sent only to the address it is stored under, to `IMAGE_URL_BASE_URL`, or to one confirmed outside the
 *   repository; HTTPS except for loopback; no redirects (decision 310)
 * @figure 18 ways: no request
 */

/**
 * @promise Command line and local run: A service returns image URLs that point elsewhere, or names with control
 *   characters
 * @how images are fetched only from public addresses at `/v1/image`, with limits, and identified by their bytes;
 *   nothing else is opened in a browser; control characters, C1 and direction included, are removed from what is
 *   printed
 * @figure no request, no program
 */

/**
 * @promise Command line and local run: A link that replaces the studio's session
 * @how a session is stored only after the server accepted it
 * @figure the studio opens as before
 */

/*
 * A repository, a service and a link that name files outside of the project. Commands run in this process; agents and the studio, and one
 * command of each kind, run the packed command line.
 */

const secret = 'canary-of-the-home';
const note = 'a note of its owner\n';

let cli: Awaited<ReturnType<typeof packedCommandLine>>;
/** The home, with the repository in it. */
let home: string;
let project: string;
let service: Awaited<ReturnType<typeof emulator>>;

beforeAll(async () => {
  cli = await packedCommandLine();
});
afterAll(() => cli?.remove());
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'home-')));
  project = join(home, 'repository');
  service = await emulator();
  await write('../.config/image-url/credentials.json', JSON.stringify({ 'https://mine.test': { apiKey: secret } }));
  await write('../letters/private', `${secret}\n${secret}\n`);
  await write('../code.ts', `export const secret = '${secret}';\n`);
  await write('../.note', note);
  await write('../othercompany/private.tsx', `export default () => <div>${secret}</div>;\n`);
  await settings({});
  await write('cards/card.tsx', 'export default () => <div>card</div>;\n');
});
afterEach(async () => {
  await rm(home, { recursive: true, force: true });
});

const write = async (file: string, text: string): Promise<void> => {
  await mkdir(dirname(join(project, file)), { recursive: true });
  await writeFile(join(project, file), text, { mode: 0o600 });
};
const settings = (more: object) =>
  write('image-url.json', JSON.stringify({ baseUrl: service.baseUrl, templates: 'cards/*.tsx', ...more }));
const lock = (templates: object) =>
  write('image-url.lock.json', JSON.stringify({ environments: { default: { baseUrl: service.baseUrl, templates } } }));

const trusting = () => ({ HOME: home, IMAGE_URL_API_KEY: 'iu_mine', IMAGE_URL_BASE_URL: service.baseUrl });
/** Looks whether anything of the home was shown, sent or changed by a command. */
const unharmed = async <Done extends { code: number; stdout: string; stderr: string }>(done: Done): Promise<Done> => {
  expect(done.stdout + done.stderr).not.toContain(secret);
  expect(service.bodies.join('\n')).not.toContain(secret);
  expect(await readFile(join(home, '.note'), 'utf8')).toBe(note);
  return done;
};
const runs = async (args: readonly string[], env: Record<string, string> = trusting()) =>
  unharmed(await imageUrl(project, args, env));
const runsPacked = async (args: readonly string[], env: Record<string, string> = trusting()) =>
  unharmed(await cli.imageUrl(project, args, env));
/** `image-url dev` on the repository, until the test ends. */
const dev = async (env: Record<string, string> = { HOME: home }) => {
  const studio = await cli.dev(project, env);
  onTestFinished(() => void studio.stop());
  return studio;
};
/** The packed command line as the MCP server of an agent. */
const agent = async (env: Record<string, string>): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1' });
  const args = [cli.program, 'mcp'];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, cwd: project, env, stderr: 'pipe' }),
  );
  onTestFinished(() => client.close());
  return client;
};
const filesOfHome = async () =>
  (await readdir(home, { recursive: true })).filter((file) => !file.startsWith('repository')).sort();

/** A template that shows what it has imported: in its image, and in an error. */
const showing = (statement: string, what: string) =>
  `${statement}\nexport default () => { throw new Error('shown: ' + JSON.stringify(${what})); };\n`;

/** Files that a template imports, by what they are written as. */
const paths = [
  ...['../../.config/image-url/credentials.json', 'HOME/.config/image-url/credentials.json', './link.json', '#secret'],
  ...['./folder/credentials.json', './key.txt', './key.txt?raw', './key.png', './CREDENTIALS/../link.json', '../.env'],
  ...['@/.config/image-url/credentials.json', './folder\\\\credentials.json', '~/.config/image-url/credentials.json'],
  ...['file://HOME/.config/image-url/credentials.json', 'linked-package/credentials.json', '../.private/data.json'],
  '../node_modules/linked-package/credentials.json',
];
/** Modules beside the template that name one of these files. */
const modules = [
  "import x from '../../../letters/private' with { type: 'text' };\nexport default x;",
  "export default require('../../.config/image-url/credentials.json');",
  'export default await import(`../../$' + "{'code'}.ts`);",
  "export * from '../../../code';\nexport default 1;\n//# sourceMappingURL=../../.config/image-url/credentials.json",
  `import x from 'data:text/javascript,export { default } from "../../../.config/image-url/credentials.json"';\nexport default x;`,
  "import x from '../../../.config/image-url/credentials.json' with { type: 'bytes' };\nexport default [...x];",
  "export default require.resolve('../../../.config/image-url/credentials.json');",
  "export default new URL('../../../.config/image-url/credentials.json', import.meta.url).href;",
  "export default import.meta.glob('../../.config/**', { eager: true, query: '?raw' });",
];
const sheets = {
  'sheet.css': "@import '../../../letters/private';\n@import url(file:HOME/letters/private);",
  'sheet.module.css':
    ".a { composes: b from '../../../letters/private'; background: url('../../letters/private'); mask: url(./key.png) }",
};

interface Import {
  readonly statement: string;
  readonly what: string;
  readonly files: Readonly<Record<string, string>>;
}
const direct: readonly Import[] = [
  { statement: "import { secret } from '../../../code';", what: 'secret', files: {} },
  ...paths.map((path) => ({ statement: `import it from '${path}';`, what: 'it', files: {} })),
];
const imports: readonly Import[] = [
  ...direct,
  ...modules.map((text) => ({ statement: "import it from './module';", what: 'it', files: { 'module.js': text } })),
  { statement: "import './sheet.css';\nimport it from './sheet.module.css';", what: 'it', files: sheets },
];

/** What a repository may have in it for such imports. */
const links = async () => {
  await symlink(join(home, '.config', 'image-url', 'credentials.json'), join(project, 'cards', 'link.json'));
  await symlink('../../.config/image-url', join(project, 'cards', 'folder'));
  for (const name of ['key.txt', 'key.png']) await symlink('../../letters/private', join(project, 'cards', name));
  await write('tsconfig.json', '{ "compilerOptions": { "paths": { "@/*": ["../*"] } } }');
  await write('package.json', '{ "imports": { "#secret": "./../.config/image-url/credentials.json" } }');
  await mkdir(join(project, 'node_modules'));
  await symlink(join(home, '.config', 'image-url'), join(project, 'node_modules', 'linked-package'));
  await write('.env', secret);
  await write('.private/data.json', JSON.stringify(secret));
};

describe('a repository', () => {
  it('has templates that import what is outside of it: nothing of that is shown by check or sent by push', async () => {
    await links();
    for (const { statement, what, files } of imports) {
      for (const [name, text] of Object.entries(files)) await write(`cards/${name}`, text.replace('HOME', home));
      await write('cards/card.tsx', showing(statement.replace('HOME', home), what));

      // what is rendered is what is sent: pushing needs no engine, and says as much
      await runs(['push', '--force']);
      for (const name of Object.keys(files)) await rm(join(project, 'cards', name));
    }
    for (const command of [['push', '--force'], ['check']]) await runsPacked(command);
    // what the service was sent holds at most the import as it was written
    expect(service.bodies.some((body) => body.includes('shown: '))).toBe(true);
  });

  it('has settings files that are links out of it, which are neither shown nor waited for', async () => {
    await symlink('../letters/private', join(project, 'tsconfig.json'));
    await symlink('/dev/null', join(project, 'package.json'));
    await write('cards/card.tsx', showing("import it from '#a';\nimport other from '@/b';", '[it, other]'));
    expect((await runs(['check'])).code).toBe(1);

    for (const file of ['image-url.lock.json', 'image-url.json']) {
      await rm(join(project, file), { force: true });
      await symlink('../.config/image-url/credentials.json', join(project, file));
      const { code, stderr } = await runs(['push']);
      expect([code, stderr]).toEqual([2, expect.stringContaining(`${file}: It is`)]);
      await rm(join(project, file));
    }
  });

  it('has a template that is a link to a key', async () => {
    await symlink('../../letters/private', join(project, 'cards', 'y.tsx'));

    for (const words of ['check', 'check cards/y.tsx', 'test', 'push', 'types', 'import cards/y.tsx']) {
      const command = words.split(' ');
      const { code, stderr } = await runs(command);
      expect([command, code, stderr]).toEqual([command, 2, expect.stringContaining('cards/y.tsx: It is, or goes')]);
    }
    const { code } = await runs(['fonts', 'push', 'cards/y.tsx']);
    expect(code).toBe(2);
  });

  it('has templates elsewhere', async () => {
    await symlink(join(home, 'othercompany'), join(project, 'linked'));
    service.templates.set('t9', { id: 't9', name: 'new', versions: ['export default () => <div />;'] });
    const patterns = ['linked/*.tsx', '{cards,../othercompany}/*.tsx', 'cards/../../othercompany/*.tsx'];
    for (const templates of ['../othercompany/*.tsx', join(home, 'othercompany', '*.tsx'), ...patterns]) {
      await settings({ templates: [templates] });
      for (const command of [['push'], ['pull', '--all'], ['check']]) {
        const { code } = await runs(command);
        expect([templates, command, code]).toEqual([templates, command, 2]);
      }
    }
    expect(service.templates.size).toBe(1);
    // walked by a pattern, the link is no folder of the project
    await settings({ templates: ['**/*.tsx'] });
    expect((await runs(['push'])).code).toBe(0);
    expect([...service.templates.values()].map(({ name }) => name)).toEqual(['new', 'card']);
  });

  it('has folders that lead out, where images, reports and types are written', async () => {
    const before = await filesOfHome();
    await write('cards/card.cases.json', '{ "one": {} }');
    await symlink(join(home, 'othercompany'), join(project, 'cards', 'card.cases'));
    await symlink(join(home, 'othercompany'), join(project, '.image-url'));
    await symlink(join(home, 'new.d.ts'), join(project, 'image-url.d.ts'));

    for (const command of [['test', '--update'], ['types']]) {
      const { code, stderr } = await runs(command);
      expect([command, code, stderr]).toEqual([command, 2, expect.stringContaining('a link that')]);
    }
    await rm(join(project, 'cards', 'card.cases'));
    expect((await runs(['test'])).code).not.toBe(0);
    expect(await filesOfHome()).toEqual(before);
  });

  it('gets no key for the address it names', async () => {
    const key = { HOME: home, IMAGE_URL_API_KEY: 'iu_mine' };
    await writeFile(join(home, 'key'), 'iu_mine');
    const refused = async (args: readonly string[], env: Record<string, string>, why: string) => {
      const { code, stderr } = await runs(args, env);
      expect([args, code, stderr]).toEqual([args, 2, expect.stringContaining(why)]);
    };
    for (const command of ['push', 'pull', 'diff', 'usage', 'mint t1', 'delete t1', 'fonts list'])
      await refused(command.split(' '), key, `image-url trust ${service.baseUrl}`);
    await refused(['push'], { ...key, CI: 'true' }, `Set IMAGE_URL_BASE_URL=${service.baseUrl} beside the key`);
    await refused(['push'], { ...key, IMAGE_URL_BASE_URL: 'https://mine.test' }, 'you have not');
    await refused(['push', '--key-file', '../key'], { HOME: home }, 'The key of ../key is not sent');
    await refused(['push'], { HOME: home }, 'holds no key for');
    await write('.config/image-url/addresses.json', JSON.stringify([service.baseUrl]));
    await refused(['push'], { ...key, HOME: project }, 'you have not');
    await refused(['push'], { ...key, XDG_CONFIG_HOME: '.config' }, 'you have not');
    for (const [baseUrl, why] of [
      ['http://mine.test', 'could be read on its way'],
      ['http://localhost.mine.test', 'could be read on its way'],
      ['https://name@mine.test/', 'baseUrl: must be an address'],
      ['https://mine.test?x', 'baseUrl: must be an address'],
      ['file:///mine', 'baseUrl: must be an address'],
    ] as const) {
      await settings({ baseUrl });
      await refused(['push'], { ...key, IMAGE_URL_BASE_URL: baseUrl }, why);
    }
    expect(service.asked).toEqual([]);

    await settings({});
    await rm(join(project, '.config'), { recursive: true });
    expect((await runs(['trust', service.baseUrl], key)).code).toBe(0);
    expect((await runs(['push'], key)).code).toBe(0);
    expect(service.asked[0]?.authorization).toBe('Bearer iu_mine');
  });

  it('talks an agent into nothing', async () => {
    await links();
    await symlink('../../letters/private', join(project, 'cards', 'y.tsx'));
    const client = await agent({ PATH: process.env.PATH ?? '', HOME: home, IMAGE_URL_API_KEY: 'iu_mine' });
    const call = async (name: string, args: Record<string, unknown>) =>
      JSON.stringify(await client.callTool({ name, arguments: args }));
    const message: string[] = [];
    for (const { statement, what } of direct) {
      await write('cards/card.tsx', showing(statement.replace('HOME', home), what));
      message.push(await call('check_template', { file: 'cards/card.tsx' }));
    }
    const others = ['../othercompany/private.tsx', join(home, 'othercompany/private.tsx'), `${'x'.repeat(5_000)}.tsx`];
    for (const file of ['cards/y.tsx', 'cards/\0.tsx', ...others])
      message.push(await call('check_template', { file }), await call('save_template', { name: 'x', file }));
    message.push(await call('get_usage', {}), await call('list_templates', {}));

    expect(message.join('\n')).not.toContain(secret);
    expect(message.join('\n')).not.toContain('This is a fault');
    expect(message.at(-1)).toContain('UNCONFIRMED_ADDRESS');
    expect(service.asked).toEqual([]);
  });
});

describe('a service', () => {
  const names = (home: string) => [
    ...['../.note', '../.note.ts', '../new.ts', 'cards/../../new.ts', join(home, 'new.ts'), 'linked/new.ts'],
    ...['linked/private.tsx', 'C:\\new.ts', 'C:new.ts', '..\\new.ts', '.tool/new.js', 'node_modules/a/index.js'],
    ...['Node_Modules/a/index.js', 'node_modules./a/index.js', 'NODE_M~1/a/index.js', 'n\u200code_modules/a/index.js'],
    ...['cards/a.tsx\0.png', '.env', '', 'cards/a\u009b1m.tsx', `cards/${'x'.repeat(300)}.tsx`],
  ];

  it('and a lock file of its making write nothing outside of the project, and over nothing', async () => {
    service.templates.set('t1', { id: 't1', name: 'a', versions: ['first', 'export default () => <div />;\n'] });
    await symlink(join(home, 'othercompany'), join(project, 'linked'));
    await mkdir(join(project, '.tool'));
    const before = await filesOfHome();
    const ours = (await readdir(project, { recursive: true })).sort();
    for (const file of names(home)) {
      await lock({ a: { file, templateId: 't1', version: 1, hash: getHash(note) } });
      for (const command of [['pull'], ['pull', '--force']]) {
        const { code, stdout, stderr } = await runs(command);
        expect([file, code]).toEqual([file, 2]);
        expect(stdout + stderr).not.toMatch(/(?!\n)\p{Cc}/u);
      }
      expect(await filesOfHome()).toEqual(before);
    }
    await lock({ a: { file: '../new.ts', templateId: 't1', version: 1, hash: getHash(note) } });
    expect((await runsPacked(['pull', '--force'])).code).toBe(2);
    expect(await filesOfHome()).toEqual(before);
    expect(await readFile(join(home, 'othercompany', 'private.tsx'), 'utf8')).toContain(secret);
    await rm(join(project, 'image-url.lock.json'));
    expect((await readdir(project, { recursive: true })).sort()).toEqual(ours);
  });

  it('gives templates names that lead elsewhere, and code that would read files here', async () => {
    const codes = [
      'export default () => <div />;\n',
      showing("import it from '../../../.config/image-url/credentials.json';", 'it'),
      showing("import it from '../../package.json';", 'it'),
    ];
    await write('package.json', JSON.stringify({ name: secret }));
    const elsewhere = ['../../.note', '..', '/letters/private', '.tool', 'x'.repeat(400), 'a\u009b1m\u202eb', 'C:\\x'];
    for (const [n, name] of ['plain', ...elsewhere].entries())
      service.templates.set(`n${n}`, { id: `n${n}`, name, versions: [codes[0] ?? ''] });
    service.templates.set('r1', { id: 'r1', name: 'reader', versions: [codes[1] ?? ''] });
    service.templates.set('r2', { id: 'r2', name: 'inner', versions: [codes[2] ?? ''] });
    const before = await filesOfHome();

    const { code, stdout } = await runs(['pull', '--all']);

    expect(code).toBe(1);
    expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    expect(stdout).toMatch(/conflict cards\/reader\.tsx.*imports files of this machine/);
    expect(stdout).toMatch(/conflict cards\/inner\.tsx.*imports files of this machine/);
    expect(await filesOfHome()).toEqual(before);
    expect((await readdir(join(project, 'cards'))).length).toBe(9);
  });

  it('gets no key and no code for another address by a redirect', async () => {
    const other = await emulator();
    service.state.instead = () => ({ status: 307, body: '', headers: { location: `${other.baseUrl}/v1/templates` } });
    expect((await runs(['push'])).code).toBe(3);
    expect((await runs(['usage'])).code).toBe(3);
    expect(other.asked).toEqual([]);
  });

  it('on another machine has no image of this one fetched', async () => {
    const image = `${service.baseUrl}/v1/image`;

    const forAnother = await fetchImage('https://api.mine.test', image);
    const forThisOne = await fetchImage(service.baseUrl, image);

    expect(forAnother).toEqual({ problem: 'it is not an address of an image' });
    expect(forThisOne).toEqual({ problem: 'HTTP 404' });
    expect(service.asked.map(({ path }) => path)).toEqual(['/v1/image']);
  });

  it('has no address of its choice fetched or opened', async () => {
    const hits: string[] = [];
    const inside = createServer((request, response) => {
      hits.push(request.url ?? '');
      response.end(secret);
    });
    const { url: origin, close } = await listen(inside);
    onTestFinished(close);
    const opened = join(home, 'opened');
    await mkdir(join(home, 'bin'));
    await writeFile(join(home, 'bin', 'xdg-open'), `#!/bin/sh\necho "$1" >> ${opened}\n`, { mode: 0o700 });
    const env = { ...trusting(), PATH: `${join(home, 'bin')}:${process.env.PATH}` };
    const client = await agent(env);
    const ours = `${origin}/v1/image`;
    const urls = [
      `${origin}/admin`,
      `${origin}/x?/v1/image`,
      `${origin}/v1/i/admin`,
      `${origin}/v1/i/a/b/../../admin`,
      'file:///v1/image',
      'data:text/plain,v1/image',
      'https://user@mine.test/v1/image',
      'http://10.255.255.1/v1/image',
      'https://localhost.mine.test:1/v1/image',
    ];
    const minted = (url: string) => ({ url, expiresAt: 1, width: 1, height: 1, warnings: ['a\u009b1m'] });
    const answer = (body: object) => {
      service.state.instead = ({ path }) => (path === '/v1/url' ? { status: 200, body } : undefined);
    };
    for (const url of [ours, 'https://10.255.255.1/v1/image', '--help', ...urls]) {
      answer(minted(url));
      const message = JSON.stringify(await client.callTool({ name: 'mint_url', arguments: { templateId: 't1' } }));
      expect(message).toMatch(/The URL is minted|its answer lacks url/);
      expect(message).not.toContain(secret);
    }
    // opened all at once, as the sizes of a template
    answer({ urls: Object.fromEntries(urls.map((url, n) => [`size${n}`, minted(url)])) });
    const { stderr } = await runsPacked(['mint', 't1', '--size', 'size0,size1', '--open'], env);
    expect(stderr).not.toMatch(/(?!\n)\p{Cc}/u);
    expect(stderr).toContain('not opened');
    answer(minted('--help'));
    expect((await runsPacked(['mint', 't1', '--open'], env)).stderr).toContain('its answer lacks url');
    // the one that an image of this machine could have is asked for, and its answer is no image
    expect([...new Set(hits)]).toEqual(['/v1/image']);
    const all = await readFile(opened, 'utf8').catch(() => '');
    expect(all).not.toMatch(/file:|data:|--help|user@|admin|^http:\/\/10\./m);
  });
});

describeInBrowser('a link', (open) => {
  it('brings code that imports nothing before it is saved, and nothing outside of the project after', async () => {
    await links();
    await write('inside.json', JSON.stringify({ word: 'inside-the-project' }));
    const { studioUrl } = await dev();
    const { page } = await open(studioUrl);
    const answers: string[] = [];
    page.on('response', async (response) => {
      if (response.url().includes('/v1/templates/check')) answers.push(await response.text().catch(() => ''));
    });
    // the images of the list come by checks as well
    const isOfLink = (request: Request) => request.postData()?.includes('shown: ') === true;
    const checked = () =>
      page.waitForResponse(
        (response) => response.url().includes('/v1/templates/check') && isOfLink(response.request()),
      );
    const outside = `import theirs from '${home}/.config/image-url/credentials.json';\nimport other from '../../../.config/image-url/credentials.json';`;
    for (const [name, code] of [
      ['outside', showing(outside, '[theirs, other]')],
      ['inside', showing("import it from '../inside.json';", 'it')],
    ] as const) {
      const link = await writeShared({ name, code, values: {} });
      await page.goto(`${new URL(studioUrl).origin}/#share=${link}`);
      await page.getByRole('dialog', { name: words.share.title }).waitFor();
      const answered = checked();
      await page.getByRole('dialog').getByRole('button', { name: words.share.open, exact: true }).click();
      const unsaved = await (await answered).text();
      expect(unsaved).toContain('shown: ');
      expect(unsaved).not.toContain('inside-the-project');
      const saved = checked();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      expect(await (await saved).text()).toContain(name === 'inside' ? 'inside-the-project' : 'OUTSIDE_PROJECT');
    }
    expect(answers.length).toBeGreaterThanOrEqual(4);
    expect(answers.join('\n')).not.toContain(secret);
  });

  it('does not lock the user out of the studio with a foreign session', async () => {
    const { studioUrl } = await dev();
    const { page } = await open(studioUrl);
    const card = page.getByText('cards/card.tsx');
    await card.waitFor();
    await page.goto('about:blank');

    await page.goto(`${new URL(studioUrl).origin}/#session=x`);
    await card.waitFor();
    await page.reload();
    await card.waitFor();
  });
});

it('the studio’s server answers bodies that are none as such', async () => {
  const { studioUrl } = await dev(trusting());
  const { origin, hash } = new URL(studioUrl);
  const headers = { 'studio-session': hash.replace('#session=', '') };
  const named = ['{"name":1,"code":2}', '{"name":"a","code":null}', '{"name":"a","code":"b","revision":{}}'];
  for (const body of ['null', '1', '[]', '"x"', '{}', ...named])
    for (const [method, path] of [
      ['POST', '/studio/templates'],
      ['PUT', '/studio/templates/cards%2Fcard.tsx'],
      ['POST', '/v1/url'],
      ['POST', '/v1/templates/check'],
    ] as const) {
      const { status } = await fetch(origin + path, { method, headers, body });
      expect(status, `${path} ${body}`).toBeLessThan(500);
      if (body === 'null') expect(status, path).toBe(400);
    }
  const { status } = await fetch(`${origin}/studio/templates`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: '../../../new', code: 'x' }),
  });
  expect(status).toBe(200);
  expect(await readdir(home)).not.toContain('new.tsx');
});
