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
  /** Returns the account that deleted a template; undefined if it was not deleted. */
  deletedBy(templateId: string): Promise<string | undefined>;
}

export interface TemplateUpdater {
  /**
   * Applies the change in one write and returns the new record; undefined if the template does not exist any more. If
   * the code differs, the version is increased, and the previous version is stored before that.
   *
   * @param template the record as it was read just before.
   */
  update(template: TemplateRecord, change: TemplateChange, now: Date): Promise<TemplateRecord | undefined>;
}

export interface TemplateDeleter {
  /**
   * Deletes a template. Only its id stays, which is never used again.
   *
   * @returns whether this call deleted it; undefined if the owner has no such template.
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
