/** Metrics for operators, with their units. Dimensions: stage and function. */
export const metrics = {
  /** URLs minted, and on-demand URLs rendered for the first time. */
  Mints: 'Count',
  /** Trees that differ from the stored tree of the same address: equal inputs gave different trees. */
  TreeConflicts: 'Count',
  /** URLs whose images were rendered before the unit was consumed, because rendering may take too long. */
  CostlyMints: 'Count',
  /** Images that a mint requested with `prewarm` and that are rendered. */
  Prewarms: 'Count',
  /** Prewarms that could not be queued or did not render the image. */
  FailedPrewarms: 'Count',
  Renders: 'Count',
  /** Failed renders of every cause. */
  FailedRenders: 'Count',
  /** Requests that waited while another one rendered or evaluated the same image. */
  RenderWaits: 'Count',
  /** Requests for on-demand URLs that failed because of variables, template or version, quota or daily limit. */
  InvalidVariables: 'Count',
  MissingTemplates: 'Count',
  LimitsReached: 'Count',
  /** The same, because the account has no subscription. */
  InactiveAccounts: 'Count',
  /** The same, because of the service, or of a template that failed before and is in its backoff. */
  FailedFirstRenders: 'Count',
  /** Pages of sites that were read; pages that were unreachable or without an image. */
  PagesRead: 'Count',
  UnusablePages: 'Count',
  /** Images found in the object cache. */
  CacheHits: 'Count',
  /** Valid URLs rejected behind the edge because an operator denied their account or template. */
  DeniedImages: 'Count',
  /** Valid URLs rejected behind the edge because they were revoked. */
  RevokedImages: 'Count',
  /** Duration of a render, by stage. */
  LayoutTime: 'Milliseconds',
  RasterTime: 'Milliseconds',
  EncodeTime: 'Milliseconds',
  /** Workers killed because a job exceeded its limits or crashed them. */
  IsolationKills: 'Count',
  /** Requests rejected because a quota was used up. */
  QuotaRefusals: 'Count',
  /** Changes whose entry in the audit could not be completed; how they ended is in the log. */
  LostAuditEntries: 'Count',
  /** Log files that could not be read, as a whole or some of their lines. */
  UnreadableLogs: 'Count',
  /** Usage events sent, one for each threshold of a limit that was reached. */
  UsageEvents: 'Count',
  /** Requests to the model. */
  AuthorAttempts: 'Count',
  /** Requests for a better answer of the model. */
  AuthorRepairs: 'Count',
  /** Tokens read by the model; those from its cache are counted separately. */
  AuthorInputTokens: 'Count',
  AuthorCachedTokens: 'Count',
  /** Tokens written by the model. */
  AuthorOutputTokens: 'Count',
  /** Number of answers of the model for one saved template. */
  GenerationRounds: 'Count',
  /** Generated items that failed because of the model or this service, not their prompt. */
  GenerationFailures: 'Count',
  /** Failed reads of the signing keyring after which a cached one was used. */
  StaleKeyrings: 'Count',
  /** Age of the newest signing key in days, counted once a day from when it began to sign. */
  SigningKeyAgeDays: 'Count',
  /** Bytes in the edge's KeyValueStore, counted once a day. */
  EdgeStoreBytes: 'Count',
  /** Failed tries of the canary, at most two per run; a successful run counts 0. */
  CanaryFailures: 'Count',
  /** Accounts whose billing period the reset could not advance. */
  ResetFailures: 'Count',
} as const satisfies Record<string, 'Count' | 'Milliseconds'>;

export type MetricName = keyof typeof metrics;

/** CloudWatch namespace of all metrics. */
export const metricsNamespace = 'ImageUrlService';
