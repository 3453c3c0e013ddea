import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { listen, readBody } from '../../../local/listen.ts';

interface Cached {
  readonly id: string;
  name: string;
  versions: string[];
}

/** What was asked, in order. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly authorization: string | undefined;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const failed = (status: number, code: string, message: string): Answer => ({ status, body: { code, message } });
const moment = '2026-01-01T00:00:00.000Z';

const shown = ({ id, name, versions }: Cached) => ({
  ...{ _id: id, name, version: versions.length, code: versions.at(-1), variables: [], format: 'png' },
  ...{ engine: 'satori', createdAt: moment, updatedAt: moment, description: '', devicePixelRatio: 1, isPublic: false },
  ...{ width: 1, height: 1, warnings: [], signedPreviewUrl: '' },
});

/**
 * An emulator of what `push` and `pull` need of the service, in memory, until the test ends; code that contains `refuse` does not
 * compile.
 */
export const emulator = async () => {
  const templates = new Map<string, Cached>();
  const cached = new Map<string, Answer>();
  const asked: Asked[] = [];
  /** What was sent, as it came. */
  const bodies: string[] = [];
  let made = 0;
  /** Called before each answer: what it returns is answered instead. */
  const state: { instead?: ((asked: Asked) => Answer | 'silence' | undefined) | undefined } = {};

  const create = ({ name, code }: { name: string; code: string }): Answer => {
    if (code.includes('refuse')) return failed(400, 'COMPILE_ERROR', 'Line 1, column 1: refused.');
    made += 1;
    const one: Cached = { id: `t${made}`, name, versions: [code] };
    templates.set(one.id, one);
    return { status: 201, body: { templateId: one.id, template: shown(one) } };
  };
  const update = (one: Cached, { name, code }: { name?: string; code?: string }): Answer => {
    if (code?.includes('refuse')) return failed(400, 'COMPILE_ERROR', 'Line 1, column 1: refused.');
    if (name !== undefined) one.name = name;
    if (code !== undefined && code !== one.versions.at(-1)) one.versions.push(code);
    return { status: 200, body: { templateId: one.id, template: shown(one) } };
  };
  const answerTo = (method: string, path: string, body: never): Answer => {
    const ok = (value: unknown): Answer => ({ status: 200, body: value });
    if (path === '/v1/templates?scope=mine' || (path === '/v1/templates' && method === 'GET'))
      return ok({ scope: 'mine', templates: [...templates.values()].map(shown) });
    if (path === '/v1/templates/check') {
      const errors = [{ code: 'does-not-run', message: 'refused', line: 2, column: 3, endLine: 2, endColumn: 4 }];
      return ok({ ok: false, errors, warnings: [], variables: [], options: null, image: null });
    }
    if (path === '/v1/templates' && method === 'POST') return create(body);
    const one = templates.get(/^\/v1\/templates\/([^/]+)$/.exec(path)?.[1] ?? '');
    if (!one) return failed(404, 'TEMPLATE_NOT_FOUND', 'No such template, or it is not yours to use.');
    if (method === 'PATCH') return update(one, body);
    if (method === 'DELETE') templates.delete(one.id);
    return ok(method === 'DELETE' ? { templateId: one.id } : { template: shown(one) });
  };

  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const body = JSON.parse((await readBody(request)).toString() || '{}');
    bodies.push(JSON.stringify(body));
    const key = headers['idempotency-key'] as string | undefined;
    const now: Asked = { method, path: url, key, authorization: headers.authorization };
    asked.push(now);
    const instead = state.instead?.(now);
    if (instead === 'silence') return void request.socket.destroy();
    const before = now.key === undefined ? undefined : cached.get(now.key);
    const answer = instead ?? before ?? answerTo(method, url, body as never);
    if (now.key !== undefined && answer.status < 500) cached.set(now.key, answer);
    response.writeHead(answer.status, { ...answer.headers, ...(before && { 'idempotent-replayed': 'true' }) });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  });
  const { url: baseUrl, close } = await listen(server);
  // a test may have closed it
  onTestFinished(() => close().catch(() => undefined));
  return { baseUrl, templates, asked, bodies, state, close };
};
