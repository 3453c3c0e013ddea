/** What a process that does untrusted work says: it is ready, how far it has come, it has done it. */
export type Report<Answer, Progress> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly progress: Progress }
  | {
      readonly kind: 'answer';
      readonly answer: Answer;
      /** The process must not be used again. */
      readonly isWorn: boolean;
    };
