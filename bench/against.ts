import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type HostedEngine, hostEngine, projectRoot } from './engine-host.ts';
import { type Measured, measureWarm } from './warm.ts';

/**
 * Times this tree against another revision of the repository, alternating. The revision is checked out inside the
 * project, so that both use the installed packages.
 *
 * @param ref any git revision
 */
export const measureAgainst = async (ref: string, turns: number): Promise<readonly Measured[]> => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).trim();
  const commit = git('rev-parse', '--verify', `${ref}^{commit}`);
  const root = join(projectRoot, '.local', `bench-${commit.slice(0, 12)}`);
  rmSync(root, { recursive: true, force: true });
  git('worktree', 'prune');
  git('worktree', 'add', '--detach', '--force', root, commit);
  try {
    const started = [await hostEngine('ours-takumi', { label: ref, root }), await hostEngine('ours-takumi')];
    const engines = started.filter((engine): engine is HostedEngine => typeof engine !== 'string');
    if (engines.length !== started.length)
      throw new Error(`One did not start: ${started.filter((one) => typeof one === 'string')}`);
    const measured = await measureWarm(engines, { turns, pictures: 4 });
    await Promise.all(engines.map((engine) => engine.stop()));
    return measured;
  } finally {
    git('worktree', 'remove', '--force', root);
  }
};
