import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import files, { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { imageUrl, newProject } from './command-line.ts';
import { emulator } from './emulator.ts';

let folder: string;
let service: Awaited<ReturnType<typeof emulator>>;
const write = async (path: string, content: string | Buffer) => {
  await mkdir(join(folder, path, '..'), { recursive: true });
  await writeFile(join(folder, path), content, { mode: 0o600 });
};
const config = (settings: object) => write('image-url.json', JSON.stringify(settings));
beforeEach(async () => {
  folder = await newProject();
  service = await emulator();
  await write('cards/a.jsx', 'export default () => <div />;\n');
  await config({ baseUrl: service.baseUrl, templates: 'cards/*.jsx' });
});
afterEach(() => vi.restoreAllMocks());

/** Runs a command that must fail: with this exit code and error, and without a change here or on the service. */
const fails = async (
  args: readonly string[],
  exitCode: number,
  errorCode: string,
  message: string | RegExp,
  env?: Record<string, string>,
) => {
  const before = await readdir(folder);
  const { code, stderr, stdout } = await imageUrl(folder, [...args, '--json'], env);
  const { error } = JSON.parse(stdout);
  expect([code, error.code]).toEqual([exitCode, errorCode]);
  expect(error.message).toMatch(message);
  expect(stderr).toContain(error.message);
  expect(await readdir(folder)).toEqual(before);
  expect(service.templates.size).toBe(0);
};

describe('the API key', () => {
  it('is required', async () => {
    const ways = 'set IMAGE_URL_API_KEY (also in .env beside image-url.json), name a --key-file, or write { "';
    await fails(['push'], 2, 'MISSING_API_KEY', ways, {});
  });

  it('is read from the credentials file, unless other users can read that', async () => {
    const path = '.config/image-url/credentials.json';
    await write(path, JSON.stringify({ [service.baseUrl]: { apiKey: 'iu_file' } }));
    expect((await imageUrl(folder, ['push', '--dry-run'], {})).code).toBe(0);
    await chmod(join(folder, path), 0o644);
    const message = `${join(folder, path)} can be read by others: chmod 600 ${join(folder, path)}`;
    await fails(['push'], 2, 'READABLE_CREDENTIALS', message, {});
  });

  it('of --key-file takes precedence', async () => {
    await write('key', 'no key at all\n');
    await fails(['push', '--key-file', 'key'], 2, 'INVALID_API_KEY', 'key holds no API key');
    await fails(['push', '--key-file', 'none'], 2, 'UNREADABLE_KEY_FILE', 'cannot be read: ENOENT');
  });

  it('of another environment is named as such', async () => {
    service.state.instead = () => ({ status: 401, body: { code: 'INVALID_API_KEY', message: 'x' } });
    const message = `The API key is none of ${service.baseUrl}: is it that of another environment?`;
    await fails(['push'], 2, 'INVALID_API_KEY', message);
  });
});

describe('the service', () => {
  it.each([
    ['a page', { status: 200, body: '<html>' }, 'NOT_THE_SERVICE'],
    ['no such address', { status: 404, body: '<html>' }, 'NOT_THE_SERVICE'],
    ['elsewhere', { status: 308, body: '', headers: { location: 'https://elsewhere.test/' } }, 'NOT_THE_SERVICE'],
    ['an older one', { status: 200, body: { scope: 'mine', templates: [{ _id: 'a', name: 'a' }] } }, 'SERVICE_TOO_OLD'],
    ['one that lacks the route', { status: 404, body: { code: 'NOT_FOUND', message: 'x' } }, 'SERVICE_TOO_OLD'],
  ])('is %s', async (_what, answer, code) => {
    service.state.instead = () => answer;
    await fails(['push'], 3, code, service.baseUrl);
  });

  it('is not there', { timeout: 60_000 }, async () => {
    await service.close();
    await fails(['push'], 3, 'UNREACHABLE', 'cannot be reached: connect ECONNREFUSED');
  });
});

describe('image-url.json', () => {
  it('is missing, broken, or lacks what the command needs', async () => {
    const message = 'image-url.json has no environment "live"; it has: none.';
    await fails(['push', '--env', 'live'], 2, 'UNKNOWN_ENVIRONMENT', message);
    await config({ templates: 'cards/*.jsx', color: 1 });
    await fails(['check'], 2, 'INVALID_CONFIG', 'Unrecognized key: "color"');
    for (const given of [{}, { templates: 5 }, { templates: [5] }]) {
      await config(given);
      await fails(['check'], 2, 'INVALID_CONFIG', 'templates: must be a pattern of template files');
    }
    await config({ templates: 'cards/*.jsx', fonts: [{ path: 'a.ttf' }] });
    await fails(['check'], 2, 'INVALID_CONFIG', 'fonts.0: must be the path of a font file');
    await config({ templates: 'cards/*.jsx' });
    await fails(['push'], 2, 'MISSING_BASE_URL', 'baseUrl');
    await write('image-url.json', '{');
    await fails(['push'], 2, 'INVALID_CONFIG', 'is no JSON');
    await rm(join(folder, 'image-url.json'));
    await fails(['push'], 2, 'NO_CONFIG', 'make one with image-url init');
  });

  it('selects among environments', async () => {
    await config({ templates: 'cards/*.jsx', environments: { live: { baseUrl: service.baseUrl } } });
    expect((await imageUrl(folder, ['push', '--env', 'live'])).code).toBe(0);
    const { environments } = JSON.parse(await readFile(join(folder, 'image-url.lock.json'), 'utf8'));
    expect(environments).toMatchObject({ live: { baseUrl: service.baseUrl, templates: { a: { templateId: 't1' } } } });
  });
});

it.each([
  ['{', 'BROKEN_LOCK_FILE', 'is no JSON'],
  ['{}', 'BROKEN_LOCK_FILE', 'is damaged at environments'],
  ['<<<<<<< HEAD\n{}\n=======\n', 'BROKEN_LOCK_FILE', 'has the marks of a merge conflict'],
  [
    '{"environments":{"default":{"baseUrl":"http://x","templates":{"a":{"file":1}}}}}',
    'BROKEN_LOCK_FILE',
    'is damaged at environments.default.templates.a.file',
  ],
  ['{"environments":{"default":{"baseUrl":"http://x","templates":{}}}}', 'OTHER_SERVICE', 'has ids of http://x'],
])('the lock file %s is left as it is', async (text, code, message) => {
  await write('image-url.lock.json', text);
  await fails(['push'], 2, code, message);
  expect(await readFile(join(folder, 'image-url.lock.json'), 'utf8')).toBe(text);
});

it('a full disk is reported before anything is sent', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  vi.spyOn(files, 'writeFile').mockImplementation(async (path) => {
    // a full disk takes the name and none of the bytes
    closeSync(openSync(String(path), 'wx'));
    throw full;
  });

  const message = 'image-url.lock.json cannot be written: ENOSPC: no space left on device, write.';
  await fails(['push'], 2, 'UNWRITABLE_FILE', message);
  expect(service.asked.map(({ method }) => method)).toEqual(['GET']);
});

it('a push whose output pipe closes is completed', async () => {
  const child = spawn(process.execPath, [resolve('packages/cli/src/main.ts'), 'push', '--json'], {
    cwd: folder,
    env: { ...process.env, IMAGE_URL_API_KEY: 'iu_test', IMAGE_URL_BASE_URL: service.baseUrl },
  });
  child.stdout.destroy();
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(service.templates.size).toBe(1);
});

describe('a file', () => {
  it('that is not a template, or is not there', async () => {
    await write('cards/a.png', Buffer.from([0x89, 0x50]));
    await write('cards/b.jsx', Buffer.from([0xff, 0xfe, 0xff]));
    await fails(['push', 'cards/a.png'], 2, 'NO_TEMPLATE', 'cards/a.png is not a template');
    await fails(['push', 'cards'], 2, 'NO_TEMPLATE', 'cards');
    await fails(['push', 'cards/c.jsx'], 2, 'NO_SUCH_FILE', 'There is no file cards/c.jsx.');
    await fails(['push'], 2, 'NO_TEMPLATE', `${join('cards', 'b.jsx')} is not a template: it is not UTF-8 text.`);
  });

  it('with the name of another', async () => {
    await config({ baseUrl: service.baseUrl, templates: ['cards/*.jsx', 'more/*.jsx'] });
    await write('more/a.jsx', 'export default () => <div />;\n');
    const message = 'cards/a.jsx and more/a.jsx would both be the template "a": rename one.';
    await fails(['push'], 2, 'SAME_NAME', message);
  });

  it('that a template imports and that cannot be parsed is named with its place', async () => {
    await write('cards/a.jsx', "import { b } from './b.js';\nexport default () => <div>{b}</div>;\n");
    await write('cards/b.js', 'export const b = ;\n');
    await config({ baseUrl: service.baseUrl, templates: 'cards/a.jsx' });
    await fails(['push'], 1, 'NOT_BUNDLED', /^cards[/\\]b\.js:1:18: Unexpected ";"/);
  });
});

it.each([
  [['psh'], 'WRONG_USE', "unknown command 'psh'"],
  [['push', '--forse'], 'WRONG_USE', "unknown option '--forse'"],
  [['mint', 'a', '--var', 'title'], 'INVALID_VARIABLE', 'name=text'],
  [['mint', 'a', '--var', 'n:={'], 'INVALID_VARIABLE', 'no JSON'],
  [['mint', 'cards/a.jsx'], 'NOT_PUSHED', 'image-url push cards/a.jsx'],
])('the command line %j is refused', async (args, code, message) => {
  await fails(args, 2, code, message);
});
