import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

export interface ApiFirewallProps {
  /** ARN of the API's stage. */
  readonly stageArn: string;
}

/**
 * Rules that consider the client's IP address only: templates are JavaScript, which rules for bodies take for attacks.
 * Addresses of hosting providers are in the list of anonymous ones, and builds and servers mint from there, so that
 * list only counts.
 */
const ruleSets = [
  ['AWSManagedRulesAmazonIpReputationList', { none: {} }],
  ['AWSManagedRulesAnonymousIpList', { count: {} }],
] as const;

/** AWS WAF in front of the API. */
export class ApiFirewall extends Construct {
  constructor(scope: Construct, id: string, { stageArn }: ApiFirewallProps) {
    super(scope, id);
    const visibility = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      metricName,
      // sampled requests would contain headers, and so API keys
      sampledRequestsEnabled: false,
    });
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visibility('ApiFirewall'),
      rules: ruleSets.map(([name, overrideAction], priority) => ({
        name,
        priority,
        statement: { managedRuleGroupStatement: { vendorName: 'AWS', name } },
        overrideAction,
        visibilityConfig: visibility(name),
      })),
    });
    new CfnWebACLAssociation(this, 'Association', { resourceArn: stageArn, webAclArn: acl.attrArn });
  }
}
