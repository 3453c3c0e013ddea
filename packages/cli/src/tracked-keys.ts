import { execFile } from 'node:child_process';
import { relative } from 'node:path';
import { parseApiKey } from 'image-url-contract/api-key.ts';
import { parseSigningKey } from '../../client/src/signing.ts';
import type { Context } from './context.ts';
import type { LintDiagnostic } from './diagnostics.ts';

const form = 'iu_[0-9A-Za-z]{1,32}_[0-9A-Za-z]{33}|iusk\\.[0-9A-Za-z-]{1,64}\\.[A-Za-z0-9_-]{43}';
/** Time and output after which the search is given up. */
const bounds = { timeout: 5_000, maxBuffer: 1 << 20 };
const most = 20;

/** What of a repository's own settings could start a program or change the output is switched off. */
const search = [
  ...['-c', 'core.fsmonitor=false', 'grep', '--no-color', '--no-column', '--no-recurse-submodules', '--no-textconv'],
  ...['-I', '-o', '-n', '-z', '-E', '-e', form, '--', '.'],
];

const getKind = (text: string): string | undefined => {
  if (parseApiKey(text)?.isChecksumRight) return 'an API key';
  return parseSigningKey(text) && 'a signing key';
};

/** Returns the matches of `git grep`; empty without git, outside a repository, and if it takes too long. */
const grep = ({ environment }: Context, root: string): Promise<string> => {
  const own = Object.entries(environment).filter(([name]) => !name.startsWith('GIT_'));
  const env = { ...Object.fromEntries(own), GIT_OPTIONAL_LOCKS: '0' };
  return new Promise((done) => {
    execFile('git', search, { cwd: root, env, ...bounds }, (error, stdout) => done(error ? '' : stdout));
  });
};

/** Returns a warning for each key in a file that git tracks, at most twenty, without the key. */
export const findTrackedKeys = async (context: Context, root: string): Promise<LintDiagnostic[]> => {
  const found = (await grep(context, root)).split('\n').flatMap((match): LintDiagnostic[] => {
    const [file = '', line = '', text = ''] = match.split('\0');
    const kind = getKind(text);
    if (kind === undefined) return [];
    return [
      {
        ...{ file: relative(context.cwd, `${root}/${file}`), line: Number(line), column: 1, severity: 'warning' },
        code: 'tracked-key',
        message: `This holds ${kind}, and git tracks the file: everybody who gets the repository gets the key. Delete the key in the studio's settings, and write a new one into .env, which .gitignore names.`,
      },
    ];
  });
  return found.slice(0, most);
};
