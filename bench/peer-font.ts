/** A font for other engines. */
export interface PeerFont {
  readonly family: string;
  /** The family, or for a file without its basic letters a name of its own. */
  readonly name: string;
  readonly weight: number;
  readonly style: 'normal';
  readonly data: ArrayBuffer;
  /** First and last code points of its ranges. */
  readonly ranges: readonly [number, number][];
}
