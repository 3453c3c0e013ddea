import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundleStarter } from '../../../tools/docs/bundled-starters.ts';
import { useFolder } from '../../support/folder.ts';

const folder = useFolder();

it('a starter whose package is not installed is no template, instead of one that nobody can render', async () => {
  await mkdir(join(folder, 'starters'));
  const code = `import { draw } from 'no-such-package';\nexport default () => <div>{draw()}</div>;\n`;
  await writeFile(join(folder, 'starters/broken.jsx'), code);

  await expect(bundleStarter('broken.jsx', folder)).rejects.toMatchObject({
    publicMessage: expect.stringContaining('"no-such-package" cannot be imported'),
  });
});
