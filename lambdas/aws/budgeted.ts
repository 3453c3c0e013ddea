import { timeBudget } from '../time-budget.ts';

interface Options {
  readonly abortSignal?: AbortSignal;
}
interface Client {
  send(...call: never[]): unknown;
}

/**
 * Lets every call of a client end with the time budget of the request it is made for. A call that names a signal of its own
 * keeps to that one.
 */
export const budgeted = <C extends Client>(client: C): C => {
  const send = client.send.bind(client) as (command: unknown, options: Options) => unknown;
  const sendInTime = (command: unknown, options: Options = {}): unknown => {
    const abortSignal = options.abortSignal ?? timeBudget();
    return send(command, { ...options, ...(abortSignal && { abortSignal }) });
  };
  return Object.assign(client, { send: sendInTime });
};
