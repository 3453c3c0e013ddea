import { limits as engineLimits } from 'image-url-engine/limits.ts';

/**
 * The limits that the interface promises (docs/interface.md#limits): those of the engine, and those of the service. The
 * time of templates is `evaluationTimeMs`.
 */
export const limits = {
  ...engineLimits,
  itemsPerMint: 25,
  itemsPerGeneration: 5,
  nameCharacters: 120,
  descriptionCharacters: 2_000,
  promptCharacters: 2_000,
  /** Answers of the model for one template. */
  authorRounds: 3,
  /** Tokens of one answer, on stages without another setting. */
  authorAnswerTokens: 8_192,
  imageCacheSeconds: 86_400,
  templateVersionCharacters: 64,
  /** CloudFront rejects longer URLs. */
  urlBytes: 8_192,
  /** Five years. */
  urlLifetimeDays: 1_827,
  listedTemplates: 1_000,
  listedBytes: 5_000_000,
  /** Render failures of one list, and the days for which a failure is listed. */
  renderFailures: 100,
  /** Those of pages without an image, which anybody can cause. */
  pageFailures: 30,
  renderFailureDays: 30,
  /** Sites of one account. */
  sites: 100,
  sitePathCharacters: 1_024,
  /** `paths` of one site, and characters of one glob. */
  sitePaths: 50,
  sitePathGlobCharacters: 200,
  /**
   * Pages of one site that are read per minute: those that had an image or name theirs, and others. The second number is
   * for sites none of whose pages has named its image.
   */
  sitePagesPerMinute: { known: 60, unknown: 300, unproven: 60 },
  /** Bytes of a page that are read. */
  sitePageBytes: 524_288,
  siteRefreshSeconds: { min: 60, max: 604_800 },
  /** Entries of the audit in one list. */
  auditEntries: 1_000,
  /** Rows of one list of views, days of its range, and rows of the table that are read for it. */
  listedViews: 1_000,
  viewDays: 400,
  viewRows: 200_000,
  /** Images of an account that have a row of their own on one day; views of others count by template only. */
  viewedImages: 5_000,
  /** Days of lists of views by image, per hour and account. */
  imageViewDaysPerHour: 4_000,
  /** Pages of an account per hour that are to be read again. */
  refreshesPerHour: 1_000,
  /** Usage events of one list. */
  usageEvents: 100,
  /** Of an image in the response of a check; base64 makes it a third longer. */
  checkedImageBytes: 4_000_000,
  /** Of one template, the newest first. */
  listedVersions: 1_000,
  /** Of one template; each change of its code creates one. */
  versions: 10_000,
  /** Of one account, until they are lifted or what they revoke has expired. Free plans allow fewer. */
  revocations: 1_000,
  /** Renders of one account per hour that consume no unit, because a template is checked or saved. */
  trialsPerHour: 5_000,
  /**
   * Bytes fetched per hour for one account, and from one host for all accounts: of images by checks, which consume no
   * unit, of images that are published, and of pages by the budget of `sitePagesPerMinute` that they count in, so that
   * requests for invented pages, or for those of another's site, never use up what known pages need.
   */
  fetchedBytesPerHour: {
    trial: { account: 500_000_000, host: 1_000_000_000 },
    image: { account: 5_000_000_000, host: 5_000_000_000 },
    knownPage: { account: 1_000_000_000, host: 1_000_000_000 },
    unknownPage: { account: 500_000_000, host: 500_000_000 },
    unprovenPage: { account: 100_000_000, host: 250_000_000 },
  },
  /** Minimum that one request counts, redirects included, so that many small ones are bounded too. */
  leastFetchedBytes: 20_000,
  /** Maximum size of one fetch. */
  fetchedImageBytes: 10_000_000,
  /** Of an uploaded font file. */
  fontBytes: 4_000_000,
  fontFamilyCharacters: 100,
  /** Of one account. */
  fonts: 50,
  /** Of an uploaded picture. Lambda accepts 6 MB, and API Gateway passes bytes on in base64. */
  assetBytes: 4_400_000,
  /** Pictures of one account. */
  assets: 1_000,
  /** Uploaded bytes of pictures, per hour and account; a picture counts `leastAssetBytes` at least. */
  assetBytesPerHour: 500_000_000,
  leastAssetBytes: 100_000,
  /** API keys of one account created through the API, and signing keys; a limit for each kind. */
  keys: 100,
  /** Templates that one key can be restricted to. */
  keyTemplates: 50,
  idempotencyKeyCharacters: 255,
  /** Time for which the first response to a key is returned again: a day. */
  idempotencySeconds: 86_400,
  /**
   * Escaping can make each character of a template's code six bytes long, and fonts and pictures are sent in base64.
   * Lambda accepts 6 MB including the rest of the request.
   */
  bodyBytes: {
    mint: 64 << 10,
    mintBatch: 256 << 10,
    template: 1_200_000,
    generation: 5_900_000,
    font: 5_400_000,
    asset: 5_900_000,
  },
} as const;
