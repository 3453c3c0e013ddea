import { McpServer } from '@modelcontextprotocol/server';
import { closeRenderWorkers } from 'image-url-engine/workers.ts';
import manifest from '../../package.json' with { type: 'json' };
import { getService } from '../api.ts';
import { findProject } from '../config.ts';
import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import { openLocalService } from '../local-service.ts';
import { accountTools } from './account.ts';
import { json, text } from './blocks.ts';
import { documentationTools } from './documentation.ts';
import { imageTools } from './images.ts';
import { getInstructions } from './instructions.ts';
import { templateTools } from './templates.ts';
import type { AuthorSession, Tool } from './tool.ts';

export const tools: readonly Tool[] = [...templateTools, ...imageTools, ...accountTools, ...documentationTools];

const instructions =
  'A template is a JSX component; its props are the variables of an image, like the card a link shows. Read read_docs templates and templates#layout before writing one: CSS is a subset. Write, check_template until the image looks right, save_template, mint_url.';

export const openAuthorSession = (context: Context): AuthorSession & { close(): Promise<void> } => {
  let local: ReturnType<typeof openLocalService> | undefined;
  return {
    context,
    service: () => getService(context),
    local: {
      check: (request) => {
        local ??= openLocalService(context, () => findProject(context));
        return local.check(request);
      },
    },
    close: async () => {
      await local?.close();
      await closeRenderWorkers();
    },
  };
};

/** Returns an error in a form that an agent can act upon. */
const toErrorResult = ({ output }: Context, error: unknown) => {
  if (error instanceof Failure) {
    const { code, message } = error;
    return { isError: true, content: [json({ error: { code, message, wayOut: getInstructions(code) } })] };
  }
  output.note(`This is a fault of image-url: ${(error as Error).stack ?? error}`);
  return { isError: true, content: [text('This is a fault of image-url; its standard error has the details.')] };
};

export const mcpServer = (session: AuthorSession): McpServer => {
  const { version } = manifest;
  const server = new McpServer({ name: 'image-url', version }, { instructions, capabilities: { tools: {} } });
  for (const { name, description, input, isReadOnly, run } of tools)
    server.registerTool(
      name,
      {
        description,
        inputSchema: input,
        annotations: isReadOnly ? { readOnlyHint: true } : { destructiveHint: false },
      },
      async (args) => {
        try {
          return { content: await run(session, args) };
        } catch (error) {
          return toErrorResult(session.context, error);
        }
      },
    );
  return server;
};
