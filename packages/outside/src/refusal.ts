/** Reason of an image or page that exceeds the hourly budget of the account or host. */
export const overBudget = 'too many bytes were fetched in this hour';

/** Why an image was not fetched. Public: it reveals nothing about the network of the service. */
export type Reason =
  | 'not a web address'
  | 'address too long'
  | 'credentials in the address'
  | 'port not allowed'
  /** Also for unknown names: distinguishing the two would reveal which names exist inside the network. */
  | 'no public address'
  | 'connection refused'
  | 'certificate not valid'
  | 'broken answer'
  | 'not reachable'
  | 'timed out'
  | 'too many redirects'
  | `HTTP ${number}`
  | 'compressed'
  | 'too large'
  | typeof overBudget
  | 'redirected elsewhere'
  | 'not a page'
  | 'not an image';

/** Ends a fetch with a reason. */
export class Refusal extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}

const reasonsByCode: readonly (readonly [RegExp, Reason])[] = [
  [/^ECONNREFUSED$/, 'connection refused'],
  [/^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/, 'certificate not valid'],
  [/^(?:UND_ERR_|ECONNRESET$|EPIPE$)/, 'broken answer'],
];

/** Returns the reason for an error while connecting to an allowed address. Of several addresses, the first decides. */
export const getConnectionReason = (error: unknown): Reason => {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return 'not reachable';
  if (first.name === 'HTTPParserError') return 'broken answer';
  const code = 'code' in first ? String(first.code) : '';
  return reasonsByCode.find(([pattern]) => pattern.test(code))?.[1] ?? 'not reachable';
};
