import type * as adapters from '../aws/adapters.ts';
import type { Capability } from '../config/capabilities.ts';
import type { HandlerId, NeedOf } from '../config/functions.ts';

/** The port of each capability: what its adapter returns. */
export type Ports = { readonly [C in Capability]: ReturnType<(typeof adapters)[C]> };

/** The ports of one handler: those of the capabilities that it needs. */
export type PortsOf<H extends HandlerId> = Pick<Ports, NeedOf<H>>;
