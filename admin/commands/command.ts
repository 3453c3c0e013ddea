import type { Runtime } from '../../lambdas/ports/runtime.ts';
import { AdminError } from '../administer-accounts.ts';
import type { administration } from '../administration.ts';
import type { ErasurePorts } from '../delete-account.ts';
import type { PolicyTarget } from '../desks.ts';
import type { Starter } from '../publish-starters.ts';
import { type FlagName, type Flags, flagForms } from './flags.ts';

/** What commands work with. */
export interface Desk extends ReturnType<typeof administration> {
  readonly runtime: Runtime;
  /** Ports for erasing, with the time that requests in progress may take. */
  readonly erasure: ErasurePorts;
  /** Milliseconds after which every request that saves or deletes a template has ended, and what waits for them. */
  readonly saving: Pick<ErasurePorts, 'drainMs' | 'pause'>;
  readonly imageUrl: string;
  starters(): Promise<readonly Starter[]>;
  /** What a policy for people is about. */
  policyTarget(): PolicyTarget;
  /** Runs the canary once. */
  runCanary(): Promise<unknown>;
  resetQuotas(now: Date): Promise<unknown>;
}

/** The words and options of a command line, after the name of the command. */
export interface Given {
  readonly words: readonly string[];
  readonly flags: Flags;
}

/** A command of the operators' program. */
export interface Command {
  /** Words that it requires. @default none */
  readonly words?: readonly string[];
  /** Options that it requires. @default none */
  readonly required?: readonly FlagName[];
  /** Options that it accepts. @default none */
  readonly flags?: readonly FlagName[];
  /** What the name does not say. */
  readonly says?: string;
  /**
   * Calls `runtime.beginAct` of the desk before its first write, unless it only reads.
   *
   * @throws AdminError for a mistake of the operator
   */
  run(desk: Desk, given: Given): Promise<unknown>;
}

export type Commands = Readonly<Record<string, Command>>;

/** Returns a word that the command requires. */
export const getWord = ({ words }: Given, n = 0): string => words[n] ?? '';

export const omitUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** Returns how a command is written. */
export const getUsage = (name: string, { words = [], required = [], flags = [] }: Command): string =>
  [
    ...[name, ...words],
    ...required.map((flag) => flagForms[flag]),
    ...flags.map((flag) => `[${flagForms[flag]}]${flag === 'scope' ? '...' : ''}`),
  ].join(' ');

/**
 * Checks the words and options of a command, so that nothing is ignored.
 *
 * @throws AdminError naming what is missing or not known to it
 */
export const checkGiven = (name: string, command: Command, { words, flags }: Given): void => {
  const { words: wanted = [], required = [], flags: accepted = [] } = command;
  const fail = (problem: string) => new AdminError(`${problem}\n\n  ${getUsage(name, command)}`);
  const missing = [
    ...wanted.slice(words.length),
    ...required.filter((flag) => flags[flag] === undefined).map((flag) => `--${flag}`),
  ];
  if (missing.length > 0) throw fail(`${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing.`);
  if (words.length > wanted.length) throw fail(`${name} has no use for ${words.slice(wanted.length).join(' ')}.`);
  const known: readonly string[] = [...required, ...accepted];
  const unknown = Object.keys(flags).filter((flag) => flags[flag as FlagName] !== undefined && !known.includes(flag));
  if (unknown.length > 0) throw fail(`${name} has no option --${unknown.join(', --')}.`);
};
