import type * as z from 'zod';
import type { Api } from '../api.ts';
import type { Context } from '../context.ts';
import type { LocalService } from '../local-service.ts';
import type { Block } from './blocks.ts';

/** What tools work with. */
export interface AuthorSession {
  readonly context: Context;
  /** The service; settings and key are read anew, so that a person can mend them meanwhile. */
  service(): Api;
  /** The compiler and engines on this machine, started when they are first asked for. */
  readonly local: Pick<LocalService, 'check'>;
}

/** Something an agent can ask for. */
export interface Tool {
  readonly name: string;
  /** All an agent knows of it before it calls: every word is paid for in every conversation. */
  readonly description: string;
  readonly input: z.ZodObject;
  /** Leaves everything as it was. No tool takes anything away. */
  readonly isReadOnly: boolean;
  run(session: AuthorSession, args: Readonly<Record<string, unknown>>): Promise<Block[]>;
}

/** A tool whose work is typed by its input. */
export const tool = <Input extends z.ZodObject>(
  one: Omit<Tool, 'input' | 'run'> & {
    readonly input: Input;
    run(session: AuthorSession, args: z.output<Input>): Promise<Block[]>;
  },
): Tool => one as unknown as Tool;
