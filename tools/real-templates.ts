/**
 * `npm run fidelity:fetch`: fetches the sources that `test/engine/fidelity/real-templates.json` lists, and the
 * test files of satori, each at its commit, into `.local/real-templates`, where the nightly tests of fidelity find them. Needs git.
 */
import { mkdir, rm } from 'node:fs/promises';
import { print } from '../bin/print.ts';
import { runProgram } from '../bin/program.ts';
import { getFolder, isFetched, realTemplates } from '../test/engine/fidelity/real-templates.ts';
import { satoriTests } from '../test/engine/fidelity/satori-tests.ts';
import { output } from './packages/commands.ts';

/** What a template can import. */
const patterns = ['ts', 'tsx', 'js', 'jsx', 'mjs', 'json', 'css', 'svg'].map((ending) => `*.${ending}`);

/** Fetches one commit, of it only the files that a template can import. @throws Error with the output of git */
const fetchSource = async (repository: string, commit: string, folder: string): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const git = (...words: string[]) => output('git', words, { cwd: folder });
  await git('init', '--quiet');
  await git('sparse-checkout', 'set', '--no-cone', ...patterns);
  await git('remote', 'add', 'origin', `https://github.com/${repository}`);
  await git('fetch', '--quiet', '--depth=1', '--filter=blob:none', 'origin', commit);
  await git('checkout', '--quiet', commit);
};

await runProgram(async () => {
  const sources = [...realTemplates, satoriTests];
  const lost: string[] = [];
  for (const template of sources) {
    if (isFetched(template)) continue;
    const { repository, commit } = template;
    try {
      await fetchSource(repository, commit, getFolder(template));
    } catch {
      await rm(getFolder(template), { recursive: true, force: true });
      lost.push(`${repository}@${commit}`);
    }
  }
  print(`${sources.length - lost.length} of ${sources.length} sources are in .local/real-templates.`);
  if (lost.length > 0) print(`Not fetched: ${lost.join(', ')}.`);
});
