import type { environmentOf } from '../lambdas/environment.ts';
import type { Capability, FunctionId, functions } from '../lambdas/functions.ts';
import type { ResourceVariable } from '../lambdas/permissions.ts';

/** What stands behind an environment variable that names a resource. */
export interface Target {
  /** Value of the variable. */
  readonly value: string;
  /** ARNs that access is given to; none when the stage goes without the resource. */
  readonly arns: readonly string[];
}

type VariableOf<C extends Capability> = C extends Capability
  ? keyof (typeof environmentOf)[C]['shape'] & string
  : never;

/** Every environment variable that some capability brings, with what stands behind it. */
export type Access = {
  readonly [V in VariableOf<Capability>]: V extends ResourceVariable ? Target : string;
};

/** The part of it that one function needs: exactly what the capabilities of its row bring. */
export type AccessOf<F extends FunctionId> = Pick<Access, VariableOf<(typeof functions)[F]['needs'][number]>>;
