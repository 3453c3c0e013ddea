import type * as z from 'zod';
import type { ApiRouteId, routes } from '../contract/routes.ts';
import type { PortsOf } from './ports.ts';
import type { AccountRecord, KeyRecord, TemplateRecord } from './records.ts';
import type { Runtime } from './runtime.ts';

type Parsed<R extends ApiRouteId, K extends 'body' | 'query' | 'pathParameters'> =
  (typeof routes)[R] extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined;

/** An authenticated request to a route, with what its schemas read. */
export interface Call<R extends ApiRouteId> {
  readonly caller: AccountRecord;
  /** The key that was presented; its scope has been checked, and `templates` holds none that it may not see. */
  readonly key: KeyRecord;
  /** Existing templates whose ids are in the request, read together with the caller. Their owner is not checked yet. */
  readonly templates: ReadonlyMap<string, TemplateRecord>;
  readonly body: Parsed<R, 'body'>;
  readonly query: Parsed<R, 'query'>;
  readonly path: Parsed<R, 'pathParameters'>;
}

/** Body of a route's success answer. */
export type Answer<R extends ApiRouteId> = z.output<(typeof routes)[R]['ok']['body']>;

/** The ports that the work of a route uses: those of its function without what authenticates and stores answers. */
export type WorkPorts<R extends ApiRouteId> = Omit<
  PortsOf<R>,
  'callers:read' | 'callersWithTemplates:read' | 'idempotency:write'
>;

/** The work of a route. The clock of `runtime` stands still during a request, so that all of it belongs to one day and month. */
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
