/** Of what an account or a host has no room for in this hour, or no unit in this month. */
export const overBudget = 'no units are left, or too many bytes were fetched in this hour';

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
  | typeof overBudget
  | 'not an image';

/** Ends a fetch with a reason. */
export class Refusal extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}
