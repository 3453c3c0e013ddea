import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { relative } from 'node:path';
import { type MintRequest, mintRequest } from 'image-url-contract/schemas/mint.ts';
import type { CheckTemplateRequest } from 'image-url-contract/schemas/template.ts';
import { checkTemplateRequest } from 'image-url-contract/schemas/template.ts';
import { previewPage } from 'image-url-studio/preview/preview-page.ts';
import type { PageFiles } from 'image-url-studio/server/page-files.ts';
import { newSession, studioAddress, studioServer } from 'image-url-studio/server/studio-server.ts';
import type { AskService, ServiceRequest } from 'image-url-studio/templates/service-connection.ts';
import { Refusal } from 'image-url-studio/templates/template-source.ts';
import { getSource, textAlone } from '../bundling.ts';
import { type Project, readProject } from '../config.ts';
import type { Answer, Context } from '../context.ts';
import { readApiKey } from '../credentials.ts';
import { getDiagnostics } from '../diagnostics.ts';
import { Failure, hasCode, wrongUse } from '../failure.ts';
import { fileTemplates } from '../file-templates.ts';
import { allTemplates } from '../files.ts';
import { findImageHost } from '../image-host.ts';
import { type LocalService, openLocalService } from '../local-service.ts';
import { readLock } from '../lock-file.ts';
import { openInBrowser } from '../open-in-browser.ts';
import { parseRequest } from '../parse-request.ts';
import { readOwn } from '../project-files.ts';
import { connection, fetchAsCrawler } from '../requests.ts';

export interface DevOptions {
  readonly port: number;
  readonly open?: boolean;
}

/** Returns the studio's page: that of the package, or built from the sources if this is not a package. */
const loadPage = async (): Promise<PageFiles> => {
  const sources = '../../../../packages/studio/server/page-files.ts';
  if (import.meta.url.endsWith('.ts')) return (await import(sources)).buildPage();
  const files = JSON.parse(await readOwn(import.meta.dirname, 'page.json'));
  return new Map(
    files.map(({ path, body, ...file }: { path: string; body: string }) => [
      path,
      { ...file, body: Buffer.from(body, 'base64') },
    ]),
  );
};

/**
 * Returns the source of the text in the editor, with the imports of its file. A text without a file may come from a
 * link, so its imports are not resolved before it is saved (docs/decisions/0310).
 */
const getEditorSource = async (project: Project, cwd: string, text: string, file: string | null) => {
  if (file === null) return textAlone(text);
  const template = (await allTemplates(project)).find((one) => one.file === file);
  return template ? getSource(project.root, template.path, text, cwd) : textAlone(text);
};

/** Checks the text in the editor. Returns diagnostics at positions of that text. */
const checkText = async (
  service: LocalService,
  project: Project,
  cwd: string,
  request: CheckTemplateRequest,
  file: string | null,
) => {
  const source = await getEditorSource(project, cwd, request.code ?? '', file);
  const checked = await service.check({ ...request, code: source.code });
  const own = relative(cwd, source.files[0] ?? '');
  const inEditor = getDiagnostics(cwd, source, checked).map(({ file, line, column, text: _, message, ...note }) =>
    file === own
      ? { ...note, message, line, column }
      : {
          severity: note.severity,
          code: note.code,
          message: `${file}:${line}:${column}: ${message}`,
          line: 1,
          column: 1,
        },
  );
  const of = (isError: boolean) =>
    inEditor.filter(({ severity }) => (severity === 'error') === isError).map(({ severity: _, ...one }) => one);
  // an element of an imported module has no position in the editor
  const boxes = checked.boxes?.flatMap((box) => {
    const { file, line, column } = source.getSourcePosition(box.line, box.column);
    return file === source.files[0] ? [{ ...box, line, column }] : [];
  });
  return { ...checked, errors: of(true), warnings: of(false), ...(boxes && { boxes }) };
};

const getBody = ({ body = '' }: ServiceRequest): unknown =>
  JSON.parse(Buffer.from(body as Uint8Array).toString('utf8'));

/** Returns the function that forwards requests to the service, with ids of pushed templates for files. */
const getRemote =
  (context: Context, project: Project): AskService =>
  async (request) => {
    const { root, baseUrl } = project;
    if (baseUrl === undefined)
      throw new Refusal(503, 'UNREACHABLE', 'image-url.json names no service: check and save work without one.');
    const apiKey = readApiKey(context, root, baseUrl);
    const ask = connection(baseUrl, apiKey);
    if (request.path !== '/v1/url') return ask(request);
    const body = parseRequest<MintRequest>(mintRequest, getBody(request));
    const entry = Object.values(await readLock(project)).find(({ file }) => file === body.templateId);
    if (entry?.templateId === undefined)
      throw new Refusal(
        409,
        'TEMPLATE_NOT_FOUND',
        `The service does not have it yet: image-url push ${body.templateId}`,
      );
    return ask({ ...request, body: JSON.stringify({ ...body, templateId: entry.templateId }) });
  };

/** Returns whether the project has a service and a key for minting. `mint` reports what is missing. */
const canMint = (context: Context, { root, baseUrl }: Project): boolean => {
  try {
    return baseUrl !== undefined && readApiKey(context, root, baseUrl) !== '';
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
};

/** Converts failures of the command line to those of the page. */
const convertFailures = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) throw new Refusal(400, error.code, error.message);
    throw error;
  }
};

/** `image-url dev`: opens the studio on these files, until it is interrupted. Only minting uses the service. */
export const dev = async (context: Context, { port, open = false }: DevOptions): Promise<Answer> => {
  const project = readProject(context);
  const local = openLocalService(context, () => project, { hasLoopback: true });
  const remote = getRemote(context, project);
  const service: AskService = (request) =>
    convertFailures(async () => {
      const { pathname, searchParams } = new URL(request.path, 'http://studio');
      if (pathname !== '/v1/templates/check') return remote(request);
      const wanted = parseRequest<CheckTemplateRequest>(checkTemplateRequest, getBody(request));
      return {
        status: 200,
        body: JSON.stringify(await checkText(local, project, context.cwd, wanted, searchParams.get('file'))),
      };
    });
  const session = newSession();
  const imageOrigin = project.baseUrl === undefined ? '' : new URL(project.baseUrl).origin;
  const hasAccount = canMint(context, project);
  const server = studioServer({
    ...{ templates: fileTemplates(project), service, page: loadPage, session, imageOrigin, hasAccount },
    addresses: { baseUrl: project.baseUrl, imageHost: findImageHost(context) },
    previewPage: (address) => previewPage(address, fetchAsCrawler),
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: unknown) => {
    throw hasCode(error, 'EADDRINUSE')
      ? wrongUse('PORT_IN_USE', `Port ${port} is in use: choose another with --port.`, error)
      : error;
  });
  const studioUrl = studioAddress(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, session);
  if (open) openInBrowser(studioUrl);
  return { json: { studioUrl }, text: `The studio on these files: ${studioUrl}\nCtrl+C ends it.` };
};
