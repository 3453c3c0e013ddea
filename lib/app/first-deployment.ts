import type { Stack } from 'aws-cdk-lib';
import { DataTable } from '../data/data-table.ts';

/**
 * Disables the deletion protection of a stack and its tables, for a first deployment. If that fails, CloudFormation
 * must be able to delete what it created, because leftovers would block the next attempt. `npm run deploy` enables the
 * protection in a second step.
 */
export const withoutProtection = (stack: Stack): void => {
  stack.terminationProtection = false;
  for (const construct of stack.node.findAll()) if (construct instanceof DataTable) construct.protect(false);
};
