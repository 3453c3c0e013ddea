import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { limits } from 'image-url-contract/limits.ts';
import * as z from 'zod';
import type { PagePreview } from '../preview/page-preview.ts';
import type { AskService } from '../templates/service-connection.ts';
import { Refusal, type TemplateDraft, type TemplateSource } from '../templates/template-source.ts';
import { fontFile } from './font-file.ts';
import { refuseForeignHost, refuseStrangers } from './guard.ts';
import { contentSecurityPolicy, fixedHeaders, pageDocument } from './page-document.ts';
import type { PageFiles } from './page-files.ts';
import { getStudioVocabulary } from './vocabulary.ts';

export interface StudioSettings {
  readonly templates: TemplateSource;
  /** Handles everything but the templates: checks, mints, versions, usage. */
  readonly service: AskService;
  /** Builds or fetches the page; called once, by the first request. */
  readonly page: () => Promise<PageFiles>;
  /** Secret that requests must contain; part of the printed URL. */
  readonly session: string;
  /** Origin of the images of minted URLs. */
  readonly imageOrigin: string;
  /** URLs of the API and of the image host, which the page shows for sites to copy. @default unknown */
  readonly addresses?: { readonly baseUrl?: string | undefined; readonly imageHost?: string | undefined };
  /** Whether there is an account, whose usage the page shows. @default true */
  readonly hasAccount?: boolean;
  /** Whether templates can be generated. @default false */
  readonly canGenerate?: boolean;
  /** Previews a page of the developer. @default none: the response is 404 */
  readonly previewPage?: (address: string) => Promise<PagePreview>;
}

/** A generation may contain an image, and no request is larger. */
const bodyBytes = limits.bodyBytes.generation;

const tooLarge = () => new Refusal(413, 'PAYLOAD_TOO_LARGE', 'The request is too large.');

const readBody = async (request: IncomingMessage): Promise<Buffer<ArrayBuffer>> => {
  // an unread body is discarded after the response; a partly read one may delay it
  if (Number(request.headers['content-length'] ?? 0) > bodyBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > bodyBytes) throw tooLarge();
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
};

const sendJson = (response: ServerResponse, status: number, body: Uint8Array | string): void => {
  response.writeHead(status, { ...fixedHeaders, 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(body);
};

const sendFile = async ({ page, imageOrigin, addresses }: StudioSettings, path: string, response: ServerResponse) => {
  const file = (await page()).get(path === '/' ? '/index.html' : path) ?? (await fontFile(path));
  if (!file) throw new Refusal(404, 'NOT_FOUND', 'There is nothing at this address.');
  const nonce = randomBytes(16).toString('base64');
  const isDocument = file.type.startsWith('text/html');
  response.writeHead(200, {
    ...fixedHeaders,
    'Content-Type': file.type,
    'Cache-Control': 'no-cache',
    ...(file.isCompressed && { 'Content-Encoding': 'br' }),
    ...(isDocument && { 'Content-Security-Policy': contentSecurityPolicy({ nonce, imageOrigin }) }),
  });
  response.end(isDocument ? pageDocument(Buffer.from(file.body).toString('utf8'), { nonce, ...addresses }) : file.body);
};

/** Sends changes to the page, one line of JSON each, until it disconnects. */
const sendChanges = ({ templates }: StudioSettings, response: ServerResponse): void => {
  response.writeHead(200, { ...fixedHeaders, 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' });
  response.flushHeaders();
  const stop = templates.watch?.((id) => response.write(`${JSON.stringify({ id })}\n`));
  response.on('close', () => stop?.());
};

const draft = z.object({
  name: z.string(),
  code: z.string(),
  revision: z.string().optional(),
}) satisfies z.ZodType<TemplateDraft>;

/** Parses a draft to save. @throws Refusal for an invalid body */
const readDraft = (body: Buffer): TemplateDraft => {
  const parsed = draft.safeParse(JSON.parse(body.toString('utf8')));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Refusal(400, 'INVALID_BODY', `${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'is wrong'}.`);
};

/** Parses the URL of a page to preview. @throws Refusal for an invalid body */
const readPreviewed = (body: Buffer): string => {
  const parsed = z.object({ url: z.string().max(8_192) }).safeParse(JSON.parse(body.toString('utf8')));
  if (parsed.success) return parsed.data.url;
  throw new Refusal(400, 'INVALID_BODY', 'url: expected the address of a page.');
};

/** Handles requests for templates. */
const templatesAnswer = async (
  { templates, hasAccount = true, canGenerate = false }: StudioSettings,
  method: string | undefined,
  id: string | undefined,
  body: Buffer,
): Promise<object> => {
  if (id === undefined && method === 'GET')
    return { kind: templates.kind, hasAccount, canGenerate, templates: await templates.list() };
  if (id === undefined && method === 'POST') return templates.save(readDraft(body));
  if (id !== undefined && method === 'GET') return templates.read(id);
  if (id !== undefined && method === 'PUT') return templates.save({ ...readDraft(body), id });
  if (id !== undefined && method === 'DELETE') {
    await templates.remove(id);
    return { id };
  }
  throw new Refusal(405, 'METHOD_NOT_ALLOWED', 'This cannot be done here.');
};

const serve = async (settings: StudioSettings, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  refuseForeignHost(request);
  if (!URL.canParse(request.url ?? '/', 'http://studio'))
    throw new Refusal(400, 'INVALID_URL', 'The address of the request cannot be read.');
  const { pathname, search } = new URL(request.url ?? '/', 'http://studio');
  const isStatic = request.method === 'GET' && !/^\/(studio|v1)\//.test(pathname);
  if (isStatic) return sendFile(settings, pathname, response);
  refuseStrangers(request, settings.session);
  if (pathname === '/studio/vocabulary') return sendJson(response, 200, JSON.stringify(await getStudioVocabulary()));
  if (pathname === '/studio/changes') return sendChanges(settings, response);

  const body = await readBody(request);
  const [, id] = /^\/studio\/templates(?:\/([^/]+))?$/.exec(pathname) ?? [];
  if (pathname.startsWith('/studio/templates')) {
    const answer = await templatesAnswer(settings, request.method, id && decodeURIComponent(id), body);
    return sendJson(response, 200, JSON.stringify(answer));
  }
  if (settings.previewPage && pathname === '/studio/preview' && request.method === 'POST')
    return sendJson(response, 200, JSON.stringify(await settings.previewPage(readPreviewed(body))));
  if (!pathname.startsWith('/v1/')) throw new Refusal(404, 'NOT_FOUND', 'There is nothing at this address.');
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const path = `${pathname}${search}`;
  const idempotencyKey = request.headers['idempotency-key'];
  const answer = await settings.service({
    ...{ method: request.method ?? 'GET', path, body, signal: gone.signal },
    ...(typeof idempotencyKey === 'string' && { idempotencyKey }),
  });
  sendJson(response, answer.status, answer.body);
};

const getRefusal = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error;
  if (error instanceof SyntaxError || error instanceof URIError)
    return new Refusal(400, 'INVALID_BODY', 'The request cannot be read.');
  // biome-ignore lint/suspicious/noConsole: the studio has no other log
  console.error(error);
  return new Refusal(500, 'SERVER_ERROR', 'Something went wrong in the studio; its terminal says what.');
};

/**
 * The studio's server: serves the page, and sends the requests that need the key, which the page never gets. The caller
 * listens on loopback.
 */
export const studioServer = (settings: StudioSettings): Server => {
  let page: Promise<PageFiles> | undefined;
  const once = () => {
    page ??= settings.page();
    return page;
  };
  return createServer(async (request, response) => {
    try {
      await serve({ ...settings, page: once }, request, response);
    } catch (error) {
      if (response.destroyed || response.headersSent) return void response.destroy();
      const { status, code, message } = getRefusal(error);
      sendJson(response, status, JSON.stringify({ code, message }));
    }
  });
};

/** Returns the URL to open. The session is in its fragment, which no server, log or other site gets. */
export const studioAddress = (url: string, session: string): string => `${url}/#session=${session}`;

export const newSession = (): string => randomBytes(24).toString('base64url');
