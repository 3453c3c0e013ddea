import { Console } from 'node:console';
import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Context } from '../context.ts';
import { exitCodes } from '../failure.ts';
import { mcpServer, openAuthorSession } from '../mcp/server.ts';

/** `image-url mcp`: serves the service and the compiler as tools of an agent, until it closes one of the pipes. */
export const mcp = async (context: Context): Promise<never> => {
  const { stdin, stdout, stderr } = process;
  // standard output is for the protocol, so libraries must not print to it
  globalThis.console = new Console(stderr);
  const session = openAuthorSession(context);
  const serving = serveStdio(() => mcpServer(session), { onerror: ({ message }) => context.output.note(message) });
  await Promise.race([once(stdin, 'end'), once(stdin, 'close'), new Promise((gone) => stdout.once('error', gone))]);
  await serving.close();
  // no response can be delivered any more, so calls in progress are not awaited (docs/decisions/0115)
  process.exit(exitCodes.done);
};
