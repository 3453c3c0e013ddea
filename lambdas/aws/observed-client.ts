/** One call of an AWS client, such as `GetItemCommand` of `DynamoDBClient`. */
export interface ObservedCall {
  readonly clientName: string;
  readonly commandName: string;
  readonly input: object;
}

/** Runs around a call; `send` sends it. */
type Observer = (call: ObservedCall, send: () => Promise<unknown>) => Promise<unknown>;

/** The part of every AWS client that `observedClient` uses; each has a type of its own for its middleware. */
interface Client {
  readonly middlewareStack: { add(middleware: never, options: never): void };
}
type Next = (call: { readonly input: object }) => Promise<unknown>;

let observer: Observer | undefined;

/**
 * Runs a function around each AWS call of this process from here on, as the local run does to check permissions, and
 * around those that observe already. Returns a function that puts back what was before.
 */
export const observeCalls = (around: Observer): (() => void) => {
  const inner = observer;
  observer = inner ? (call, send) => around(call, () => inner(call, send)) : around;
  return () => {
    observer = inner;
  };
};

/** Lets `observeCalls` see a client's calls. Every client of the functions passes through here. */
export const observedClient = <C extends Client>(client: C): C => {
  const observe =
    (next: Next, { clientName = '', commandName = '' }: Partial<ObservedCall>): Next =>
    (call) =>
      observer ? observer({ clientName, commandName, input: call.input }, () => next(call)) : next(call);
  client.middlewareStack.add(observe as never, { step: 'initialize', priority: 'high', name: 'observe' } as never);
  return client;
};
