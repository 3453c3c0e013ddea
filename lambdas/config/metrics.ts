/** What functions count for operators, and in which unit. Dimensions: stage and function. */
export const metrics = {
  /** URLs minted, and on-demand URLs rendered for the first time. */
  Mints: 'Count',
  /** Trees that differ from the stored tree with the same address: equal inputs gave different trees. */
  TreeConflicts: 'Count',
  /** URLs whose images were rendered before they were paid for, because they may take too long. */
  CostlyMints: 'Count',
  /** Images that were rendered, or had been, when a mint ordered them. */
  Prewarms: 'Count',
  /** Prewarms that could not be queued, and attempts that did not render the image. */
  FailedPrewarms: 'Count',
  /** Images rendered. */
  Renders: 'Count',
  /** Failed renders, whatever the cause. */
  FailedDrawings: 'Count',
  /** Requests that waited while another one rendered, or evaluated, the same image. */
  RenderWaits: 'Count',
  /** Requests for on-demand URLs that could not be rendered, by reason: variables, template or version, quota or daily limit. */
  InvalidVariables: 'Count',
  MissingTemplates: 'Count',
  LimitsReached: 'Count',
  /** The same of accounts without a subscription. */
  InactiveAccounts: 'Count',
  /** The same for reasons of this service, or of a template that failed before and is in its pause. */
  FailedFirstRenders: 'Count',
  /** Pages of sites that were read, and those without an image: not reachable, or not naming it. */
  PagesRead: 'Count',
  UnusablePages: 'Count',
  /** Images found in the object cache. */
  CacheHits: 'Count',
  /** Genuine URLs refused behind the edge because an operator denied their account or template. */
  DeniedImages: 'Count',
  /** Genuine URLs refused behind the edge because they were revoked. */
  RevokedImages: 'Count',
  /** Time of a rendering, by stage. */
  LayoutTime: 'Milliseconds',
  RasterTime: 'Milliseconds',
  EncodeTime: 'Milliseconds',
  /** Workers that were killed because a job exceeded its limits or crashed them. */
  IsolationKills: 'Count',
  /** Requests refused because a quota was used up. */
  QuotaRefusals: 'Count',
  /** Usage events sent: thresholds of limits that were reached. */
  UsageEvents: 'Count',
  /** Requests to the model. */
  AuthorAttempts: 'Count',
  /** Requests that asked the model for a better answer. */
  AuthorRepairs: 'Count',
  /** Tokens that the model read; tokens from its cache are counted separately. */
  AuthorInputTokens: 'Count',
  AuthorCachedTokens: 'Count',
  /** Tokens the model wrote. */
  AuthorOutputTokens: 'Count',
  /** Answers of the model that one template took; one value for each that was saved. */
  GenerationRounds: 'Count',
  /** Generated items that failed because of the model or this service, not of their prompt. */
  GenerationFailures: 'Count',
  /** Failed reads of the signing keyring, while a cached one went on serving. */
  StaleKeyrings: 'Count',
  /** Days since the newest signing key began to sign, counted once a day. */
  SigningKeyAgeDays: 'Count',
  /** Failed attempts of the canary, at most two per run; a successful run counts 0. */
  CanaryFailures: 'Count',
  /** Accounts whose billing period the reset could not advance. */
  ResetFailures: 'Count',
} as const satisfies Record<string, 'Count' | 'Milliseconds'>;

export type MetricName = keyof typeof metrics;

/** CloudWatch namespace of them all. */
export const metricsNamespace = 'ImageUrlService';
