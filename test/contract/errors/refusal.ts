import type { RouteId, routes } from 'image-url-contract/routes.ts';
import type { Answer, Caller } from '../../support/service.ts';

/** What a request that must be refused got, and who sent it. */
export interface Refusal {
  readonly answer: Answer;
  readonly caller?: Caller;
  /** Usage the account was set to before; nothing by default. */
  readonly before?: { readonly mints: number; readonly generations: number };
}

/** A refusal for every code a route promises: a missing one does not compile. */
export type Refusals<R extends RouteId> = {
  readonly [C in (typeof routes)[R]['errors'][number]]: () => Promise<Refusal>;
};
