import type { Capability, EnvironmentOf } from '../config/capabilities.ts';
import { readEnvironment } from '../config/environment.ts';
import { type FunctionId, functions } from '../config/functions.ts';
import type { Ports } from '../ports/ports.ts';

/** Creates a port from the capability's environment variables. */
export type Adapter<C extends Capability> = (environment: EnvironmentOf<C>) => Ports[C];

/** An adapter for each capability; a missing one does not compile. */
export type Adapters = { readonly [C in Capability]: Adapter<C> };
type NeedOfFunction<F extends FunctionId> = (typeof functions)[F]['needs'][number];
export type AdaptersOf<F extends FunctionId> = Pick<Adapters, NeedOfFunction<F>>;

/** Creates the ports of capabilities. @throws z.ZodError when an environment variable is missing */
export const connectAll = <C extends Capability>(needs: readonly C[], adapters: Pick<Adapters, C>): Pick<Ports, C> => {
  const connectOne = (name: C): Ports[C] => adapters[name](readEnvironment(name));
  return Object.fromEntries(needs.map((name) => [name, connectOne(name)])) as unknown as Pick<Ports, C>;
};

/** Creates the ports that a function needs. @throws z.ZodError at cold start when an environment variable is missing */
export const connect = <F extends FunctionId>(id: F, adapters: AdaptersOf<F>): Pick<Ports, NeedOfFunction<F>> =>
  connectAll<NeedOfFunction<F>>(functions[id].needs, adapters);
