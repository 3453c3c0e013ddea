/** Why a picture cannot be had, in words that may be shown to anyone: they say nothing of the network they come from. */
export type Reason =
  | 'not a web address'
  | 'address too long'
  | 'credentials in the address'
  | 'port not allowed'
  /** Also for a name nobody knows: telling the two apart would tell which names exist inside. */
  | 'no public address'
  | 'not reachable'
  | 'timed out'
  | 'too many redirects'
  | `HTTP ${number}`
  | 'compressed'
  | 'too large'
  | 'not an image';

/** Ends a fetch with a reason. */
export class Refusal extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}
