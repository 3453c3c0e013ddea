import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it, vi } from 'vitest';
import { importTemplate } from '#engine/import/import-template.ts';
import * as sandbox from '#engine/isolation/sandbox/evaluate.ts';
import * as parser from '#engine/template/source/parse-template.ts';
import { readTemplate } from '../../../packages/cli/src/bundling.ts';
import { compare } from '../../../packages/cli/src/images.ts';
import { closeWorkers } from '../../support/close-workers.ts';
import { useFolder } from '../../support/folder.ts';

/**
 * @promise Command line and local run: Images and modules of a repository take the memory or the time of whoever runs
 *   a command on it: committed images of any size, packages with modules of megabytes, millions of characters
 * @how committed images are decoded in a render worker, at most as large as the service renders; modules are parsed
 *   in a sandbox, 32 MB of them for a template; a longer text is not parsed
 * @figure an image of 256 megapixels: 113 MiB in the process of the command, 1,071 before
 */

vi.mock('sharp', { spy: true });
vi.mock('#engine/template/source/parse-template.ts', { spy: true });
vi.mock('#engine/isolation/sandbox/evaluate.ts', { spy: true });
afterAll(closeWorkers);

const plain = (width: number, height: number) => ({
  create: { width, height, channels: 3, background: '#123' } as const,
});
const aPng = (width: number, height: number): Promise<Buffer> =>
  sharp({ ...plain(width, height), limitInputPixels: false })
    .png()
    .toBuffer();

it('images of a repository are decoded in a worker, and are no larger than the service renders', async () => {
  const [small, wide, broken] = [await aPng(40, 20), await aPng(5_000, 4_000), Buffer.from('version https://git-lfs')];
  vi.mocked(sharp).mockClear();

  expect(await compare(small, small)).toMatchObject({ isSame: true, pixels: 800 });
  await expect(compare(small, wide)).rejects.toThrow('Input image exceeds pixel limit');
  await expect(compare(small, broken)).rejects.toThrow('unsupported image format');
  expect(vi.mocked(sharp)).not.toHaveBeenCalled();
});

const folder = useFolder();
const inFolder = async (imported: string, text: string): Promise<string> => {
  await mkdir(join(folder, 'node_modules', imported), { recursive: true });
  await writeFile(join(folder, 'node_modules', imported, 'package.json'), JSON.stringify({ name: imported }));
  await writeFile(join(folder, 'node_modules', imported, 'index.js'), text);
  const file = join(folder, `${imported}.jsx`);
  await writeFile(file, `import { one } from '${imported}';\nexport default () => <p>{one}</p>;\n`);
  return file;
};

it('modules of packages are parsed in a sandbox: hundreds of them, and none that takes more than one may', async () => {
  const parts = Array.from({ length: 300 }, (_, n) => `export { one as p${n} } from './p${n}.js';`);
  const file = await inFolder('many', `${parts.join('\n')}\nexport const one = typeof window;\n`);
  for (const n of parts.keys())
    await writeFile(join(folder, 'node_modules', 'many', `p${n}.js`), `export const one = ${n};`);
  const { code } = await readTemplate(folder, file, folder);
  expect(code).toContain('undefined');
  // the template itself, which is no longer than the service accepts
  expect(vi.mocked(parser.parseTemplate).mock.calls.map(([text]) => text.includes('export default'))).toEqual([true]);

  vi.mocked(sandbox.missingNames).mockResolvedValueOnce(undefined);
  const slow = readTemplate(folder, await inFolder('slow', 'export const one = 1;'), folder);
  await expect(slow).rejects.toThrow(/slow\/index\.js.*too much time or memory/);
});

it('a template of millions of characters is refused before it is parsed', async () => {
  vi.mocked(parser.parseTemplate).mockClear();
  const file = join(folder, 'long.jsx');
  await writeFile(file, `export default () => <p>x</p>;\n//${'x'.repeat(2_000_000)}`);
  await expect(readTemplate(folder, file, folder)).rejects.toThrow('has 2,000,033 characters, and a template at most');
  expect(vi.mocked(parser.parseTemplate)).not.toHaveBeenCalled();
});

it.each([
  [
    'a function that hands the image on',
    "import { draw } from './draw';\nexport default async function Image({ params }) { const { slug } = await params; return draw(await find(slug)); }\n",
  ],
  [
    'a function that is loaded where it is needed',
    "const answer = async (request) => { const { draw } = await import('./draw'); return draw(await find(request.url)); };\nexport const GET = (request) => answer(request);\n",
  ],
  [
    'a Worker',
    "import { draw } from './draw';\nconst answer = async (request) => new Response(await draw({ title: <i>x</i> }));\nexport default { fetch: answer };\n",
  ],
  [
    'a route of a chain',
    "import { draw } from './draw';\nexport default new Router().get('/', async (c) => c.body(await draw({ title: <i>{c.req.query('slug')}</i> })));\n",
  ],
  [
    'a router',
    "import { draw } from './draw';\nconst app = new Router();\napp.get('/', async (c) => c.body(await draw(await find(c.req.query('slug')))));\nexport default app;\n",
  ],
])('%s of another file is read with the files that its image needs', async (title, text) => {
  const file = join(folder, `${title.replaceAll(' ', '-')}.ts`);
  const drawing = `import satori from 'satori';
import engine from './engine.wasm';
import { ground } from './ground';
export const draw = async (post) => { await start(engine); return satori(<p style={{ color: ground }}>{post.title}</p>, { width: 9 }); };
`;
  await writeFile(join(folder, 'draw.tsx'), drawing);
  await writeFile(join(folder, 'ground.ts'), "export const ground = '#123';\n");
  await writeFile(file, text);

  const { code, files } = await readTemplate(folder, file, folder);
  const names = files.map((one) => basename(one));
  expect(names).toEqual(expect.arrayContaining(['draw.tsx', 'ground.ts', basename(file)]));
  const imported = importTemplate(code)?.text;
  expect(imported).toContain('#123');
  expect(imported).toMatch(/draw\(/);
});

it('a file that only calls one which loads something is read with it, and with functions that load nothing', async () => {
  const file = join(folder, 'card.tsx');
  await writeFile(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "baseUrl": "." } }');
  await writeFile(
    file,
    "import { make } from './make';\nexport default async function Image({ params }) { const { lang } = await params; return make({ title: lang === 'en' ? 'Hello' : 'Hola', on: new Date(0) }); }\n",
  );
  await writeFile(
    join(folder, 'make.tsx'),
    "import { readFile } from 'node:fs/promises';\nimport { ImageResponse } from 'next/og';\nimport { written } from './written';\nexport async function make({ title, on, cover }) { const logo = `data:image/png;base64,${await readFile('a.png', 'base64')}`; return new ImageResponse(<div><img src={logo} />{title}{written(on)}{cover ? <b>{cover}</b> : null}</div>); }\n",
  );
  await writeFile(join(folder, 'written.ts'), 'export const written = (on) => on.getFullYear();\n');

  const { code, files } = await readTemplate(folder, file, folder);

  expect(files.map((one) => basename(one)).toSorted()).toEqual(['card.tsx', 'make.tsx', 'written.ts']);
  expect(importTemplate(code)?.text).toMatch(/props\.lang === 'en'/);
});

it('a library of SvelteKit and the text of a file are read where an image needs them', async () => {
  await mkdir(join(folder, 'src/lib'), { recursive: true });
  await writeFile(join(folder, 'tsconfig.json'), '{ "extends": "./.svelte-kit/tsconfig.json" }');
  await writeFile(
    join(folder, 'src/lib/colours.ts'),
    "import css from './app.css?raw';\nexport const ink = css.slice(0, 4);\n",
  );
  await writeFile(join(folder, 'src/lib/app.css'), '#123');
  const file = join(folder, 'src/server.tsx');
  await writeFile(
    file,
    "import { ImageResponse } from '@ethercorps/sveltekit-og';\nimport { ink } from '$lib/colours';\nexport const GET = () => new ImageResponse(<p style={{ color: ink }}>x</p>);\n",
  );

  const { code, files } = await readTemplate(folder, file, folder);

  expect(files.map((one) => basename(one)).toSorted()).toEqual(['app.css', 'colours.ts', 'server.tsx']);
  expect(importTemplate(code)?.text).toContain('"#123"');
});

it('a file that cannot be read for an image takes no other file with it', async () => {
  const file = join(folder, 'route.tsx');
  await writeFile(
    join(folder, 'names.ts'),
    "import { nice } from './nowhere';\nexport const names = ['a', 'b'].map((one) => nice(one));\n",
  );
  await writeFile(join(folder, 'paper.ts'), "export const paper = '#eee';\n");
  const image = "<p style={{ background: paper }}>{names.join(' ')}</p>";
  for (const [one, other] of [
    ["import { names } from './names';", "import { paper } from './paper';"],
    ["import { paper } from './paper';", "import { names } from './names';"],
  ]) {
    await writeFile(
      file,
      `import { ImageResponse } from 'next/og';\n${one}\n${other}\nexport const GET = () => new ImageResponse(${image});\n`,
    );
    const { files } = await readTemplate(folder, file, folder);
    expect(files.map((path) => basename(path))).toEqual(['route.tsx', 'paper.ts']);
  }
});
