import type { Construct } from 'constructs';

/** Accepted findings of the security checks: one construct, one finding, one reason each. */
export const acknowledgeFindings = (_stack: Construct): void => {};
