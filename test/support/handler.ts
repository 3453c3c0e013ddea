import { type Adapters, connect } from '../../lambdas/aws/connect.ts';
import type { FunctionId } from '../../lambdas/config/functions.ts';

type Handlers = typeof import('../../lambdas/handlers/handlers.ts');

/** Returns the handler of a function as it is deployed, from this process's environment variables. */
export const handlerOf = async <F extends FunctionId>(id: F): Promise<ReturnType<Handlers[F]>> => {
  const adapters: Adapters = await import('../../lambdas/aws/adapters.ts');
  const { [id]: getHandler } = await import('../../lambdas/handlers/handlers.ts');
  return (getHandler as (ports: unknown) => ReturnType<Handlers[F]>)(connect(id, adapters as never));
};
