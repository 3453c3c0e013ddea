/** Result of a part. */
export interface Measurement {
  /** Tables in Markdown. */
  readonly text: string;
  /** Broken promises. */
  readonly problems?: readonly string[];
}
