import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { useFolder } from '../support/folder.ts';

const folder = useFolder();

it('`npm run synth`, whose warnings are errors, synthesises both stacks', () => {
  const words = ['run', 'synth', '--', '--output', folder];
  const { status, stdout, stderr } = spawnSync('npm', words, { encoding: 'utf8' });

  expect(stdout + stderr).not.toContain('[Warning');
  const templates = readdirSync(folder).filter((name) => name.endsWith('.template.json'));
  expect([status, templates]).toEqual([
    0,
    ['ImageUrlService-dev-edge.template.json', 'ImageUrlService-dev.template.json'],
  ]);
});
