import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { imageUrl, newProject } from './command-line.ts';
import { emulator } from './emulator.ts';

let folder: string;
let service: Awaited<ReturnType<typeof emulator>>;
beforeEach(async () => {
  folder = await newProject();
  service = await emulator();
  await mkdir(join(folder, 'cards'));
  await writeFile(
    join(folder, 'image-url.json'),
    JSON.stringify({ baseUrl: service.baseUrl, templates: 'cards/*.jsx' }),
  );
});

const card = (name: string) => join(folder, 'cards', `${name}.jsx`);
const write = (name: string, text: string) => writeFile(card(name), text);
const lock = async () =>
  JSON.parse(await readFile(join(folder, 'image-url.lock.json'), 'utf8')).environments.default.templates;
const push = (...args: string[]) => imageUrl(folder, ['push', '--json', ...args]);
const actions = ({ stdout }: { stdout: string }) =>
  JSON.parse(stdout).templates.map((one: { action: string }) => one.action);
const writes = () => service.asked.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/check')).length;

describe('a push', () => {
  it('creates what is new, updates what changed, and asks once when nothing did', async () => {
    await write('Größe 1', 'export default () => <div />;\n');
    await write('b', 'export default () => <b />;\n');

    expect(actions(await push())).toEqual(['created', 'created']);
    const before = await readFile(join(folder, 'image-url.lock.json'), 'utf8');
    service.asked.length = 0;
    expect(actions(await push())).toEqual(['unchanged', 'unchanged']);
    expect(service.asked).toHaveLength(1);
    expect(await readFile(join(folder, 'image-url.lock.json'), 'utf8')).toBe(before);

    await write('b', 'export default () => <i />;\n');
    expect(actions(await push())).toEqual(['unchanged', 'updated']);
    expect((await lock()).b).toMatchObject({
      ...{ file: 'cards/b.jsx', templateId: expect.any(String), version: 2 },
      ...{ width: 1, height: 1, format: 'png' },
    });
    expect(Object.keys(await lock())).toEqual(['Größe 1', 'b']);
  });

  it('takes other line ends for the same code', async () => {
    await write('a', 'const a = 1;\nexport default () => <div>{a}</div>;\n');
    await push();
    await write('a', 'const a = 1;\r\nexport default () => <div>{a}</div>;\r\n');
    expect(actions(await push())).toEqual(['unchanged']);
  });

  it('changes nothing with --dry-run', async () => {
    await write('a', 'export default () => <div />;\n');
    expect(actions(await push('--dry-run'))).toEqual(['created']);
    expect([writes(), await readdir(folder)]).toEqual([0, ['cards', 'image-url.json']]);
  });

  it('follows a file that was renamed', async () => {
    await write('a', 'export default () => <div />;\n');
    await push();
    await rename(card('a'), card('b'));
    expect(actions(await push())).toEqual(['updated']);
    expect(await lock()).toMatchObject({ b: { templateId: 't1', version: 1 } });
    expect([...service.templates.values()].map(({ name }) => name)).toEqual(['b']);
  });

  it('names what the service refuses at its place, and pushes the others', async () => {
    await write('a', 'export default () => <div />;\n');
    await write('bad', 'export default () => (\n  refuse);\n');

    const pushed = await push();

    expect([pushed.code, actions(pushed)]).toEqual([1, ['created', 'refused']]);
    expect(JSON.parse(pushed.stdout).templates[1].findings[0]).toMatchObject({
      file: 'cards/bad.jsx',
      line: 2,
      column: 3,
    });
    expect(Object.keys(await lock())).toEqual(['a']);
  });
});

describe('a template that', () => {
  beforeEach(async () => {
    await write('a', 'export default () => <div />;\n');
    await push();
  });
  const elsewhere = (code: string) => service.templates.get('t1')?.versions.push(code);

  it('moved is a conflict, and replaced with --force alone', async () => {
    elsewhere('export default () => <p />;\n');
    await write('a', 'export default () => <b />;\n');
    const refused = await push();
    expect([refused.code, actions(refused)]).toEqual([1, ['conflict']]);
    expect(service.templates.get('t1')?.versions).toHaveLength(2);
    expect(actions(await push('--force'))).toEqual(['updated']);
    expect(service.templates.get('t1')?.versions.at(-1)).toContain('<b />');
  });

  it('was deleted is a conflict, and made anew with --force', async () => {
    service.templates.clear();

    const refused = await push();

    expect([refused.code, refused.stdout]).toEqual([
      1,
      expect.stringContaining('t1 is not on the service any more: --force'),
    ]);
    expect(actions(await push('--force'))).toEqual(['created']);
    expect([...service.templates.keys()]).toEqual([(await lock()).a.templateId]);
  });

  it('another push brought to the same code is no conflict', async () => {
    elsewhere('export default () => <b />;\n');
    await write('a', 'export default () => <b />;\n');
    expect(actions(await push())).toEqual(['unchanged']);
    expect((await lock()).a.version).toBe(2);
  });

  it('moved is pulled, unless it changed here too', async () => {
    elsewhere('export default () => <p />;\n');
    expect((await imageUrl(folder, ['pull'])).code).toBe(0);
    expect(await readFile(card('a'), 'utf8')).toBe('export default () => <p />;\n');

    elsewhere('export default () => <u />;\n');
    await write('a', 'export default () => <b />;\n');
    const refused = await imageUrl(folder, ['pull']);
    expect([refused.code, await readFile(card('a'), 'utf8')]).toEqual([1, 'export default () => <b />;\n']);
    expect((await imageUrl(folder, ['pull', '--force'])).code).toBe(0);
    expect(await readFile(card('a'), 'utf8')).toBe('export default () => <u />;\n');
  });

  it('is in several files is never written over by its bundle', async () => {
    await writeFile(join(folder, 'cards', 'data.json'), '{ "word": "hello" }');
    const text = "import data from './data.json';\nexport default () => <div>{data.word}</div>;\n";
    await write('a', text);
    await push();
    expect(service.templates.get('t1')?.versions.at(-1)).toContain('hello');
    elsewhere('export default () => <p />;\n');

    for (const args of [['pull'], ['pull', '--force']]) {
      const { code, stdout } = await imageUrl(folder, args);
      expect([code, stdout]).toEqual([1, expect.stringContaining('is bundled from 2 files')]);
    }
    expect(await readFile(card('a'), 'utf8')).toBe(text);
  });
});

describe('a push that was ended', () => {
  it('before an answer came makes no twin, though the file changed since', async () => {
    await write('a', 'export default () => <div />;\n');
    service.state.instead = ({ path, key }) => {
      if (path !== '/v1/templates' || key === undefined) return undefined;
      // it is created, and the response is lost
      service.templates.set('t9', { id: 't9', name: 'a', versions: ['export default () => <div />;\n'] });
      return { status: 403, body: { code: 'KEY_INACTIVE', message: 'This key was revoked.' } };
    };
    expect((await push()).code).toBe(2);
    expect((await lock()).a).toEqual({ file: 'cards/a.jsx', pushing: expect.any(String) });
    service.state.instead = undefined;
    await write('a', 'export default () => <b />;\n');

    expect(actions(await push())).toEqual(['updated']);
    expect([...service.templates.keys()]).toEqual(['t9']);
    expect((await lock()).a).toMatchObject({ templateId: 't9', version: 2 });
  });

  it('between an update and its record is mended', async () => {
    await write('a', 'export default () => <div />;\n');
    await push();
    await write('a', 'export default () => <b />;\n');
    service.state.instead = ({ method }) => {
      if (method !== 'PATCH') return undefined;
      service.templates.get('t1')?.versions.push('export default () => <b />;\n');
      return { status: 403, body: { code: 'KEY_INACTIVE', message: 'This key was revoked.' } };
    };
    await push();
    service.state.instead = undefined;
    await write('a', 'export default () => <i />;\n');

    expect(actions(await push())).toEqual(['updated']);
    expect((await lock()).a).toMatchObject({ version: 3 });
    expect((await lock()).a.pushing).toBeUndefined();
  });

  it('two at once make each template once and lose no record', async () => {
    for (let n = 0; n < 30; n += 1) await write(`card-${n}`, `export default () => <div>{${n}}</div>;\n`);
    const both = await Promise.all([push(), push()]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(service.templates.size).toBe(30);
    expect(Object.keys(await lock())).toHaveLength(30);
    expect(actions(await push()).every((action: string) => action === 'unchanged')).toBe(true);
    expect(await readdir(folder)).toEqual(['cards', 'image-url.json', 'image-url.lock.json']);
  });

  it('whose lock file was lost finds its templates again', async () => {
    await write('a', 'export default () => <div />;\n');
    await push();
    await rm(join(folder, 'image-url.lock.json'));
    expect(actions(await push())).toEqual(['unchanged']);
    expect([service.templates.size, (await lock()).a.templateId]).toEqual([1, 't1']);
  });

  it('asks anew where a refusal is given again for its key', async () => {
    await write('a', 'export default () => <div />;\n');
    let isBusy = true;
    service.state.instead = ({ path, method }) =>
      isBusy && method === 'POST' && path === '/v1/templates'
        ? { status: 400, body: { code: 'COMPILE_ERROR', message: 'The template takes too long to run.' } }
        : undefined;
    expect(actions(await push())).toEqual(['refused']);
    isBusy = false;

    expect(actions(await push())).toEqual(['created']);
  });
});

it('a template that the service does not know is wrong use, and the nearest one is named', async () => {
  service.templates.set('starter-article', { id: 'starter-article', name: 'Article', versions: ['x'] });
  const error = async (...args: string[]) => {
    const { code, stdout } = await imageUrl(folder, [...args, '--json']);
    return [code, JSON.parse(stdout).error.message];
  };

  expect(await error('versions', 'starter-articel')).toEqual([
    2,
    expect.stringMatching(/Do you mean starter-article\?$/),
  ]);
  expect(await error('delete', 'Artcle')).toEqual([2, expect.stringMatching(/Do you mean starter-article\?$/)]);
  expect(await error('versions', 'nothing-like-it')).toEqual([2, expect.not.stringContaining('Do you mean')]);
  service.state.instead = () => ({ status: 429, body: { code: 'QUOTA_EXCEEDED', message: 'Used up.' } });
  expect((await error('versions', 'starter-article'))[0]).toBe(3);
});
