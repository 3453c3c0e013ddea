import { type FunctionId, functions } from '../../lambdas/functions.ts';
import { type Permission, permissionsOf } from '../../lambdas/permissions.ts';

/** Returns what a function may do by the table of permissions, sorted, such as `dynamodb:GetItem USAGE_TABLE`. */
export const grantedTo = (id: FunctionId): readonly string[] => {
  const permissions = functions[id].needs.flatMap((name): readonly Permission[] => permissionsOf[name]);
  const grants = permissions.flatMap(({ on, actions, part = '' }) => actions.map((action) => `${action} ${on}${part}`));
  return [...new Set(grants)].sort();
};
