import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { DocumentedCommand } from './commands.ts';
import type { Known, Step } from './steps.ts';

/** Longest time of a command. On a busy machine packing the layer takes six minutes. */
const patienceMs = 20 * 60_000;

/** Replaces words by others at once, the longest first: what was put in is not read again. */
const replaceWords = (text: string, words: Readonly<Record<string, string>>): string => {
  const longestFirst = Object.keys(words).toSorted((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return text;
  const pattern = longestFirst.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return text.replaceAll(new RegExp(pattern, 'g'), (word) => words[word] ?? word);
};

/** Returns a command with the reader's own words in place of the document's; `[optional]` parts are given, of `a|b` the first. */
export const fill = (text: string, words: Readonly<Record<string, string>>): string =>
  replaceWords(text, words)
    .replace(/\[(--[^\]]*)\]/g, '$1')
    .replace(/(--by \w+)(?:\|\w+)+/g, '$1');

/** A reader of the documents, who types their commands in empty folders and in a clone. */
export class Reader {
  /** What commands have printed. */
  known: Known;
  private readonly home: string;
  private readonly environment: NodeJS.ProcessEnv;
  private readonly exported = new Map<string, Record<string, string>>();
  private readonly folders: Record<string, string>;
  private readonly running = new Set<ChildProcess>();

  constructor(home: string, environment: NodeJS.ProcessEnv, known: Known) {
    this.home = home;
    this.environment = environment;
    this.known = known;
    this.folders = { clone: known.clone ?? '' };
  }

  /** Runs a documented command as a step says. @returns the seconds it took @throws Error with its output when it fails */
  async type({ text }: DocumentedCommand, step: Step): Promise<number> {
    const begun = performance.now();
    const cwd = await this.enter(step.place);
    for (const [name, content] of Object.entries(step.given ?? {})) await writeFile(join(cwd, name), content);
    for (const command of step.before ?? [])
      await this.run(command, this.known.clone ?? '', { text: step.text, place: 'clone' });
    const { key = '', signingKey = '', baseUrl = '', imageUrl = '' } = this.known;
    const typed = fill(text, {
      ...step.words?.(this.known),
      'iu_...': key,
      'iusk....': signingKey,
      'https://api.example.com': baseUrl,
      'https://img.example.com': imageUrl,
    });
    const [, folder] = /^cd (\S+)$/.exec(typed) ?? [];
    if (folder !== undefined) this.folders[step.place] = join(cwd, folder);
    else if (typed.startsWith('export ')) this.export(step.place, typed);
    else this.learn(typed, step, await this.run(typed, cwd, step));
    return (performance.now() - begun) / 1_000;
  }

  /** Ends what is running. */
  async end(): Promise<void> {
    for (const child of this.running) {
      this.running.delete(child);
      if (child.exitCode !== null || child.signalCode !== null) continue;
      // with the programs that its shell has started
      process.kill(-(child.pid ?? 0), 'SIGTERM');
      await Promise.race([once(child, 'exit'), setTimeout(10_000, undefined, { ref: false })]);
    }
  }

  private async enter(place: string): Promise<string> {
    this.folders[place] ??= join(this.home, place);
    await mkdir(this.folders[place], { recursive: true });
    return this.folders[place];
  }

  private export(place: string, typed: string): void {
    const pairs = [...typed.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]);
    this.exported.set(place, { ...this.exported.get(place), ...Object.fromEntries(pairs) });
  }

  private learn(typed: string, { learns = {}, prints, text }: Step, output: string): void {
    if (prints && !prints.test(output)) throw new Error(`${typed} printed nothing like ${prints}:\n${output}`);
    if (/^\s*\{\s*"code": ?"[A-Z_]+"/.test(output)) throw new Error(`${typed} was refused:\n${output}`);
    const learnt = Object.entries(learns).map(([name, pattern]) => {
      const [, value] = pattern.exec(output) ?? [];
      if (value === undefined) throw new Error(`${typed} (${text}) printed nothing like ${pattern}:\n${output}`);
      return [name, value];
    });
    this.known = { ...this.known, ...Object.fromEntries(learnt) };
  }

  private async run(typed: string, cwd: string, { place, until, status }: Step): Promise<string> {
    const env = { ...this.environment, ...this.exported.get(place) };
    const child = spawn('bash', ['-euo', 'pipefail', '-c', typed], {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.running.add(child);
    let output = '';
    const matched = Promise.withResolvers<'matched'>();
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
        if (until?.test(output)) matched.resolve('matched');
      });
    const ended = once(child, 'close').then(([code]) => code as number | null);
    const late = setTimeout(patienceMs, 'late' as const, { ref: false });
    const how = await Promise.race([ended, late, ...(until ? [matched.promise] : [])]);
    if (how === 'matched') return output;
    if (how === 'late') await this.end();
    if (how === 'late' || until || (how !== 0 && how !== status))
      throw new Error(`${typed}\nended with ${how} in ${cwd}:\n${output}`);
    return output;
  }
}
