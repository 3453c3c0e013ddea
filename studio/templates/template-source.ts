/** A template as the list shows it. */
export interface ListedTemplate {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** One to begin from, which cannot be changed itself. */
  readonly isStarter: boolean;
  /** Address of an image of it; '' where there is none. */
  readonly preview: string;
}

export interface OpenTemplate {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly isStarter: boolean;
  /** What its code is now: another text once anybody saved another code. */
  readonly revision: string;
}

/** What is to be saved: as a new template without an `id`, else in place of the revision it was made from. */
export interface TemplateDraft {
  readonly id?: string | undefined;
  readonly name: string;
  readonly code: string;
  /** The revision that is replaced. Absent: whatever is there. */
  readonly revision?: string | undefined;
}

/** Where templates are kept: in a service, or in files. */
export interface TemplateSource {
  readonly kind: 'service' | 'files';
  list(): Promise<readonly ListedTemplate[]>;
  /** @throws Refusal TEMPLATE_NOT_FOUND. */
  read(id: string): Promise<OpenTemplate>;
  /** @throws Refusal: what is wrong with the draft, or REVISION_CONFLICT where another revision is there than the draft replaces. */
  save(draft: TemplateDraft): Promise<OpenTemplate>;
  /** @throws Refusal TEMPLATE_NOT_FOUND. */
  remove(id: string): Promise<void>;
  /** Tells of templates that changed without the studio, by id. @returns ends it. */
  watch?(changed: (id: string) => void): () => void;
}

/** What cannot be done, told to the page in the service's shape. */
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
