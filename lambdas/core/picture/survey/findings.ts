/** What came of laying a sample out and looking at it; places are those its elements carry (`placeProperty`). */
export interface Survey {
  readonly findings: readonly SurveyFinding[];
  /** The layout failed: why, and at which element as far as that could be found. */
  readonly failure?: { readonly message: string; readonly place?: string };
}

export interface SurveyFinding {
  readonly code:
    | 'overflow'
    | 'contrast'
    | 'unseen-text'
    | 'missing-glyph'
    | 'transparent-jpeg'
    | 'image-unreadable'
    | 'unknown-value'
    | 'unlike-browser'
    | 'empty-picture'
    | 'small-text'
    | 'near-edge'
    | 'empty-area'
    | 'text-over-text';
  readonly message: string;
  /** The picture's source, or the value, that it is about. */
  readonly about?: string;
  readonly place?: string;
  /** The property of the element's style it is about. */
  readonly property?: string;
  /** How bad it is, from 0 to 1. @default 1 */
  readonly degree?: number;
}
