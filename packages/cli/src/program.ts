import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { check } from './commands/check.ts';
import { init } from './commands/init.ts';
import { mint } from './commands/mint.ts';
import { push } from './commands/push.ts';
import type { Answer, Context } from './context.ts';
import { exitCodes, Failure } from './failure.ts';
import { terminalOutput } from './output.ts';

/** What a command line may use of its process. */
export type Machine = Pick<NodeJS.Process, 'cwd' | 'env' | 'stdout' | 'stderr'>;

const number = (given: string): number => {
  if (given.trim() !== '' && Number.isFinite(Number(given))) return Number(given);
  throw new InvalidArgumentError('It must be a number.');
};
const collected = (given: string, before: readonly string[] = []): string[] => [...before, given];

/** @param answer does a command's work and gives its answer out. */
const programOf = (answer: (work: (context: Context) => Promise<Answer>) => Promise<void>): Command => {
  const program = new Command('image-url')
    .description('Templates of an image URL service: in your repository, checked and drawn on your machine.')
    .addOption(new Option('--env <name>', 'one of the environments of image-url.json'))
    .addOption(
      new Option(
        '--key-file <path>',
        'a file with the API key; otherwise IMAGE_URL_API_KEY, then ~/.config/image-url/credentials.json',
      ),
    )
    .option('--json', 'one JSON value on standard output')
    .showHelpAfterError('image-url --help lists what there is.')
    .exitOverride();

  program
    .command('init')
    .description('writes image-url.json and a first card')
    .option('--base-url <url>', 'the address of the service', 'http://127.0.0.1:8787')
    .action(({ baseUrl }) => answer((context) => init(context, baseUrl)));
  program
    .command('check')
    .argument('[file...]')
    .description('compiles, runs and draws templates, and says what is wrong; needs no server')
    .action((files) => answer((context) => check(context, files)));
  program
    .command('push')
    .argument('[file...]')
    .description('creates and updates templates')
    .option('--dry-run', 'says what would be done')
    .option('--force', 'also over templates that were changed elsewhere')
    .action((files, options) => answer((context) => push(context, files, options)));
  program
    .command('mint')
    .argument('<file-or-id>', 'a file, a name in the lock file, or an id')
    .description('a signed URL')
    .option('--var <name=value>', 'a variable: name=text, or name:=JSON', collected)
    .option('--template-version <n>', 'draws this version', number)
    .option('--width <px>', 'width', number)
    .option('--height <px>', 'height', number)
    .option('--format <format>', 'png, jpeg or webp')
    .option('--quality <n>', '0 to 100', number)
    .option('--device-pixel-ratio <n>', 'pixel ratio', number)
    .option('--open', 'shows the picture')
    .action((id, options) => answer((context) => mint(context, id, options)));
  return program;
};

/** Somebody who has read enough closes the pipe: what is under way goes on. */
const outlive = (stream: NodeJS.WriteStream): void => {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
};

const failureOf = (error: unknown): Pick<Failure, 'code' | 'message' | 'exitCode'> => {
  if (error instanceof Failure) return error;
  if (error instanceof CommanderError)
    return { code: 'WRONG_USE', message: error.message.replace(/^error: /, ''), exitCode: exitCodes.wrongUse };
  const { stack } = error as Error;
  return { code: 'FAULT', message: `This is a fault of image-url: ${stack ?? error}`, exitCode: exitCodes.service };
};

/** Runs a command line. @returns what the process ends with */
export const run = async (args: readonly string[], { cwd, env, stdout, stderr }: Machine): Promise<number> => {
  const isJson = args.includes('--json');
  const output = terminalOutput(stdout, stderr, !isJson);
  outlive(stdout);
  outlive(stderr);
  let exitCode: number = exitCodes.done;
  const program = programOf(async (work) => {
    const { env: name, keyFile } = program.opts();
    const done = await work({ cwd: cwd(), environment: env, output, options: { env: name, keyFile } });
    stdout.write(`${isJson ? JSON.stringify(done.json) : done.text}\n`);
    exitCode = done.exitCode ?? exitCodes.done;
  });
  const colour = { getOutHasColors: () => stdout.isTTY === true, getErrHasColors: () => stderr.isTTY === true };
  for (const one of [program, ...program.commands])
    one
      .exitOverride()
      .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text), ...colour });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done;
    const { code, message, exitCode } = failureOf(error);
    if (isJson) stdout.write(`${JSON.stringify({ error: { code, message } })}\n`);
    // commander has said so itself
    if (!(error instanceof CommanderError)) stderr.write(`${output.style('red', 'image-url:')} ${message}\n`);
    return exitCode;
  }
};
