import { capabilities, type Permission } from '../../lambdas/config/capabilities.ts';
import { type FunctionId, functions } from '../../lambdas/config/functions.ts';

/** Returns what a function may do by the table of permissions, sorted, such as `dynamodb:GetItem USAGE_TABLE`. */
export const grantedTo = (id: FunctionId): readonly string[] => {
  const permissions = functions[id].needs.flatMap((name): readonly Permission[] => capabilities[name].grants);
  const grants = permissions.flatMap(({ on, actions, part = '' }) => actions.map((action) => `${action} ${on}${part}`));
  return [...new Set(grants)].sort();
};
