import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageUrl, newProject } from './command-line.ts';

let folder: string;
const card = (text: string) => writeFile(join(folder, 'cards', 'card.tsx'), text);
const good = (word: string) =>
  `import { Badge } from './badge';\nimport { colours } from './theme.ts';\nexport default function Card({ title = 'Hi', note }: { title?: string; note?: string }) {\n  return <div style={{ display: 'flex', width: '100%', height: '100%', alignItems: 'center', justifyContent: 'center', fontSize: 300, background: colours.paper }}>${word}{title}{note}<Badge text="a b" /></div>;\n}\n`;

beforeAll(async () => {
  folder = await newProject();
  await mkdir(join(folder, 'cards'));
  await writeFile(join(folder, 'image-url.json'), '{ "templates": "cards/*.tsx" }');
  await writeFile(join(folder, 'cards', 'theme.ts'), 'export const colours = {\n  paper: "#fff",\n};\n');
  await writeFile(
    join(folder, 'cards', 'badge.jsx'),
    'export const Badge = ({ text }) => {\n  const first = text.split(" ")[0].at(0);\n  return <b>{first}</b>;\n};\n',
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]) => imageUrl(folder, [...args, '--json'], {});

describe('without a server', () => {
  it('check names places of the files that the author wrote, also in a module beside the template', async () => {
    await card(good(''));
    expect(JSON.parse((await run('check')).stdout)).toEqual({ ok: true, templates: 1, findings: [] });

    await card(
      good('').replace('<Badge text="a b" />', '<Badge />').replace("display: 'flex'", "display: 'flex', colr: 'red'"),
    );
    const { code, stdout } = await run('check');

    expect(code).toBe(1);
    expect(JSON.parse(stdout).findings).toEqual([
      expect.objectContaining({
        file: join('cards', 'badge.jsx'),
        line: 2,
        severity: 'error',
        code: 'does-not-run',
        text: '  const first = text.split(" ")[0].at(0);',
      }),
    ]);
    await card(good('').replace("display: 'flex'", "display: 'flex', colr: 'red'"));
    expect([(await run('check')).code, (await run('check', '--strict')).code]).toEqual([0, 1]);
    await card(
      good('').replace('<Badge text="a b" />', '<Badge />').replace("display: 'flex'", "display: 'flex', colr: 'red'"),
    );
    const { stdout: words } = await imageUrl(folder, ['check'], {});
    expect(words).toMatch(/^cards[/\\]badge\.jsx:2:3: error: .* \(does-not-run\)\n {2}2 \| {3}const first/);
  });

  it.each([
    ['too much text', '{"word ".repeat(5000)}', 'more than 20000 characters of text'],
    ['too long a word', '{"w".repeat(5000)}', 'A word is longer than'],
  ])('check names the element with %s', async (_what, text, message) => {
    await card(
      `export default function Card() {\n  return (\n    <div style={{ display: 'flex' }}>\n      <b>Short</b>\n      <p>${text}</p>\n    </div>\n  );\n}\n`,
    );

    const { stdout } = await run('check');

    expect(JSON.parse(stdout).findings).toEqual([
      expect.objectContaining({ line: 5, code: 'does-not-run', message: expect.stringContaining(message) }),
    ]);
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
    await writeFile(
      join(folder, 'cards', 'card.cases.json'),
      '{ "short": { "title": "Hi" }, "größer / länger": { "title": "Something long" } }',
    );
    const results = async (...args: string[]) => {
      const { code, stdout } = await run('test', ...args);
      return [code, ...JSON.parse(stdout).cases.map(({ result }: { result: string }) => result)];
    };

    expect(await results()).toEqual([1, 'new', 'new']);
    expect(await results('--update')).toEqual([0, 'written', 'written']);
    expect(await results()).toEqual([0, 'same', 'same']);
    await card(good('W'));
    expect(await results()).toEqual([1, 'changed', 'changed']);
    const report = await readFile(join(folder, '.image-url', 'report.html'), 'utf8');
    expect(report.match(/<img alt="(before|after|difference)" src="data:image\/png;base64,/g)).toHaveLength(6);
  });

  it('import takes a component of the project along, and names the template after its page', async () => {
    await mkdir(join(folder, 'site', 'app', 'blog', '[slug]'), { recursive: true });
    await mkdir(join(folder, 'site', 'app', 'og'), { recursive: true });
    await mkdir(join(folder, 'components'), { recursive: true });
    await writeFile(join(folder, 'components', 'logo.tsx'), 'export default function Logo() { return <b>Logo</b>; }\n');
    const route = (up: string) =>
      `import { ImageResponse } from 'next/og';\nimport Logo from '${up}components/logo';\nexport async function GET() {\n  return new ImageResponse(<div style={{ display: 'flex' }}><Logo /></div>, { width: 600, height: 315 });\n}\n`;
    await writeFile(join(folder, 'site', 'app', 'og', 'route.tsx'), route('../../../'));
    await writeFile(join(folder, 'site', 'app', 'blog', '[slug]', 'route.tsx'), route('../../../../'));

    const { stdout } = await run('import', 'site/app/og/route.tsx', 'site/app/blog/[slug]/route.tsx');

    const { files } = JSON.parse(stdout);
    expect(
      files.map(({ template, picture: image }: { template: string; picture: string }) => [template, image]),
    ).toEqual([
      [join('cards', 'site.tsx'), 'same'],
      [join('cards', 'blog.tsx'), 'same'],
    ]);
    expect(await readFile(join(folder, 'cards', 'blog.tsx'), 'utf8')).toContain('Logo');
    await rm(join(folder, 'cards', 'blog.tsx'));
    await rm(join(folder, 'cards', 'site.tsx'));
  });

  it('import makes a template of a page of Next.js, with the same picture', async () => {
    await mkdir(join(folder, 'app', 'blog'), { recursive: true });
    await writeFile(
      join(folder, 'app', 'blog', 'opengraph-image.tsx'),
      "import { ImageResponse } from 'next/og';\nexport const size = { width: 600, height: 315 };\nexport default function Image() {\n  return new ImageResponse(<div style={{ display: 'flex', fontSize: 60 }}>Blog</div>, { ...size });\n}\n",
    );

    const { code, stdout } = await run('import', 'app/blog/opengraph-image.tsx');

    expect([code, JSON.parse(stdout).files[0]]).toEqual([
      0,
      expect.objectContaining({ template: join('cards', 'blog.tsx'), picture: 'same' }),
    ]);
    expect(await readFile(join(folder, 'cards', 'blog.tsx'), 'utf8')).not.toContain('ImageResponse');
  });

  it('a file that makes images is bundled before it is converted', async () => {
    const files = {
      // as Next.js has it where no settings are committed
      'src/components/logo.tsx': "export const Logo = () => <b style={{ color: '#dc2626' }}>Logo</b>;\n",
      'src/app/story/site.ts': "export const site = { name: 'Site' };\n",
      'src/app/story/route.tsx': `import { ImageResponse } from 'next/og';
import { Logo } from '@/components/logo';
import { site } from './site';
export const GET = () =>
  new ImageResponse(<div style={{ display: 'flex', fontSize: 60 }}><Logo />{site.name}</div>, { width: 600, height: 315 });
`,
    };
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(folder, path, '..'), { recursive: true });
      await writeFile(join(folder, path), text);
    }

    const checked = await run('check', 'src/app/story/route.tsx');
    const imported = await run('import', 'src/app/story/route.tsx');

    const severities = JSON.parse(checked.stdout).findings.map(({ severity }: { severity: string }) => severity);
    expect([checked.code, severities.filter((one: string) => one === 'error')]).toEqual([0, []]);
    expect([imported.code, JSON.parse(imported.stdout).files[0]]).toEqual([
      0,
      expect.objectContaining({ template: join('cards', 'story.tsx'), picture: 'same' }),
    ]);
    const written = await readFile(join(folder, 'cards', 'story.tsx'), 'utf8');
    expect(written).toContain('#dc2626');
    expect(written).not.toMatch(/ImageResponse|^import/m);
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
      const asked = { code: opened.code, picture: true, boxes: true };
      const check = () => ask('POST', `/v1/templates/check?file=${encodeURIComponent('cards/card.tsx')}`, asked);
      const checked = await check();
      const list = await ask('GET', '/studio/templates');
      const saved = await ask('PUT', path, { ...opened, code: `${opened.code}// more\n` });
      const late = await ask('PUT', path, { ...opened, code: 'x' });

      expect([checked.body.ok, checked.body.picture.contentType]).toEqual([true, 'image/webp']);
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
