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
const config = (settings: object) => writeFile(join(folder, 'image-url.json'), JSON.stringify(settings));
beforeEach(async () => {
  folder = await newProject();
  service = await emulator();
  await mkdir(join(folder, 'cards'));
  await writeFile(join(folder, 'cards', 'a.jsx'), 'export default () => <div />;\n');
  await config({ baseUrl: service.baseUrl, templates: 'cards/*.jsx' });
});
afterEach(async () => {
  vi.restoreAllMocks();
  service.close();
  await rm(folder, { recursive: true, force: true });
});

/** The sentence, and the exit code; nothing is written and nothing changed on the service. */
const note = async (args: readonly string[], env?: Record<string, string>) => {
  const before = await readdir(folder);
  const { code, stderr, stdout } = await imageUrl(folder, [...args, '--json'], env);
  expect(await readdir(folder)).toEqual(before);
  expect(service.templates.size).toBe(0);
  const { error } = JSON.parse(stdout);
  expect(stderr).toContain(error.message);
  return [code, error.code, error.message];
};

describe('the key', () => {
  it('is asked for where there is none', async () => {
    const [code, name, message] = await note(['push'], {});

    expect([code, name]).toEqual([2, 'MISSING_API_KEY']);
    expect(message).toContain('set IMAGE_URL_API_KEY, name a --key-file, or write { "');
  });

  it('is read from a file that nobody else can read', async () => {
    const path = join(folder, '.config', 'image-url', 'credentials.json');
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, JSON.stringify({ [service.baseUrl]: { apiKey: 'iu_file' } }), { mode: 0o600 });
    expect((await imageUrl(folder, ['push', '--dry-run'], {})).code).toBe(0);
    await chmod(path, 0o644);

    expect(await note(['push'], {})).toEqual([
      2,
      'READABLE_CREDENTIALS',
      `${path} can be read by others: chmod 600 ${path}`,
    ]);
  });

  it('of --key-file goes first', async () => {
    await writeFile(join(folder, 'key'), 'no key at all\n');

    expect(await note(['push', '--key-file', 'key'])).toEqual([
      2,
      'INVALID_API_KEY',
      expect.stringContaining('key holds no API key'),
    ]);
    expect(await note(['push', '--key-file', 'none'])).toEqual([
      2,
      'UNREADABLE_KEY_FILE',
      expect.stringMatching(/cannot be read: ENOENT/),
    ]);
  });

  it('that is wrong is told', async () => {
    service.state.instead = () => ({ status: 401, body: { code: 'INVALID_API_KEY', message: 'x' } });

    expect(await note(['push'])).toEqual([
      2,
      'INVALID_API_KEY',
      `The API key is none of ${service.baseUrl}: is it that of another environment?`,
    ]);
  });
});

describe('the service', () => {
  it.each([
    ['a page', { status: 200, body: '<html>' }, 'NOT_THE_SERVICE'],
    ['no such address', { status: 404, body: '<html>' }, 'NOT_THE_SERVICE'],
    ['elsewhere', { status: 308, body: '', headers: { location: 'https://elsewhere.test/' } }, 'NOT_THE_SERVICE'],
    ['an older one', { status: 200, body: { scope: 'mine', templates: [{ _id: 'a', name: 'a' }] } }, 'SERVICE_TOO_OLD'],
    ['one that lacks the route', { status: 404, body: { code: 'NOT_FOUND', message: 'x' } }, 'SERVICE_TOO_OLD'],
  ])('is %s', async (_what, answer, name) => {
    service.state.instead = () => answer;

    expect(await note(['push'])).toEqual([3, name, expect.stringContaining(service.baseUrl)]);
  });

  it('is not there', { timeout: 60_000 }, async () => {
    service.close();

    expect(await note(['push'])).toEqual([
      3,
      'UNREACHABLE',
      expect.stringMatching(/cannot be reached: connect ECONNREFUSED/),
    ]);
  });
});

describe('settings', () => {
  it('are missing, broken, or without what is asked for', async () => {
    expect(await note(['push', '--env', 'live'])).toEqual([
      2,
      'UNKNOWN_ENVIRONMENT',
      'image-url.json has no environment "live"; it has: none.',
    ]);
    await config({ templates: 'cards/*.jsx', color: 1 });
    expect(await note(['check'])).toEqual([2, 'INVALID_CONFIG', expect.stringContaining('Unrecognized key: "color"')]);
    await config({ templates: 'cards/*.jsx' });
    expect(await note(['push'])).toEqual([2, 'MISSING_BASE_URL', expect.any(String)]);
    await writeFile(join(folder, 'image-url.json'), '{');
    expect(await note(['push'])).toEqual([2, 'INVALID_CONFIG', expect.stringContaining('is no JSON')]);
    await rm(join(folder, 'image-url.json'));
    expect(await note(['push'])).toEqual([2, 'NO_CONFIG', expect.stringContaining('make one with image-url init')]);
  });

  it('choose among environments', async () => {
    await config({ templates: 'cards/*.jsx', environments: { live: { baseUrl: service.baseUrl } } });

    expect((await imageUrl(folder, ['push', '--env', 'live'])).code).toBe(0);
    const { environments } = JSON.parse(await readFile(join(folder, 'image-url.lock.json'), 'utf8'));
    expect(environments).toMatchObject({ live: { baseUrl: service.baseUrl, templates: { a: { templateId: 't1' } } } });
  });
});

describe('a lock file', () => {
  it.each([
    ['{', 'is no JSON'],
    ['{}', 'is damaged at environments'],
    ['<<<<<<< HEAD\n{}\n=======\n', 'has the marks of a merge conflict'],
    [
      '{"environments":{"default":{"baseUrl":"http://x","templates":{"a":{"file":1}}}}}',
      'is damaged at environments.default.templates.a.file',
    ],
    ['{"environments":{"default":{"baseUrl":"http://x","templates":{}}}}', 'has ids of http://x'],
  ])('that is %s is left as it is', async (text, what) => {
    await writeFile(join(folder, 'image-url.lock.json'), text);

    expect(await note(['push'])).toEqual([2, expect.any(String), expect.stringContaining(what)]);
    expect(await readFile(join(folder, 'image-url.lock.json'), 'utf8')).toBe(text);
  });
});

describe('a disk', () => {
  it('that takes nothing is told before anything is sent', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    vi.spyOn(files, 'writeFile').mockImplementation(async (path) => {
      // a full disk takes the name and none of the bytes
      closeSync(openSync(String(path), 'wx'));
      throw full;
    });

    expect(await note(['push'])).toEqual([
      2,
      'UNWRITABLE_FILE',
      'image-url.lock.json cannot be written: ENOSPC: no space left on device, write.',
    ]);
    expect(service.asked.map(({ method }) => method)).toEqual(['GET']);
  });
});

describe('a pipe', () => {
  it('that closes ends nothing half done', async () => {
    const child = spawn(process.execPath, [resolve('packages/cli/src/main.ts'), 'push', '--json'], {
      cwd: folder,
      env: { ...process.env, IMAGE_URL_API_KEY: 'iu_test', IMAGE_URL_BASE_URL: service.baseUrl },
    });
    child.stdout.destroy();

    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(service.templates.size).toBe(1);
  });
});

describe('a file', () => {
  it('that is no template, or is not there', async () => {
    await writeFile(join(folder, 'cards', 'a.png'), Buffer.from([0x89, 0x50]));
    await writeFile(join(folder, 'cards', 'b.jsx'), Buffer.from([0xff, 0xfe, 0xff]));

    expect(await note(['push', 'cards/a.png'])).toEqual([
      2,
      'NO_TEMPLATE',
      expect.stringContaining('cards/a.png is no template'),
    ]);
    expect(await note(['push', 'cards'])).toEqual([2, 'NO_TEMPLATE', expect.any(String)]);
    expect(await note(['push', 'cards/c.jsx'])).toEqual([2, 'NO_SUCH_FILE', 'There is no file cards/c.jsx.']);
    expect(await note(['push'])).toEqual([
      2,
      'NO_TEMPLATE',
      `${join('cards', 'b.jsx')} is no template: it is no text in UTF-8.`,
    ]);
  });

  it('whose name another has', async () => {
    await config({ baseUrl: service.baseUrl, templates: ['cards/*.jsx', 'more/*.jsx'] });
    await mkdir(join(folder, 'more'));
    await writeFile(join(folder, 'more', 'a.jsx'), 'export default () => <div />;\n');

    expect(await note(['push'])).toEqual([
      2,
      'SAME_NAME',
      'cards/a.jsx and more/a.jsx would both be the template "a": rename one.',
    ]);
  });

  it('beside a template that cannot be read is named with its place', async () => {
    await writeFile(
      join(folder, 'cards', 'a.jsx'),
      "import { b } from './b.js';\nexport default () => <div>{b}</div>;\n",
    );
    await writeFile(join(folder, 'cards', 'b.js'), 'export const b = ;\n');
    await config({ baseUrl: service.baseUrl, templates: 'cards/a.jsx' });

    expect(await note(['push'])).toEqual([
      1,
      'NOT_BUNDLED',
      expect.stringMatching(/^cards[/\\]b\.js:1:18: Unexpected ";"/),
    ]);
  });
});

describe('a command line', () => {
  it('that is none', async () => {
    expect(await note(['psh'])).toEqual([2, 'WRONG_USE', expect.stringContaining("unknown command 'psh'")]);
    expect(await note(['push', '--forse'])).toEqual([
      2,
      'WRONG_USE',
      expect.stringContaining("unknown option '--forse'"),
    ]);
    expect(await note(['mint', 'a', '--var', 'title'])).toEqual([
      2,
      'INVALID_VARIABLE',
      expect.stringContaining('name=text'),
    ]);
    expect(await note(['mint', 'a', '--var', 'n:={'])).toEqual([
      2,
      'INVALID_VARIABLE',
      expect.stringContaining('no JSON'),
    ]);
    expect(await note(['mint', 'cards/a.jsx'])).toEqual([
      2,
      'NOT_PUSHED',
      expect.stringContaining('image-url push cards/a.jsx'),
    ]);
  });
});
