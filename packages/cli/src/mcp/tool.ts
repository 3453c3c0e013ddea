import type * as z from 'zod';
import type { Api } from '../api.ts';
import type { Context } from '../context.ts';
import type { LocalService } from '../local-service.ts';
import type { Block } from './blocks.ts';

/** Dependencies of the tools. */
export interface AuthorSession {
  readonly context: Context;
  /** Returns a client; settings and key are read each time, because a person may have fixed them meanwhile. */
  service(): Api;
  /** The local compiler and engines, started by the first call. */
  readonly local: Pick<LocalService, 'check'>;
}

export interface Tool {
  readonly name: string;
  /** The only information an agent has before a call. It costs tokens in every conversation, so it must be short. */
  readonly description: string;
  readonly input: z.ZodObject;
  /** Whether it changes nothing. No tool deletes anything. */
  readonly isReadOnly: boolean;
  run(session: AuthorSession, args: Readonly<Record<string, unknown>>): Promise<Block[]>;
}

/** Creates a tool whose implementation is typed by its input. */
export const tool = <Input extends z.ZodObject>(
  one: Omit<Tool, 'input' | 'run'> & {
    readonly input: Input;
    run(session: AuthorSession, args: z.output<Input>): Promise<Block[]>;
  },
): Tool => one as unknown as Tool;
