import { type ApiRouteId, type Route, routes } from 'image-url-contract/routes.ts';

/** The part of API Gateway's event that names the route. */
interface RouteName {
  readonly httpMethod: string;
  readonly resource: string;
}
type Handler = (event: RouteName, context: unknown) => Promise<unknown>;

const getName = ({ httpMethod, resource }: RouteName): string => `${httpMethod} ${resource}`;

/**
 * Returns the handler of a function that serves several routes: it calls the handler of the route that API Gateway names.
 *
 * @throws Error for an event of any other route, without calling a handler
 */
export const dispatch = (handlers: Readonly<Partial<Record<ApiRouteId, Handler>>>): Handler => {
  const byName = new Map(
    Object.entries(handlers).map(([id, handler]) => {
      const { method, path }: Route = routes[id as ApiRouteId];
      return [getName({ httpMethod: method, resource: path }), handler];
    }),
  );
  return async (event, context) => {
    const name = getName(event);
    const handler = byName.get(name);
    if (!handler) throw new Error(`This function does not serve ${name}.`);
    return handler(event, context);
  };
};
