import { ArnFormat, Aws, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';

export interface AlarmTopicProps {
  /** Email address that receives the alarms. @default none */
  readonly email?: string | undefined;
  /** ARN of an existing topic in the region of the alarms, used instead of a new one. @default none */
  readonly topicArn?: string | undefined;
}

/** Returns the topic that receives the alarms; undefined if they are only visible in CloudWatch. */
export const alarmTopic = (scope: Construct, { email, topicArn }: AlarmTopicProps): ITopic | undefined => {
  if (topicArn !== undefined) return Topic.fromTopicArn(scope, 'Alarms', topicArn);
  if (email === undefined) return undefined;
  // alarms are named after the stack (alarms.ts)
  const alarms = Stack.of(scope).formatArn({
    ...{ service: 'cloudwatch', resource: 'alarm', arnFormat: ArnFormat.COLON_RESOURCE_NAME },
    resourceName: `${Aws.STACK_NAME} *`,
  });
  const topic = new Topic(scope, 'Alarms', { enforceSSL: true, displayName: 'Image URL service' });
  topic.addSubscription(new EmailSubscription(email));
  // a custom policy replaces the default policy, which lets the account publish
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: {
        StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID },
        ArnLike: { 'aws:SourceArn': alarms },
      },
    }),
  );
  return topic;
};
