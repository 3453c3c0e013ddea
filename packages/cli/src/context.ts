import type { Output } from './output.ts';

/** Dependencies of every command. */
export interface Context {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly output: Output;
  /** Options before or after the command's name. */
  readonly options: {
    /** Name in `environments` of image-url.json. */
    readonly env?: string | undefined;
    readonly keyFile?: string | undefined;
  };
}

/** Result of a command: `json` for programs (`--json`), `text` for people. */
export interface Answer {
  readonly json: unknown;
  readonly text: string;
  /** 1 if the command found something to fix. @default 0 */
  readonly exitCode?: 0 | 1;
}
