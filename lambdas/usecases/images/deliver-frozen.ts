import type { ClientClass } from '../../contract/client-classes.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { FrozenImage } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { deliverImage } from './render-image.ts';

/** Delivers a frozen image like `deliverImage`, with the permissions of `renderOnDemand`, which exclude previews. */
export const deliverFrozen = (
  { 'publishedImages:read': read, 'publishedImages:write': write, ...ports }: PortsOf<'renderOnDemand'>,
  runtime: Runtime,
  query: FrozenImage['query'],
  clientClass?: ClientClass,
  waitMs?: number,
) => deliverImage({ ...ports, 'images:read': read, 'images:write': write }, runtime, query, clientClass, waitMs);
