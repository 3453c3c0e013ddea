export interface ListedTemplate {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Whether it is a starter, which cannot be changed. */
  readonly isStarter: boolean;
  /** URL of its image; '' if there is none. */
  readonly preview: string;
  /** Id in the service, of a file that was pushed. @default id */
  readonly templateId?: string | undefined;
}

export interface OpenTemplate {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly isStarter: boolean;
  /** Identifies its code; changes whenever other code is saved. */
  readonly revision: string;
}

/** A draft to save: a new template without an `id`, otherwise a replacement of `revision`. */
export interface TemplateDraft {
  readonly id?: string | undefined;
  readonly name: string;
  readonly code: string;
  /** The revision to replace. Absent: any. */
  readonly revision?: string | undefined;
}

/** Storage of templates: a service or files. */
export interface TemplateSource {
  readonly kind: 'service' | 'files';
  list(): Promise<readonly ListedTemplate[]>;
  /** @throws Refusal TEMPLATE_NOT_FOUND */
  read(id: string): Promise<OpenTemplate>;
  /** @throws Refusal for an invalid draft; REVISION_CONFLICT if `revision` is not the current one */
  save(draft: TemplateDraft): Promise<OpenTemplate>;
  /** @throws Refusal TEMPLATE_NOT_FOUND */
  remove(id: string): Promise<void>;
  /** Reports templates that changed outside the studio, by id. @returns a function that stops this */
  watch?(changed: (id: string) => void): () => void;
}

/** An error for the page, in the service's shape. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const revisionConflict = (): Refusal =>
  new Refusal(409, 'REVISION_CONFLICT', 'Somebody else has saved this template since it was opened.');
