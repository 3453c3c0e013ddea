import { readFileSync, realpathSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { check } from './commands/check.ts';
import { deleteTemplate } from './commands/delete.ts';
import { dev } from './commands/dev.ts';
import { diff } from './commands/diff.ts';
import { deleteFont, listFonts, pushFont } from './commands/fonts.ts';
import { importFiles } from './commands/import.ts';
import { init } from './commands/init.ts';
import { mcp } from './commands/mcp.ts';
import { mint } from './commands/mint.ts';
import { pull } from './commands/pull.ts';
import { push } from './commands/push.ts';
import { restore } from './commands/restore.ts';
import { revoke } from './commands/revoke.ts';
import { test } from './commands/test.ts';
import { trust } from './commands/trust.ts';
import { types } from './commands/types.ts';
import { usage } from './commands/usage.ts';
import { versions } from './commands/versions.ts';
import type { Answer, Context } from './context.ts';
import { exitCodes, Failure } from './failure.ts';
import { escapedJson, harmless, terminalOutput } from './output.ts';

/** What a command line may use of its process. */
export type Machine = Pick<NodeJS.Process, 'cwd' | 'env' | 'stdout' | 'stderr'>;

const number = (given: string): number => {
  if (given.trim() !== '' && Number.isFinite(Number(given))) return Number(given);
  throw new InvalidArgumentError('It must be a number.');
};
const collected = (given: string, before: readonly string[] = []): string[] => [...before, given];

/** What the package says of itself; it lies beside the folder of this code, bundled or not. */
const versionOf = (): string => JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;

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
    .version(versionOf())
    .showHelpAfterError('image-url --help lists what there is.')
    .exitOverride();

  program
    .command('init')
    .description('writes image-url.json and a first card')
    .option('--base-url <url>', 'the address of the service', 'http://127.0.0.1:8787')
    .action(({ baseUrl }) => answer((context) => init(context, baseUrl)));
  program
    .command('trust')
    .argument('<url>')
    .description('confirms the address of a service: keys of the environment are sent to it from now on')
    .action((url) => answer((context) => trust(context, url)));
  program
    .command('check')
    .argument('[file...]')
    .description('compiles, runs and draws templates, and says what is wrong; needs no server')
    .action((files) => answer((context) => check(context, files)));
  program
    .command('dev')
    .description('the studio on these files, live')
    .option('--port <n>', 'its port', number, 8789)
    .option('--open', 'opens it in the browser')
    .action((options) => answer((context) => dev(context, options)));
  program
    .command('push')
    .argument('[file...]')
    .description('creates and updates templates')
    .option('--dry-run', 'says what would be done')
    .option('--force', 'also over templates that were changed elsewhere')
    .action((files, options) => answer((context) => push(context, files, options)));
  program
    .command('pull')
    .description('brings these files up to the service')
    .option('--all', 'also templates of the account that have no file here')
    .option('--force', 'also over files that were changed here')
    .action((options) => answer((context) => pull(context, options)));
  program
    .command('diff')
    .argument('[file...]')
    .description('these files against the service: code and pictures')
    .action((files) => answer((context) => diff(context, files)));
  program
    .command('types')
    .description('writes image-url.d.ts: the variables of every template, for image-url-client')
    .action(() => answer(types));
  program
    .command('test')
    .argument('[file...]')
    .description('draws the cases beside the templates and compares them with their committed pictures')
    .option('--update', 'writes the pictures that changed')
    .action((files, options) => answer((context) => test(context, files, options)));
  program
    .command('import')
    .argument('<file...>')
    .description('makes templates of code for Vercel OG, Next.js, satori or takumi')
    .option('--force', 'writes over files that are there')
    .action((files, options) => answer((context) => importFiles(context, files, options)));
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
  program
    .command('usage')
    .description('what the month allows and what is used of it')
    .action(() => answer(usage));
  const id = ['<id>', 'an id, a name in the lock file, or a file'] as const;
  program
    .command('versions')
    .argument(...id)
    .description('every version a template had')
    .action((given) => answer((context) => versions(context, given)));
  program
    .command('restore')
    .argument(...id)
    .argument('<n>', 'the version', number)
    .description('saves the code of an earlier version again')
    .action((given, version) => answer((context) => restore(context, given, version)));
  program
    .command('delete')
    .argument(...id)
    .description('ends a template on the service; its file stays, published URLs keep their pictures')
    .action((given) => answer((context) => deleteTemplate(context, given)));
  program
    .command('revoke')
    .argument('<url>')
    .description('takes back a published URL')
    .action((url) => answer((context) => revoke(context, url)));
  const fonts = program.command('fonts').description('fonts of the account');
  fonts
    .command('push')
    .argument('<file>')
    .description('adds a TTF, OTF, WOFF or WOFF2 file')
    .option('--family <name>', 'what templates call it; otherwise what the file calls itself')
    .action((file, options) => answer((context) => pushFont(context, file, options)));
  fonts
    .command('list')
    .description('lists them')
    .action(() => answer(listFonts));
  fonts
    .command('delete')
    .argument('<font-id>')
    .description('deletes one; published URLs keep their pictures')
    .action((fontId) => answer((context) => deleteFont(context, fontId)));
  program
    .command('mcp')
    .description('an MCP server on standard input and output: tools for agents')
    .action(() => answer(mcp));
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
    const done = await work({ cwd: realpathSync(cwd()), environment: env, output, options: { env: name, keyFile } });
    stdout.write(`${isJson ? escapedJson(done.json) : harmless(done.text)}\n`);
    exitCode = done.exitCode ?? exitCodes.done;
  });
  const colour = { getOutHasColors: () => stdout.isTTY === true, getErrHasColors: () => stderr.isTTY === true };
  for (const one of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)])
    one
      .exitOverride()
      .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text), ...colour });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done;
    const { code, message, exitCode } = failureOf(error);
    if (isJson) stdout.write(`${escapedJson({ error: { code, message } })}\n`);
    // commander has said so itself
    if (!(error instanceof CommanderError)) stderr.write(`${output.style('red', 'image-url:')} ${harmless(message)}\n`);
    return exitCode;
  }
};
