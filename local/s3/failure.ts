/** Error codes of S3 with their statuses. */
const statuses = {
  AccessDenied: 403,
  BadDigest: 400,
  ConditionalRequestConflict: 409,
  IncompleteBody: 400,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidURI: 400,
  KeyTooLongError: 400,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NotImplemented: 501,
  PreconditionFailed: 412,
  RequestTimeTooSkewed: 403,
  SignatureDoesNotMatch: 403,
  XAmzContentSHA256Mismatch: 400,
} as const;

export type S3Code = keyof typeof statuses;

/** An error in S3's format. */
export class S3Failure extends Error {
  readonly code: S3Code;

  constructor(code: S3Code, message: string) {
    super(message);
    this.code = code;
  }

  get status(): number {
    return statuses[this.code];
  }
}
