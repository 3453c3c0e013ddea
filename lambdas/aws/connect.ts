import type { Capability, EnvironmentOf } from '../config/capabilities.ts';
import { readEnvironment } from '../config/environment.ts';
import { type FunctionId, functions } from '../config/functions.ts';
import type { Ports, PortsOf } from '../ports/ports.ts';

/** Creates a port from the capability's environment variables. */
export type Adapter<C extends Capability> = (environment: EnvironmentOf<C>) => Ports[C];

/** An adapter for each capability; a missing one does not compile. */
export type Adapters = { readonly [C in Capability]: Adapter<C> };
/** The adapters that a function needs. */
export type AdaptersOf<F extends FunctionId> = Pick<Adapters, (typeof functions)[F]['needs'][number]>;

/** Creates the ports that a function needs. @throws z.ZodError at cold start when an environment variable is missing */
export const connect = <F extends FunctionId>(id: F, adapters: AdaptersOf<F>): PortsOf<F> => {
  const connectOne = <C extends Capability>(name: C): Ports[C] =>
    (adapters as unknown as { [K in Capability]: Adapter<K> })[name](readEnvironment(name));
  return Object.fromEntries(functions[id].needs.map((name) => [name, connectOne(name)])) as unknown as PortsOf<F>;
};
