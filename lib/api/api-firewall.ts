import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

export interface ApiFirewallProps {
  /** ARN of the API's stage. */
  readonly stageArn: string;
}

/**
 * Rules about the client's IP address only, because rules for bodies take templates, which are JavaScript, for attacks.
 * The list of anonymous addresses includes hosting providers, from which builds and servers mint, so it only counts.
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
      // sampled requests would contain headers with API keys
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
