import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { useFolder } from '../../support/folder.ts';
import { imageUrl } from './command-line.ts';

const folder = useFolder();
const write = async (files: Readonly<Record<string, string>>) => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
};
const card = (text: string) => write({ 'cards/card.tsx': text });
const good = (word: string) =>
  `import { Badge } from './badge';\nimport { colours } from './theme.ts';\nexport default function Card({ title = 'Hi', note }: { title?: string; note?: string }) {\n  return <div style={{ display: 'flex', width: '100%', height: '100%', alignItems: 'center', justifyContent: 'center', fontSize: 300, background: colours.paper }}>${word}{title}{note}<Badge text="a b" /></div>;\n}\n`;

beforeAll(async () => {
  await write({
    'image-url.json': '{ "templates": "cards/*.tsx" }',
    'cards/theme.ts': 'export const colours = {\n  paper: "#fff",\n};\n',
    'cards/badge.jsx':
      'export const Badge = ({ text }) => {\n  const first = text.split(" ")[0].at(0);\n  return <b>{first}</b>;\n};\n',
  });
});

const run = (...args: string[]) => imageUrl(folder, [...args, '--json'], {});

describe('without a server', () => {
  it('check names places of the files that the author wrote, also in a module beside the template', async () => {
    const warned = good('').replace("display: 'flex'", "display: 'flex', colr: 'red'");
    const long = (text: string) =>
      `export default function Card() {\n  return (\n    <div style={{ display: 'flex' }}>\n      <b>Short</b>\n      <p>${text}</p>\n    </div>\n  );\n}\n`;
    await write({
      'cards/card.tsx': good(''),
      'cards/broken.tsx': warned.replace('<Badge text="a b" />', '<Badge />'),
      'cards/long-text.tsx': long('{"word ".repeat(5000)}'),
      'cards/long-word.tsx': long('{"w".repeat(5000)}'),
      'cards/warned.tsx': warned,
    });

    const { code, stdout } = await run('check');
    const { stdout: words } = await imageUrl(folder, ['check', 'cards/broken.tsx'], {});
    const warnings = [await run('check', 'cards/warned.tsx'), await run('check', 'cards/warned.tsx', '--strict')];

    const error = { severity: 'error', code: 'does-not-run' };
    const { findings, ...rest } = JSON.parse(stdout);
    expect([code, rest]).toEqual([1, { ok: false, templates: 5 }]);
    expect(findings).toMatchObject([
      { ...error, file: join('cards', 'badge.jsx'), line: 2, text: '  const first = text.split(" ")[0].at(0);' },
      { ...error, line: 5, message: expect.stringContaining('more than 20000 characters of text') },
      { ...error, line: 5, message: expect.stringContaining('A word is longer than') },
      { severity: 'warning', file: join('cards', 'warned.tsx') },
    ]);
    expect(words).toMatch(/^cards[/\\]badge\.jsx:2:3: error: .* \(does-not-run\)\n {2}2 \| {3}const first/);
    expect(warnings.map((one) => one.code)).toEqual([0, 1]);
    for (const name of ['broken', 'long-text', 'long-word', 'warned']) await rm(join(folder, 'cards', `${name}.tsx`));
  });

  it('types says which variables a template takes', async () => {
    await card(good(''));
    expect((await run('types')).code).toBe(0);
    expect(await readFile(join(folder, 'image-url.d.ts'), 'utf8')).toContain(
      '    card: {\n      title?: string;\n      note?: Json;\n    };',
    );
  });

  it('test compares the images of the cases, and shows before, after and difference', async () => {
    await card(good(''));
    const cases = { short: { title: 'Hi' }, 'größer / länger': { title: 'Something long' } };
    await write({ 'cards/card.cases.json': JSON.stringify(cases) });
    const test = async (...args: string[]) => {
      const { code, stdout } = await run('test', ...args);
      const tried: { result: string; message?: string }[] = JSON.parse(stdout).cases;
      return [code, ...tried.map(({ result, message = '' }) => `${result} ${message}`.trim())];
    };

    expect(await test('--update')).toEqual([0, 'written', 'written']);
    expect(await test()).toEqual([0, 'same', 'same']);
    await card(good('W'));
    await write({
      'cards/card.cases.json': JSON.stringify({ ...cases, lost: {}, pointer: {} }),
      'cards/card.cases/pointer.png': 'version https://git-lfs.github.com/spec/v1\n',
    });
    expect(await test()).toEqual([
      1,
      expect.stringMatching(/^changed .+ pixels differ$/),
      expect.stringMatching(/^changed .+ pixels differ$/),
      expect.stringMatching(/^new /),
      expect.stringMatching(/^changed its image cannot be read \(Input .+\): image-url test --update writes it anew$/),
    ]);
    const report = await readFile(join(folder, '.image-url', 'report.html'), 'utf8');
    expect(report.match(/<img alt="(before|difference)" src="data:image\/png;base64,/g)).toHaveLength(4);
    expect(report.match(/<img alt="after" src="data:image\/png;base64,/g)).toHaveLength(4);
  });

  it('test blames no committed image for what else fails', async () => {
    const fails = () => {
      throw new Error('sharp does not run here');
    };
    vi.doMock('sharp', () => ({ default: fails }));
    const { code, stdout } = await run('test').finally(() => vi.doUnmock('sharp'));
    const { error } = JSON.parse(stdout);
    expect([code, error]).toMatchObject([3, { message: expect.stringContaining('sharp does not run here') }]);
  });

  it('import makes templates of files that make images, with what they import, named after their pages', async () => {
    const jsx = "<div style={{ display: 'flex', fontSize: 60 }}>";
    const route = (up: string) =>
      `import { ImageResponse } from 'next/og';\nimport Logo from '${up}components/logo';\nexport async function GET() {\n  return new ImageResponse(${jsx}<Logo /></div>, { width: 600, height: 315 });\n}\n`;
    await write({
      'components/logo.tsx': 'export default function Logo() { return <b>Logo</b>; }\n',
      'site/app/og/route.tsx': route('../../../'),
      'site/app/blog/[slug]/route.tsx': route('../../../../'),
      'app/news/opengraph-image.tsx': `import { ImageResponse } from 'next/og';\nexport const size = { width: 600, height: 315 };\nexport default function Image() {\n  return new ImageResponse(${jsx}News</div>, { ...size });\n}\n`,
      // as Next.js has it where no settings are committed
      'src/components/logo.tsx': "export const Logo = () => <b style={{ color: '#dc2626' }}>Logo</b>;\n",
      'src/app/story/site.ts': "export const site = { name: 'Site' };\n",
      'src/app/story/route.tsx': `import { ImageResponse } from 'next/og';\nimport { Logo } from '@/components/logo';\nimport { site } from './site';\nexport const GET = (req) => new ImageResponse(${jsx}<Logo />{site.name} {new URL(req.url).searchParams.get('title')}</div>, { width: 600, height: 315 });\n`,
    });

    const checked = await run('check', 'src/app/story/route.tsx');
    const pages = ['site/app/og/route.tsx', 'site/app/blog/[slug]/route.tsx', 'app/news/opengraph-image.tsx'];
    const imported = await run('import', ...pages, 'src/app/story/route.tsx');

    const severities = JSON.parse(checked.stdout).findings.map(({ severity }: { severity: string }) => severity);
    expect([checked.code, severities.filter((one: string) => one === 'error')]).toEqual([0, []]);
    const file = (name: string) => join('cards', `${name}.tsx`);
    const names = ['site', 'blog', 'news', 'story'];
    expect([imported.code, JSON.parse(imported.stdout).files]).toMatchObject([
      0,
      names.map((name) => ({ template: file(name), image: 'same' })),
    ]);
    // the written template says itself that the image is drawn without it
    expect(JSON.parse(imported.stdout).files.at(-1).variables).toMatchObject([{ name: 'title', required: false }]);
    const written = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await readFile(join(folder, file(name)), 'utf8')])),
    );
    expect(written).toMatchObject({
      blog: expect.stringContaining('Logo'),
      news: expect.not.stringContaining('ImageResponse'),
      story: expect.stringContaining('#dc2626'),
    });
    expect(written.story).not.toMatch(/ImageResponse|^import/m);
  });

  it('dev is the studio on these files', async () => {
    await card(good(''));
    const child = spawn(process.execPath, [resolve('packages/cli/src/main.ts'), 'dev', '--port', '0', '--json'], {
      cwd: folder,
    });
    try {
      const [line] = await once(createInterface({ input: child.stdout }), 'line');
      const { origin, hash } = new URL(JSON.parse(String(line)).studioUrl);
      const ask = async (method: string, path: string, body?: object) => {
        const headers = { 'studio-session': hash.replace('#session=', '') };
        const answer = await fetch(origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
        return { status: answer.status, body: JSON.parse(await answer.text()) };
      };
      const path = `/studio/templates/${encodeURIComponent('cards/card.tsx')}`;

      const { body: opened } = await ask('GET', path);
      const asked = { code: opened.code, image: true, boxes: true };
      const check = () => ask('POST', `/v1/templates/check?file=${encodeURIComponent('cards/card.tsx')}`, asked);
      const checked = await check();
      const list = await ask('GET', '/studio/templates');
      const saved = await ask('PUT', path, { ...opened, code: `${opened.code}// more\n` });
      const late = await ask('PUT', path, { ...opened, code: 'x' });

      expect([checked.body.ok, checked.body.image.contentType]).toEqual([true, 'image/webp']);
      // of the text in the editor, and nothing of the module beside it; a busy machine has no time left for places
      const boxes = async () => (await check()).body.boxes;
      await expect.poll(boxes).toMatchObject([{ element: 'div', line: 4, column: 10 }]);
      expect(list.body).toMatchObject({ kind: 'files', hasAccount: false });
      expect(list.body.templates.map(({ id }: { id: string }) => id)).toContain('cards/card.tsx');
      expect([saved.status, late.status, late.body.code]).toEqual([200, 409, 'REVISION_CONFLICT']);
      expect(await readFile(join(folder, 'cards', 'card.tsx'), 'utf8')).toBe(`${good('')}// more\n`);
      expect(await ask('POST', '/v1/url', { templateId: 'cards/card.tsx' })).toMatchObject({ status: 503 });
    } finally {
      child.kill();
    }
  });
});
