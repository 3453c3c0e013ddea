import type { RenderPlan } from '../core/template/render-plan/render-plan.ts';
import type { TemplateRecord, VersionRecord } from './records.ts';

export interface TemplateLister {
  /** Newest first, at most `limits.listedTemplates` and about `limits.listedBytes`. */
  ownedBy(ownerId: string): Promise<readonly TemplateRecord[]>;
}

export interface TemplateCreator {
  /** Stores a template whose id must not exist yet. */
  create(template: TemplateRecord): Promise<void>;
  /** A template that an earlier run of the same request has created. */
  find(templateId: string, ownerId: string): Promise<TemplateRecord | undefined>;
}

/** What an update sets. Fields that follow from the code change together or not at all. */
export interface TemplateChange {
  readonly name?: string;
  readonly description?: string;
  readonly compiled?: Pick<
    TemplateRecord,
    'codeHash' | 'renderPlanHash' | 'variables' | 'seesAll' | 'options' | 'warnings' | 'preview'
  >;
}

export interface TemplateTracer {
  /** Who deleted a template; undefined when nobody did. */
  deletedBy(templateId: string): Promise<string | undefined>;
}

export interface TemplateUpdater {
  /**
   * Applies the change as a whole and returns the whole record; undefined when the template is gone. The version grows when
   * the code is another one than before, and the one before it is kept among the versions first.
   *
   * @param template the record as it was read a moment ago.
   */
  update(template: TemplateRecord, change: TemplateChange, now: Date): Promise<TemplateRecord | undefined>;
}

export interface TemplateDeleter {
  /**
   * Leaves nothing of a template but its id, which is never used again.
   *
   * @returns whether it was there until now; undefined when it is not the owner's.
   */
  delete(templateId: string, ownerId: string): Promise<{ readonly isFirst: boolean } | undefined>;
  /** Removes the earlier versions of a deleted template. */
  deleteVersions(templateId: string): Promise<void>;
}

/** Versions a template had before its current one. */
export interface VersionReader {
  find(templateId: string, version: number): Promise<VersionRecord | undefined>;
}

export interface VersionLister {
  /** Newest first, at most `limits.listedVersions`. */
  of(templateId: string): Promise<readonly VersionRecord[]>;
}

/** Codes and render plans of an account's templates, each under the hash of its bytes. */
export interface SourceReader {
  code(ownerId: string, hash: string): Promise<string>;
}

export interface SourceWriter {
  /** Stores both and returns their names: SHA-256 of the bytes, in hex. */
  put(
    ownerId: string,
    code: string,
    renderPlan: RenderPlan,
  ): Promise<{ readonly codeHash: string; readonly renderPlanHash: string }>;
}

export interface RenderPlanReader {
  /** A render plan proven by its hash; undefined when there is none, its bytes changed, or its format is unknown. */
  find(ownerId: string, renderPlanHash: string): Promise<RenderPlan | undefined>;
}
