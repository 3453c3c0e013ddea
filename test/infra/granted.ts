import { capabilities, type Permission, toGrant } from '../../lambdas/config/capabilities.ts';
import { type FunctionId, functions } from '../../lambdas/config/functions.ts';

/** Returns what a function may do by the table of permissions, sorted, such as `dynamodb:GetItem USAGE_TABLE`. */
export const grantedTo = (id: FunctionId): readonly string[] => {
  const permissions = functions[id].needs.flatMap((name): readonly Permission[] => capabilities[name].grants);
  const grants = permissions.flatMap((one) => one.actions.map((action) => toGrant(action, one)));
  return [...new Set(grants)].sort();
};
