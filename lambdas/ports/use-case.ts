import type { ApiRouteId, routes } from 'image-url-contract/routes.ts';
import type * as z from 'zod';
import type { PortsOf } from './ports.ts';
import type { SeenUsage } from './quotas.ts';
import type { AccountRecord, FontRecord, KeyRecord, TemplateRecord } from './records.ts';
import type { Runtime } from './runtime.ts';

type Parsed<R extends ApiRouteId, K extends 'body' | 'query' | 'pathParameters'> =
  (typeof routes)[R] extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined;

/** What the schemas of a route return for a request. */
export interface ParsedRequest<R extends ApiRouteId> {
  readonly body: Parsed<R, 'body'>;
  readonly query: Parsed<R, 'query'>;
  readonly path: Parsed<R, 'pathParameters'>;
}

/** An authenticated and validated request to a route. */
export interface Call<R extends ApiRouteId> extends ParsedRequest<R> {
  readonly caller: AccountRecord;
  /** The API key. Its scope has been checked, and `templates` contains none that it may not use. */
  readonly key: KeyRecord;
  /** Existing templates whose ids are in the request, read together with the caller. Their owner is not checked yet. */
  readonly templates: ReadonlyMap<string, TemplateRecord>;
  /** Fonts of the account, newest first, read together with the caller of a mint; empty for other routes. */
  readonly fonts: readonly FontRecord[];
  /** Usage of the account, read together with the caller of a mint. */
  readonly usage?: SeenUsage | undefined;
}

/** Body of a route's success response. */
export type Answer<R extends ApiRouteId> = z.output<(typeof routes)[R]['ok']['body']>;

/** The ports of a route's use case: those of its function without the ones for authentication, audit and idempotency. */
export type WorkPorts<R extends ApiRouteId> = Omit<
  PortsOf<R>,
  'audit:write' | 'callers:read' | 'callersWithTemplates:read' | 'idempotency:write' | 'minters:read'
>;

/** The work of a route. `runtime.now()` is constant, so that all of it belongs to one day and month. */
export type UseCase<R extends ApiRouteId> = (
  ports: WorkPorts<R>,
  runtime: Runtime,
  call: Call<R>,
) => Promise<Answer<R>>;

/** The work of a route whose body follows later. The promise of the body must not reject. */
export type StreamedUseCase<R extends ApiRouteId> = (
  ports: WorkPorts<R>,
  runtime: Runtime,
  call: Call<R>,
) => Promise<{ readonly body: Promise<Answer<R>> }>;
