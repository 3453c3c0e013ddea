import { type Adapters, connect } from '../../lambdas/aws/connect.ts';
import { functionOf, type HandlerId } from '../../lambdas/config/functions.ts';

type Handlers = typeof import('../../lambdas/handlers/handlers.ts');

/** Returns the handler of a route or job with what its function has, from this process's environment variables. */
export const handlerOf = async <H extends HandlerId>(id: H): Promise<ReturnType<Handlers[H]>> => {
  const adapters: Adapters = await import('../../lambdas/aws/adapters.ts');
  const { [id]: getHandler } = await import('../../lambdas/handlers/handlers.ts');
  const ports: unknown = connect(functionOf[id], adapters as never);
  return (getHandler as (of: unknown) => ReturnType<Handlers[H]>)(ports);
};
