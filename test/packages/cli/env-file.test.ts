import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generateApiKey } from 'image-url-contract/api-key.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import file from '../../deliver/vectors/on-demand-urls.json' with { type: 'json' };
import { imageUrl, newProject } from './command-line.ts';
import { emulator } from './emulator.ts';
import '../../support/kept-workers.ts';

const [{ signingKey = '' } = {}] = file.vectors;
const apiKey = generateApiKey('ana', new Uint8Array(20).fill(7));
const note = 'IMAGE_URL_API_KEY is that of .env, beside image-url.json.\n';

let folder: string;
let service: Awaited<ReturnType<typeof emulator>>;
const write = (path: string, content: string) => writeFile(join(folder, path), content);
const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: folder });
beforeEach(async () => {
  folder = await newProject();
  service = await emulator();
  await mkdir(join(folder, 'cards'));
  await write('cards/a.jsx', 'export default () => <p>A</p>;\n');
  await write('image-url.json', JSON.stringify({ baseUrl: service.baseUrl, templates: 'cards/*.jsx' }));
});

describe('.env beside image-url.json', () => {
  it('has the key, which is said, and goes to an address only that the person has named', async () => {
    await write('.env', `IMAGE_URL_API_KEY="${apiKey}"\nIMAGE_URL_BASE_URL=${service.baseUrl}\n`);

    const refused = await imageUrl(folder, ['push'], {});
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('confirm it once: image-url trust')]);
    const named = await imageUrl(folder, ['push', '--dry-run'], { IMAGE_URL_BASE_URL: service.baseUrl });
    expect([named.code, named.stderr]).toEqual([0, note]);
  });

  it('has the signing key and the image host, after those of the environment', async () => {
    await write('.env', `IMAGE_URL_SIGNING_KEY=${signingKey}\nIMAGE_URL_HOST=https://img.example\n`);

    const own = await imageUrl(folder, ['sign', 'x'], {});
    const other = await imageUrl(folder, ['sign', 'x'], { IMAGE_URL_HOST: 'https://other.example' });

    expect([own.stdout, other.stdout]).toEqual([
      expect.stringMatching(/^https:\/\/img\.example\/v1\/i\//),
      expect.stringMatching(/^https:\/\/other\.example\/v1\/i\//),
    ]);
  });

  it('is the last place of a key, and no link leads to it from outside', async () => {
    await write('.env', 'IMAGE_URL_API_KEY=iu_file\n');
    const environment = { IMAGE_URL_API_KEY: 'iu_test', IMAGE_URL_BASE_URL: service.baseUrl };
    expect((await imageUrl(folder, ['push', '--dry-run'], environment)).stderr).toBe('');

    const other = await newProject();
    await write('elsewhere', `IMAGE_URL_API_KEY=${apiKey}\n`);
    await writeFile(join(other, 'image-url.json'), JSON.stringify({ baseUrl: service.baseUrl, templates: '*.jsx' }));
    await symlink(join(folder, 'elsewhere'), join(other, '.env'));
    const { stderr } = await imageUrl(other, ['push', '--dry-run'], {});
    expect(stderr).toContain('There is no API key');
  });
});

describe('a key in a file that git tracks', () => {
  const check = async () => {
    const env = { PATH: process.env.PATH ?? '', IMAGE_URL_API_KEY: 'iu_test', IMAGE_URL_BASE_URL: service.baseUrl };
    const { stdout } = await imageUrl(folder, ['check', '--json'], env);
    const pushed = await imageUrl(folder, ['push', '--dry-run'], env);
    const found = JSON.parse(stdout).findings.filter(({ code }: { code: string }) => code === 'tracked-key');
    return { found, pushed: pushed.stderr, all: stdout + pushed.stdout + pushed.stderr };
  };

  it('is a warning with its place and without the key', async () => {
    await git('init', '--quiet');
    await write('.env', `# keys\nIMAGE_URL_API_KEY=${apiKey}\n`);
    await write('deploy.sh', `SIGN=${signingKey} ./deploy\n`);
    await write('README.md', `export IMAGE_URL_API_KEY=iu_ana_${'0'.repeat(33)}\n`);
    expect((await check()).found).toEqual([]);
    await git('add', '--force', '.');

    const { found, pushed, all } = await check();

    expect(found).toEqual([
      expect.objectContaining({
        file: '.env',
        line: 2,
        severity: 'warning',
        message: expect.stringMatching(/an API key/),
      }),
      expect.objectContaining({ file: 'deploy.sh', line: 1, message: expect.stringMatching(/a signing key/) }),
    ]);
    expect(pushed).toContain('.env:2:1: warning: This holds an API key');
    expect([all.includes(apiKey), all.includes(signingKey)]).toEqual([false, false]);
  });

  it('is looked for without starting what the settings of a repository name', async () => {
    await git('init', '--quiet');
    await write('.env', `IMAGE_URL_API_KEY=${apiKey}\n`);
    await git('add', '--force', '.');
    await git('config', 'core.fsmonitor', `touch ${join(folder, 'started')}; false`);
    await git('config', 'grep.column', 'true');

    expect((await check()).found).toHaveLength(1);
    expect((await imageUrl(folder, ['check'], { PATH: process.env.PATH ?? '' })).stderr).toBe('');
    const { stdout } = await promisify(execFile)('ls', [folder]);
    expect(stdout).not.toContain('started');
  });
});
