/** Why a picture was not fetched. May be shown to anyone: it says nothing about the network the service runs in. */
export type Reason =
  | 'not a web address'
  | 'address too long'
  | 'credentials in the address'
  | 'port not allowed'
  /** Also for unknown names: telling the two apart would reveal which names exist inside the network. */
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
