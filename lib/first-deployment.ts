import type { Stack } from 'aws-cdk-lib';
import { DataTable } from './data-table.ts';

/**
 * Takes from a stack what protects it and its tables from deletion. A first deployment goes without: when it fails halfway,
 * CloudFormation deletes what it made, and what it may not delete would stand in the way of the next try. `npm run deploy`
 * protects them in a second step.
 */
export const withoutProtection = (stack: Stack): void => {
  stack.terminationProtection = false;
  for (const construct of stack.node.findAll()) if (construct instanceof DataTable) construct.unprotect();
};
