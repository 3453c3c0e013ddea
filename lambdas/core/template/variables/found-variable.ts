import type { Node } from '@babel/types';

/** A variable as the source has it. */
export interface FoundVariable {
  readonly name: string;
  readonly node: Node;
  readonly required: boolean;
  /** Optional only because every use asks whether it is there. */
  readonly isOptionalByGuard: boolean;
  /** Works out the default on its own, without the other variables. */
  readonly defaultExpression?: Node;
  readonly hasDefault: boolean;
  /** Every place it is read. */
  readonly uses: readonly Node[];
  /** The pattern that destructures it, as in `{ author: { name } }`. */
  readonly pattern?: Node;
  readonly type?: Node;
}
