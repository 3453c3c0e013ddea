/** A limit that a template or its image exceeded. `size`: it returned too many elements or too much text. */
export interface OverLimit {
  readonly limit: 'processor time' | 'memory' | 'size';
  /** For the template's author. */
  readonly message: string;
}
