import type { MintDetails, MintRequest, MintResponse } from '../../contract/schemas/mint.ts';

/** A minted URL with its response fields. */
export interface MintedUrl {
  readonly url: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
  readonly details: MintDetails;
  readonly warnings: readonly string[];
}

/** Converts a minted URL to the response of a mint. */
export const toUrlResponse = (
  { url, expiresAt, details, warnings }: MintedUrl,
  request: Pick<MintRequest, 'details'>,
): MintResponse => ({
  url,
  expiresAt,
  ...(request.details === true && { details }),
  ...(warnings.length > 0 && { warnings: [...warnings] }),
});
