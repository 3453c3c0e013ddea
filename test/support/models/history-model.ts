import { fc, weighted } from '../fast-check.ts';

/* What happens to an account's templates and URLs, and what should come of it. */

/** Indices are taken modulo what there is at that moment. */
export type Step =
  | { readonly is: 'create'; readonly look: number }
  | { readonly is: 'update'; readonly template: number; readonly look: number }
  | { readonly is: 'restore' | 'revokeVersion'; readonly template: number; readonly version: number }
  | { readonly is: 'delete' | 'age' | 'revokeAll'; readonly template: number }
  | { readonly is: 'mint'; readonly template: number; readonly version: number; readonly tv?: string | undefined }
  | { readonly is: 'revokeUrl'; readonly url: number }
  | { readonly is: 'lift'; readonly revocation: number }
  | { readonly is: 'recompile' | 'otherEngine' | 'emptyCaches' };

const index = fc.nat(7);
const look = fc.nat(3);
const one = <I extends Step['is']>(...all: I[]) => fc.constantFrom(...all);
const tv = fc.option(fc.constantFrom('spring', '2', '2026'), { nil: undefined });

export const step: fc.Arbitrary<Step> = fc.oneof(
  weighted(2, fc.record({ is: one('create'), look })),
  weighted(4, fc.record({ is: one('update'), template: index, look })),
  weighted(4, fc.record({ is: one('restore', 'revokeVersion'), template: index, version: index })),
  weighted(5, fc.record({ is: one('delete', 'age', 'age', 'revokeAll', 'revokeAll'), template: index })),
  weighted(8, fc.record({ is: one('mint'), template: index, version: index, tv })),
  weighted(2, fc.record({ is: one('revokeUrl'), url: index })),
  weighted(4, fc.record({ is: one('lift'), revocation: index })),
  weighted(2, fc.record({ is: one('recompile', 'otherEngine', 'emptyCaches') })),
);

export interface ModelTemplate {
  readonly id: string;
  /** The look of each version, the first at 0. */
  readonly looks: number[];
  isDeleted: boolean;
}
export interface ModelUrl {
  readonly url: string;
  readonly templateId: string;
  readonly version: number;
  readonly look: number;
}
type Revoked =
  | { readonly url: string }
  | { readonly templateId: string; readonly version: number }
  | { readonly templateId: string; readonly upTo: number };

/** What one account has made, by the plainest rules. */
export class Model {
  readonly templates: ModelTemplate[] = [];
  readonly urls: ModelUrl[] = [];
  /** By the ids the service gave. */
  readonly revocations = new Map<string, Revoked>();

  isRevoked({ url, templateId, version }: ModelUrl): boolean {
    return [...this.revocations.values()].some((one) => {
      if ('url' in one) return one.url === url;
      return one.templateId === templateId && ('upTo' in one ? version <= one.upTo : version === one.version);
    });
  }
}

/** One of a list by an index of a step; undefined when there is none. */
export const at = <T>(list: readonly T[], n: number): T | undefined => list[n % list.length];
