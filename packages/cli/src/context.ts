import type { Output } from './output.ts';

/** What every command may use of the machine. */
export interface Context {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly output: Output;
  /** What was given before or behind the command's name. */
  readonly options: {
    /** Which of the `environments` of image-url.json. */
    readonly env?: string | undefined;
    readonly keyFile?: string | undefined;
  };
}

/** What a command has to say: to programs with `--json`, to people without. */
export interface Answer {
  readonly json: unknown;
  readonly text: string;
  /** 1 where something was found that has to be looked at. @default 0 */
  readonly exitCode?: 0 | 1;
}
