import type { Capability, EnvironmentOf } from '../config/capabilities.ts';
import { readEnvironment } from '../config/environment.ts';
import { type FunctionId, functions } from '../config/functions.ts';
import type { Ports, PortsOf } from '../ports/ports.ts';

/** Makes a port from the environment variables its capability brings. */
export type Adapter<C extends Capability> = (environment: EnvironmentOf<C>) => Ports[C];

/** One adapter for each capability of a function's row: a missing one does not compile, and neither does one too many. */
export type AdaptersOf<F extends FunctionId> = { readonly [C in (typeof functions)[F]['needs'][number]]: Adapter<C> };

/**
 * Builds the ports a function's row asks for. The handler names the adapters itself, so that its bundle holds no others.
 *
 * @throws z.ZodError when an environment variable is missing; raised while the function starts.
 */
export const connect = <F extends FunctionId>(id: F, adapters: AdaptersOf<F>): PortsOf<F> => {
  const connectOne = <C extends Capability>(name: C): Ports[C] =>
    (adapters as unknown as { [K in Capability]: Adapter<K> })[name](readEnvironment(name));
  return Object.fromEntries(functions[id].needs.map((name) => [name, connectOne(name)])) as unknown as PortsOf<F>;
};
