import { readFileSync, realpathSync } from 'node:fs';
import { Command, CommanderError, Option } from 'commander';
import { addAsset, deleteAsset, listAssets } from './commands/assets.ts';
import { check } from './commands/check.ts';
import { deleteTemplate } from './commands/delete.ts';
import { dev } from './commands/dev.ts';
import { diff } from './commands/diff.ts';
import { explain } from './commands/explain.ts';
import { deleteFont, listFonts, pushFont } from './commands/fonts.ts';
import { importFiles } from './commands/import.ts';
import { init } from './commands/init.ts';
import { mcp } from './commands/mcp.ts';
import { mint } from './commands/mint.ts';
import { preview } from './commands/preview.ts';
import { pull } from './commands/pull.ts';
import { push } from './commands/push.ts';
import { restore } from './commands/restore.ts';
import { revoke } from './commands/revoke.ts';
import { sign } from './commands/sign.ts';
import { siteCheck, siteRefresh } from './commands/site.ts';
import { test } from './commands/test.ts';
import { trust } from './commands/trust.ts';
import { types } from './commands/types.ts';
import { usage } from './commands/usage.ts';
import { versions } from './commands/versions.ts';
import { warm } from './commands/warm.ts';
import type { Answer, Context } from './context.ts';
import { exitCodes, Failure } from './failure.ts';
import { number, withImageFlags } from './image-flags.ts';
import { escapedJson, sanitiseOutput, terminalOutput } from './output.ts';
import { starterNames } from './starters.ts';

/** The process of a command line. */
export type CommandProcess = Pick<NodeJS.Process, 'cwd' | 'env' | 'stdout' | 'stderr'>;

const collect = (given: string, before: readonly string[] = []): string[] => [...before, given];

const severalSizes = 'one of its sizes, or several, separated by commas: one URL for each';
const imageHost = () =>
  new Option(
    '--image-host <url>',
    'the image host; otherwise IMAGE_URL_HOST, also of .env, then imageHost of image-url.json',
  );

/** Returns the version of the package, whose file is next to the folder of this code, bundled or not. */
const getVersion = (): string => JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;

/** @param answer runs a command's work and prints its result */
const getProgram = (answer: (work: (context: Context) => Promise<Answer>) => Promise<void>): Command => {
  const program = new Command('image-url')
    .description('Templates of an image URL service: in your repository, checked and rendered on your machine.')
    .addOption(new Option('--env <name>', 'one of the environments of image-url.json'))
    .addOption(
      new Option(
        '--key-file <path>',
        'a file with the API key, or the signing key for sign and explain; otherwise IMAGE_URL_API_KEY or IMAGE_URL_SIGNING_KEY, then ~/.config/image-url/credentials.json, then .env of the project',
      ),
    )
    .option('--json', 'one JSON value on standard output')
    .version(getVersion())
    .showHelpAfterError('image-url --help lists what there is.')
    .exitOverride();

  program
    .command('init')
    .description('writes image-url.json and a first card')
    .option('--base-url <url>', 'the address of the service', 'http://127.0.0.1:8787')
    .option('--starter <name>', `begins with a copy of a starter template: ${starterNames.join(', ')}`)
    .action(({ baseUrl, starter }) => answer((context) => init(context, baseUrl, starter)));
  program
    .command('trust')
    .argument('<url>')
    .description('confirms the address of a service: keys of the environment are sent to it from now on')
    .action((url) => answer((context) => trust(context, url)));
  program
    .command('check')
    .argument('[file...]')
    .description('compiles, runs and renders templates, and says what is wrong; needs no server')
    .option('--strict', 'fails on warnings too')
    .action((files, options) => answer((context) => check(context, files, options)));
  program
    .command('dev')
    .description('the studio on these files, live')
    .option('--port <n>', 'its port', number, 8790)
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
    .description('these files against the service: code and images')
    .action((files) => answer((context) => diff(context, files)));
  program
    .command('types')
    .description('writes image-url.d.ts: the variables of every template, for image-url-client')
    .action(() => answer(types));
  program
    .command('test')
    .argument('[file...]')
    .description('renders the cases beside the templates and compares them with their committed images')
    .option('--update', 'writes the images that changed')
    .action((files, options) => answer((context) => test(context, files, options)));
  program
    .command('import')
    .argument('<file...>')
    .description('makes templates of code for Vercel OG, Next.js, satori or takumi')
    .option('--force', 'writes over files that are there')
    .action((files, options) => answer((context) => importFiles(context, files, options)));
  withImageFlags(program.command('mint'), severalSizes)
    .argument('<file-or-id>', 'a file, a name in the lock file, or an id')
    .description('a signed URL')
    .option('--form <form>', 'query, or path for an on-demand URL')
    .option('--var <name=value>', 'a variable: name=text, or name:=JSON', collect)
    .option('--template-version <n>', 'renders this version', number)
    .option('--open', 'shows the image')
    .action((id, options) => answer((context) => mint(context, id, options)));
  withImageFlags(program.command('sign'))
    .argument('<template>', 'a file, a name in the lock file, or an id')
    .description('an on-demand URL, signed here without a request; its first request renders the image')
    .option('--var <name=value>', 'a variable: name=text, or name:=JSON', collect)
    .option('--template-version <n>', 'renders this version; otherwise that of the lock file', number)
    .option('--last-day <yyyy-mm-dd>', 'the last day in UTC on which it is delivered')
    .addOption(imageHost())
    .action((id, options) => answer((context) => sign(context, id, options)));
  program
    .command('explain')
    .argument('<url>')
    .description('what an image URL says: template, version, options, variables, expiry, signature')
    .action((url) => answer((context) => explain(context, url)));
  program
    .command('warm')
    .argument('<sitemap>', 'a file, or an https URL')
    .description('requests the image of each page as a link previewer would, so that it is rendered')
    .option('--concurrency <n>', 'pages at a time, 1 to 16', number, 4)
    .addOption(imageHost())
    .action((sitemap, options) => answer((context) => warm(context, sitemap, options)));
  program
    .command('preview')
    .argument('<url>', 'the address of a page, local or public')
    .description('what platforms show of a page, from its own tags, and what is wrong with them')
    .action((url) => answer((context) => preview(context, url)));
  const site = program.command('site').description('pages whose images the service makes from their tags');
  site
    .command('check')
    .argument('<url>', 'the address of a page, local or public')
    .description('fetches a page as the service would, and says what it understood')
    .option('--template <file>', 'a template whose variables are looked for')
    .action((url, options) => answer((context) => siteCheck(context, url, options)));
  site
    .command('refresh')
    .argument('<url>', 'the address of a page of a site')
    .description('has the service read a page again with the next request for its image')
    .action((url) => answer((context) => siteRefresh(context, url)));
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
    .description('ends a template on the service; its file stays, published URLs keep their images')
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
    .description('deletes one; published URLs keep their images')
    .action((fontId) => answer((context) => deleteFont(context, fontId)));
  const assets = program.command('asset').description('pictures of the account, with public addresses');
  assets
    .command('add')
    .argument('<file>')
    .description('uploads a PNG, JPEG, WebP, AVIF, GIF or SVG, and prints its address')
    .option('--name <name>', 'what lists call it; otherwise the name of the file')
    .action((file, options) => answer((context) => addAsset(context, file, options)));
  assets
    .command('list')
    .description('lists them')
    .action(() => answer(listAssets));
  assets
    .command('delete')
    .argument('<asset-id>', 'its id or address')
    .description('deletes one and its address; published URLs keep their images')
    .action((assetId) => answer((context) => deleteAsset(context, assetId)));
  program
    .command('mcp')
    .description('an MCP server on standard input and output: tools for agents')
    .action(() => answer(mcp));
  return program;
};

/** Ignores a closed pipe, so that work in progress completes. */
const ignoreClosedPipe = (stream: NodeJS.WriteStream): void => {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
};

const getFailure = (error: unknown): Pick<Failure, 'code' | 'message' | 'exitCode'> => {
  if (error instanceof Failure) return error;
  if (error instanceof CommanderError)
    return {
      code: 'WRONG_USE',
      message: error.message.replace(/^error: /, ''),
      exitCode: exitCodes.wrongUse,
    };
  const { stack } = error as Error;
  return { code: 'FAULT', message: `This is a fault of image-url: ${stack ?? error}`, exitCode: exitCodes.service };
};

/** Runs a command line. @returns the exit code */
export const run = async (args: readonly string[], { cwd, env, stdout, stderr }: CommandProcess): Promise<number> => {
  const isJson = args.includes('--json');
  const output = terminalOutput(stdout, stderr, !isJson);
  ignoreClosedPipe(stdout);
  ignoreClosedPipe(stderr);
  let exitCode: number = exitCodes.done;
  const program = getProgram(async (work) => {
    const { env: name, keyFile } = program.opts();
    const done = await work({ cwd: realpathSync(cwd()), environment: env, output, options: { env: name, keyFile } });
    stdout.write(`${isJson ? escapedJson(done.json) : sanitiseOutput(done.text)}\n`);
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
    const { code, message, exitCode } = getFailure(error);
    if (isJson) stdout.write(`${escapedJson({ error: { code, message } })}\n`);
    // commander has printed the message
    if (!(error instanceof CommanderError))
      stderr.write(`${output.style('red', 'image-url:')} ${sanitiseOutput(message)}\n`);
    return exitCode;
  }
};
