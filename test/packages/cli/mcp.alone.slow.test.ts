import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { mcpServer, openAuthorSession, tools } from '../../../packages/cli/src/mcp/server.ts';
import { terminalOutput } from '../../../packages/cli/src/output.ts';
import { useFolder } from '../../support/folder.ts';
import { staticFont } from '../../support/fonts.ts';
import { startDev } from '../../support/running-service.ts';

const code = `export const options = { width: 300, height: 200, format: 'png' };
export default function Card({ title = 'Hi', author }: { title?: string; author: string }) {
  return <div style={{ display: 'flex', width: '100%', height: '100%', background: 'white' }}>{title} {author}</div>;
}
`;
const folder = useFolder();
let service: Awaited<ReturnType<typeof startDev>>;
const ending: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  service = await startDev(join(folder, 'service'));
  await mkdir(join(folder, 'cards'));
  const { baseUrl } = service.address;
  const environments = { nobody: { baseUrl: 'http://127.0.0.1:1' } };
  await writeFile(join(folder, 'image-url.json'), JSON.stringify({ baseUrl, templates: 'cards/*.tsx', environments }));
  await writeFile(join(folder, 'cards', 'theme.ts'), "export const paper = 'white';\n");
  await writeFile(
    join(folder, 'cards', 'card.tsx'),
    `import { paper } from './theme.ts';\n${code.replace("'white'", 'paper')}`,
  );
});
afterAll(async () => {
  for (const end of ending) await end();
  await service?.stop();
});

/** The tools as the program itself serves them, to the official client. */
const overStdio = async () => {
  const { apiKey, baseUrl } = service.address;
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [resolve('packages/cli/src/main.ts'), 'mcp'],
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder, IMAGE_URL_API_KEY: apiKey, IMAGE_URL_BASE_URL: baseUrl },
    stderr: 'pipe',
  });
  await client.connect(transport);
  ending.push(() => client.close());
  return { client };
};

/** The same without a process, where the client and the server are in one. */
const inProcess = async (environment: Record<string, string | undefined>, options: { env?: string } = {}) => {
  const output = terminalOutput(process.stdout, process.stderr, false);
  const session = openAuthorSession({
    cwd: folder,
    environment: { HOME: folder, IMAGE_URL_BASE_URL: service.address.baseUrl, ...environment },
    output,
    options,
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  const server = mcpServer(session);
  await server.connect(far as never);
  await client.connect(near);
  ending.push(async () => {
    await client.close();
    await session.close();
  });
  return { client };
};

const text = z.object({ type: z.literal('text'), text: z.string() });
const image = z.object({ type: z.literal('image'), mimeType: z.string(), data: z.base64().min(100) });
const facts = <Shape extends z.ZodRawShape>(shape: Shape) =>
  text.transform((block) => JSON.parse(block.text)).pipe(z.object(shape));

/** Asks for a tool, and holds its answer against what it promises. */
const call = async <Answer extends z.ZodType>(client: Client, name: string, args: object, answer: Answer) => {
  const { content, isError } = await client.callTool({ name, arguments: { ...args } });
  expect({ isError, content }).toMatchObject({ isError: undefined });
  return answer.parse(content) as z.output<Answer>;
};
const refused = async (client: Client, name: string, args: object) => {
  const { content, isError } = await client.callTool({ name, arguments: { ...args } });
  expect(isError).toBe(true);
  const [block] = z.tuple([text]).parse(content);
  return block.text.startsWith('{') ? JSON.parse(block.text).error : block.text;
};

const pixels = { image: z.object({ width: z.literal(300), height: z.literal(200) }) };
const diagnostic = z.object({ severity: z.enum(['error', 'warning', 'note']), line: z.int(), message: z.string() });
const checked = {
  ok: z.literal(true),
  findings: z.array(diagnostic),
  variables: z.array(z.object({ name: z.string() })),
};

it('every tool works, from a file in the project to an image on the service', async () => {
  const { client } = await overStdio();
  const called = new Set<string>();
  const use: typeof call = (of, name, ...rest) => {
    called.add(name);
    return call(of, name, ...rest);
  };

  const checkedAnswer = z.tuple([facts({ ...checked, ...pixels }), image]);
  const inFile = { file: 'cards/card.tsx', variables: { author: 'Ada' } };
  const [, shown] = await use(client, 'check_template', inFile, checkedAnswer);
  expect(Buffer.from(shown.data, 'base64').subarray(1, 4).toString()).toBe('PNG');
  await writeFile(join(folder, 'cards', 'shown.png'), Buffer.from(shown.data, 'base64'));
  await use(client, 'check_template', { code }, checkedAnswer);

  const savedAnswer = z.tuple([facts({ templateId: z.string(), version: z.int() })]);
  const [made] = await use(client, 'save_template', { name: 'Agent', file: 'cards/card.tsx' }, savedAnswer);
  const { templateId } = made;
  const [changed] = await use(client, 'save_template', { templateId, code }, savedAnswer);
  expect(changed).toEqual({ templateId, version: made.version + 1 });

  await use(client, 'check_template', { templateId }, checkedAnswer);
  const versions = z.array(z.object({ version: z.int() }));
  const [got, source] = await use(client, 'get_template', { templateId }, z.tuple([facts({ versions }), text]));
  expect([got.versions.map(({ version }) => version), source.text]).toEqual([[2, 1], code]);
  const [patch] = await use(client, 'diff_versions', { templateId }, z.tuple([text]));
  expect(patch.text).toMatch(/^-var paper = |^-.*paper/m);

  const listed = z.array(z.object({ templateId: z.string(), variables: z.array(z.string()) }));
  const listAnswer = z.tuple([facts({ templates: listed })]);
  const [{ templates }] = await use(client, 'list_templates', { scope: 'mine' }, listAnswer);
  expect(templates.find((one) => one.templateId === templateId)?.variables).toEqual(['title', 'author (required)']);

  const usage = z.tuple([facts({ imageMints: z.object({ used: z.int() }) })]);
  const [before] = await use(client, 'get_usage', {}, usage);
  const asked = { templateId, variables: { author: 'Ada' }, width: 200 };
  const mintAnswer = z.tuple([facts({ url: z.url(), details: z.object({ width: z.literal(200) }) }), image]);
  const [minted, rendered] = await use(client, 'mint_url', asked, mintAnswer);
  const [after] = await use(client, 'get_usage', {}, usage);
  expect(after.imageMints.used - before.imageMints.used).toBe(1);
  expect(Buffer.from(await (await fetch(minted.url)).arrayBuffer()).toString('base64')).toBe(rendered.data);

  const catalogue = z.record(z.string(), z.array(z.string()));
  const fontsAnswer = z.tuple([facts({ account: z.array(z.unknown()), catalogue })]);
  const [fonts] = await use(client, 'list_fonts', {}, fontsAnswer);
  expect(fonts.catalogue.sans).toContain('Inter');
  const assetAnswer = z.tuple([facts({ assetId: z.string(), url: z.url(), width: z.literal(300) })]);
  const [asset] = await use(client, 'add_asset', { file: 'cards/shown.png', name: 'Shown' }, assetAnswer);
  expect((await fetch(asset.url)).headers.get('content-type')).toBe('image/png');
  const [index] = await use(client, 'read_docs', {}, z.tuple([text]));
  expect(index.text).toContain('templates#variables: Variables');
  const [section] = await use(client, 'read_docs', { section: 'templates#variables' }, z.tuple([text]));
  expect(section.text).toMatch(/^## Variables\n/);

  expect([...called].sort()).toEqual(tools.map(({ name }) => name).sort());
});

it('lists the fonts of image-url.json, and uploads them once with a saved file', async () => {
  const { client } = await inProcess({ IMAGE_URL_API_KEY: service.address.apiKey });
  const settingsFile = join(folder, 'image-url.json');
  const settings = await readFile(settingsFile, 'utf8');
  await writeFile(join(folder, 'brand.woff2'), staticFont());
  await writeFile(join(folder, 'cards', 'brand.tsx'), code.replace("background: 'white'", "fontFamily: 'Brand'"));
  const list = async () => {
    const named = z.array(z.object({ family: z.string() }));
    const [fonts] = await call(client, 'list_fonts', {}, z.tuple([facts({ account: named, project: named })]));
    return [fonts.account, fonts.project].map((some) => some.map(({ family }) => family));
  };

  const fonts = [{ file: 'brand.woff2', family: 'Brand' }];
  await writeFile(settingsFile, JSON.stringify({ ...JSON.parse(settings), fonts }));
  expect(await list()).toEqual([[], ['Brand']]);
  const saved = z.tuple([facts({ warnings: z.array(z.object({ code: z.string() })) })]);
  for (const name of ['One', 'Two']) {
    const [{ warnings }] = await call(client, 'save_template', { name, file: 'cards/brand.tsx' }, saved);
    expect(warnings.map((one) => one.code)).not.toContain('unknown-font');
  }
  expect(await list()).toEqual([['Brand'], ['Brand']]);
  await writeFile(settingsFile, settings);
});

it('what an agent pays for in every conversation is below 4,000 tokens, and names nothing that takes something away', async () => {
  const { client } = await inProcess({});

  const { tools: listed } = await client.listTools();

  expect(listed).toHaveLength(10);
  // three characters a token: JSON has about that many, English words more
  expect((JSON.stringify(listed) + client.getInstructions()).length / 3).toBeLessThan(4_000);
  const mayDestroy = listed.filter(
    ({ annotations }) => !annotations?.readOnlyHint && annotations?.destructiveHint !== false,
  );
  expect(mayDestroy).toEqual([]);
});

describe('what goes wrong', () => {
  it('returns the error code and message of the service, and what to do', async () => {
    const { client } = await inProcess({ IMAGE_URL_API_KEY: service.address.apiKey });

    expect(await refused(client, 'get_template', { templateId: 'gone' })).toEqual({
      code: 'TEMPLATE_NOT_FOUND',
      message: 'No such template, or it is not yours to use: "gone".',
      wayOut: 'list_templates has the ids.',
    });
    expect(await refused(client, 'mint_url', { templateId: 'starter-article', width: 9_999 })).toMatchObject({
      code: 'INVALID_WIDTH',
      message: 'width must be a whole number from 1 to 4096.',
    });
    expect(await refused(client, 'save_template', { name: 'Bad', code: 'export default 1' })).toMatchObject({
      code: 'COMPILE_ERROR',
      wayOut: expect.stringContaining('check_template'),
    });
  });

  it('rejects invalid arguments before it does anything', async () => {
    const { client } = await inProcess({ IMAGE_URL_API_KEY: service.address.apiKey });

    expect(await refused(client, 'save_template', { code })).toMatchObject({ code: 'WRONG_INPUT' });
    expect(await refused(client, 'save_template', { name: 'None' })).toMatchObject({ code: 'WRONG_INPUT' });
    expect(await refused(client, 'check_template', { code, templateId: 'x' })).toMatchObject({ code: 'WRONG_INPUT' });
    expect(await refused(client, 'check_template', { code, heigth: 3 })).toContain('heigth');
    expect(await refused(client, 'check_template', { file: 'cards/none.tsx' })).toMatchObject({ code: 'NO_SUCH_FILE' });
    const file = resolve('packages/cli/src/main.ts');
    expect(await refused(client, 'save_template', { name: 'Out', file })).toMatchObject({ code: 'OUTSIDE_PROJECT' });
    expect(await refused(client, 'read_docs', { section: 'templates#none' })).toMatchObject({
      message: expect.stringContaining('templates#layout'),
    });
  });

  it('without a key or a service leaves what needs neither', async () => {
    const { client } = await inProcess({}, { env: 'nobody' });
    expect(await refused(client, 'list_templates', {})).toMatchObject({ code: 'MISSING_API_KEY' });
    await call(client, 'check_template', { code }, z.tuple([facts(checked), image]));
  });
});

const message = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };

const pipes = ['stdin', 'stdout'] as const;
it.each(pipes)('the process says nothing but the protocol, and ends by itself when %s is closed', async (pipe) => {
  const child = spawn(process.execPath, [resolve('packages/cli/src/main.ts'), 'mcp'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.stdin.write(message(1, 'initialize', hello));
  // with engines running
  child.stdin.write(message(2, 'tools/call', { name: 'check_template', arguments: { code } }));
  const answers = [await lines.next(), await lines.next()].map(({ value }) => JSON.parse(value ?? '').id);

  child[pipe].destroy();
  // a closed pipe is noticed at the next write
  if (pipe === 'stdout') child.stdin.write(message(3, 'tools/list', {}));

  expect([answers, await ended]).toEqual([
    [1, 2],
    [0, null],
  ]);
});
