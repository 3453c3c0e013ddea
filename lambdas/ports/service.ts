/** The service from outside, with the API key of the canary's account. */
export interface ServiceClient {
  /** @returns undefined while the canary has no key; `canary enrol` of the admin program gives it one. */
  mint(body: unknown): Promise<ServiceAnswer | undefined>;
  /** Fetches an image URL as a browser does. */
  fetchImage(url: string): Promise<ServiceAnswer>;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly bytes: Uint8Array;
  /** `X-Request-Id`, by which its log is found. */
  readonly requestId: string;
}
