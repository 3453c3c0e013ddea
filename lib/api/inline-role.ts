import {
  type AddToPrincipalPolicyResult,
  PolicyDocument,
  type PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/** A role of a service of AWS with all of its permissions in itself; CDK's has them in a resource of their own. */
export class InlineRole extends Role {
  private readonly permissions: PolicyDocument;

  /** @param service principal, such as `lambda.amazonaws.com` */
  constructor(scope: Construct, id: string, service: string) {
    const permissions = new PolicyDocument();
    super(scope, id, { assumedBy: new ServicePrincipal(service), inlinePolicies: { Permissions: permissions } });
    this.permissions = permissions;
  }

  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.permissions.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}
