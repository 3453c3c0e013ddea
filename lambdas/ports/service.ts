/** The service from outside, with the API key of the canary's account. */
export interface ServiceClient {
  /**
   * Calls the API. With an `idempotencyKey`, a repeated call consumes and creates nothing more.
   *
   * @returns undefined while the canary has no API key; `canary enrol` of the admin program creates one.
   */
  call(request: ServiceRequest): Promise<ServiceAnswer | undefined>;
  /** Fetches an image URL as a browser does. */
  fetchImage(url: string): Promise<ServiceAnswer>;
}

export interface ServiceRequest {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** Below the API's address, with a slash in front. */
  readonly path: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly bytes: Uint8Array;
  /** `X-Request-Id`, by which its log is found. */
  readonly requestId: string;
}
