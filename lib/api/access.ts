import type { Capability, EnvironmentOf, ResourceVariable } from '../../lambdas/config/capabilities.ts';
import type { FunctionId, functions } from '../../lambdas/config/functions.ts';

/** The resource that an environment variable names. */
export interface Target {
  /** Value of the variable. */
  readonly value: string;
  /** ARNs to grant access to; empty if the stage does not have the resource. */
  readonly arns: readonly string[];
  /** ARNs with access only under conditions. @default none */
  readonly conditional?: { readonly arns: readonly string[]; readonly conditions: Readonly<Record<string, object>> };
}

type VariableOf<C extends Capability> = C extends Capability ? keyof EnvironmentOf<C> & string : never;

/** A value for every environment variable of every capability. */
export type Access = {
  readonly [V in VariableOf<Capability>]: V extends ResourceVariable ? Target : string;
};

/** Values shared by all functions of a stage. */
export type StageAccess = Omit<
  Access,
  'BASE_URL' | 'API_TARGET' | 'KEY_SECRETS' | 'TEMPLATE_ASSETS' | 'LOOPBACK_ANSWERS'
>;

/** The values that one function needs: those of its capabilities. */
export type AccessOf<F extends FunctionId> = Pick<Access, VariableOf<(typeof functions)[F]['needs'][number]>>;
