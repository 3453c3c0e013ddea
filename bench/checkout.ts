import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root.ts';

/** Another revision of the repository, inside the project. */
export interface CheckedOut {
  readonly commit: string;
  /** Its folder. */
  readonly root: string;
  readonly remove: () => void;
}

export const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).trim();

/**
 * Checks out a revision inside the project, where it uses the packages that are installed there.
 *
 * @param isInstalled whether it gets its own packages, in the versions that it names. @default false
 */
export const checkOut = async (ref: string, { isInstalled = false } = {}): Promise<CheckedOut> => {
  const commit = git('rev-parse', '--verify', `${ref}^{commit}`);
  const root = join(projectRoot, '.local', `bench-${commit.slice(0, 12)}`);
  rmSync(root, { recursive: true, force: true });
  git('worktree', 'prune');
  git('worktree', 'add', '--detach', '--force', root, commit);
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
  if (isInstalled) execFileSync('npm', ['ci', ...options], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  return { commit, root, remove: () => void git('worktree', 'remove', '--force', root) };
};
