import type * as adapters from '../aws/adapters.ts';
import type { Capability } from '../config/capabilities.ts';
import type { FunctionId, functions } from '../config/functions.ts';

export type Ports = { readonly [C in Capability]: ReturnType<(typeof adapters)[C]> };

export type PortsOf<F extends FunctionId> = Pick<Ports, (typeof functions)[F]['needs'][number]>;
