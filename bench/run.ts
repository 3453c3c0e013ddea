/** `npm run bench`: runs the chosen parts, one after another. Exits with 1 if one failed; the others run all the same. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg } from 'node:os';
import { getChromiumVersion } from './engines/chromium-path.ts';
import { runPart } from './part-runner.ts';
import { parts as table } from './parts.ts';
import { getPeerVersions, installPeers } from './peers.ts';
import { projectRoot } from './project-root.ts';
import { replaceFigures } from './readme.ts';
import { readSettings } from './settings.ts';

const { parts, settings, isWritten, isQuick } = readSettings();
const needsPeers = parts.some((name) => ['rounds', 'warm', 'first', 'cold'].includes(name));

/** Returns what was measured where: commit, date, machine, versions. */
const describeRun = (): string => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).trim();
  const changes = git('status', '--porcelain', '--', ':!bench/README.md') === '' ? '' : ' with uncommitted changes';
  const processors = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'} (${arch()})`;
  const peers = needsPeers ? [...getPeerVersions(), getChromiumVersion() ?? 'no Chromium'] : [];
  const versions = [`Node ${process.versions.node}`, ...peers];
  const date = new Date().toISOString().slice(0, 10);
  const load = `Load average before the first part: ${loadavg()[0]?.toFixed(1)} over a minute.`;
  return `Commit ${git('rev-parse', '--short=12', 'HEAD')}${changes}, ${date}, ${processors}. ${versions.join(', ')}. ${load}`;
};

const failures: string[] = [];
const fail = (what: string, error: unknown) => {
  failures.push(what);
  console.error(`${what}: ${error instanceof Error ? error.message : error}`);
};

const written: string[] = [];
const say = (text: string) => {
  written.push(text);
  console.log(`\n${text}`);
};

try {
  if (needsPeers) installPeers();
  say(describeRun());
} catch (error) {
  fail('peers', error);
}
if (isQuick) console.log('\nFew runs: these figures mean nothing.');
for (const name of parts)
  try {
    const { text, problems = [] } = await runPart(name, settings);
    say(`### ${table[name].title}\n\n${text}`);
    for (const problem of problems) fail(name, problem);
  } catch (error) {
    fail(name, error);
  }

if (failures.length > 0) {
  console.error(`Failed: ${[...new Set(failures)].join(', ')}.${isWritten ? ' README.md is unchanged.' : ''}`);
  process.exitCode = 1;
} else if (isWritten) {
  const file = new URL('./README.md', import.meta.url);
  writeFileSync(file, replaceFigures(readFileSync(file, 'utf8'), written.join('\n\n')));
}
