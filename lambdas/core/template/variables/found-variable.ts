import type { Node } from '@babel/types';

/** A variable found in the source. */
export interface FoundVariable {
  readonly name: string;
  readonly node: Node;
  readonly required: boolean;
  /** Whether it is optional only because every use checks that it is present. */
  readonly isOptionalByGuard: boolean;
  /** Evaluates to the default without the other variables. */
  readonly defaultExpression?: Node;
  readonly hasDefault: boolean;
  /** Every node that reads it. */
  readonly uses: readonly Node[];
  /** The pattern that destructures it, as in `{ author: { name } }`. */
  readonly pattern?: Node;
  readonly type?: Node;
}
