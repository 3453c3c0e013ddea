import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const program = resolve('packages/cli/src/main.ts');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cards-'));
  await mkdir(join(folder, 'cards'));
  await writeFile(join(folder, 'image-url.json'), '{ "templates": "cards/*.tsx" }');
  await writeFile(join(folder, 'cards', 'theme.ts'), 'export const colours = {\n  paper: "#fff",\n};\n');
  await writeFile(
    join(folder, 'cards', 'badge.jsx'),
    'export const Badge = ({ text }) => {\n  const first = text.words[0];\n  return <b>{first}</b>;\n};\n',
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const check = async (...args: string[]) => {
  const { stdout, code } = await promisify(execFile)(process.execPath, [program, 'check', ...args], {
    cwd: folder,
  }).catch((error) => error);
  return { stdout, code };
};

describe('image-url check', () => {
  it('names file, line and column of what the author wrote, in a module beside the template too', async () => {
    await writeFile(
      join(folder, 'cards', 'card.tsx'),
      [
        "import { Badge } from './badge';",
        "import { colours } from './theme.ts';",
        "export default function Card({ title = 'Hi', note }: { title?: string; note?: string }) {",
        "  return <div style={{ display: 'flex', background: colours.paper, colr: 'red' }}>{title}{note}<Badge text=\"a b\" /></div>;",
        '}',
      ].join('\n'),
    );

    const { stdout, code } = await check('--json');

    const { findings } = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(findings[0]).toMatchObject({
      file: join('cards', 'badge.jsx'),
      line: 2,
      severity: 'error',
      code: 'does-not-run',
    });
  });
});
