/** What a worker reports to the process that started it. */
export type Report<Answer> =
  | { readonly kind: 'ready' }
  /** It has loaded the code that the job needs: from here on, time and memory are the job's. */
  | { readonly kind: 'loaded' }
  | {
      readonly kind: 'answer';
      readonly answer: Answer;
      /** Whether the process must not be used again. */
      readonly isWorn: boolean;
    };
