import type * as adapters from '../aws/adapters.ts';
import type { Capability } from '../config/capabilities.ts';
import type { FunctionId, functions } from '../config/functions.ts';

/** The port of each capability: what its adapter returns. */
export type Ports = { readonly [C in Capability]: ReturnType<(typeof adapters)[C]> };

/** The ports of one function: those of the capabilities that it needs. */
export type PortsOf<F extends FunctionId> = Pick<Ports, (typeof functions)[F]['needs'][number]>;
