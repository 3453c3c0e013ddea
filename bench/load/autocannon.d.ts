/** The part of autocannon used here; it brings no types of its own. */
declare module 'autocannon' {
  export interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    setupRequest?: (request: Request) => Request;
  }
  export interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    /** Seconds. */
    readonly timeout: number;
    /** Requests a second, of all connections together. */
    readonly overallRate?: number;
    readonly requests: readonly Request[];
  }
  export interface Result {
    /** Milliseconds. */
    readonly latency: { readonly p50: number; readonly p99: number; readonly max: number };
    readonly requests: { readonly total: number };
    readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
    readonly errors: number;
    readonly timeouts: number;
    /** Seconds. */
    readonly duration: number;
  }
  const autocannon: (options: Options) => Promise<Result>;

  // biome-ignore lint/style/noDefaultExport: the package has no other
  export { autocannon as default };
}
