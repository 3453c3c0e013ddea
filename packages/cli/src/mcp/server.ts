import { McpServer } from '@modelcontextprotocol/server';
import manifest from '../../package.json' with { type: 'json' };
import { serviceOf } from '../api.ts';
import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import { openLocalService } from '../local-service.ts';
import { accountTools } from './account.ts';
import { json, text } from './blocks.ts';
import { documentationTools } from './documentation.ts';
import { pictureTools } from './pictures.ts';
import { templateTools } from './templates.ts';
import type { Tool, Workshop } from './tool.ts';
import { wayOut } from './way-out.ts';

export const tools: readonly Tool[] = [...templateTools, ...pictureTools, ...accountTools, ...documentationTools];

const instructions =
  'A template is a JSX component; its props are the variables of a picture, like the card a link shows. Read read_docs templates and templates#layout before writing one: CSS is a subset. Write, check_template until the picture looks right, save_template, mint_url.';

/** Opens what tools work with. */
export const openWorkshop = (context: Context): Workshop & { close(): Promise<void> } => {
  let local: ReturnType<typeof openLocalService> | undefined;
  return {
    context,
    service: () => serviceOf(context),
    local: {
      check: (request) => {
        local ??= openLocalService();
        return local.check(request);
      },
    },
    close: async () => local?.close(),
  };
};

/** What went wrong, as an agent can act upon it. */
const refusal = ({ output }: Context, error: unknown) => {
  if (error instanceof Failure) {
    const { code, message } = error;
    return { isError: true, content: [json({ error: { code, message, wayOut: wayOut(code) } })] };
  }
  output.note(`This is a fault of image-url: ${(error as Error).stack ?? error}`);
  return { isError: true, content: [text('This is a fault of image-url; its standard error has the details.')] };
};

/** An MCP server with every tool. */
export const mcpServer = (workshop: Workshop): McpServer => {
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
          return { content: await run(workshop, args) };
        } catch (error) {
          return refusal(workshop.context, error);
        }
      },
    );
  return server;
};
