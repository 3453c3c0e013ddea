import { requestSignal } from 'image-url-engine/workers.ts';
import { observedClient } from './observed-client.ts';

interface Options {
  readonly abortSignal?: AbortSignal;
}
type Client = Parameters<typeof observedClient>[0] & { send(...call: never[]): unknown };

/** Aborts a client's calls when the request's time budget is used up. A call's own abort signal takes precedence. */
export const abortAtDeadline = <C extends Client>(client: C): C => {
  const send = client.send.bind(client) as (command: unknown, options: Options) => unknown;
  const sendInTime = (command: unknown, options: Options = {}): unknown => {
    const abortSignal = options.abortSignal ?? requestSignal();
    return send(command, { ...options, ...(abortSignal && { abortSignal }) });
  };
  return Object.assign(observedClient(client), { send: sendInTime });
};
