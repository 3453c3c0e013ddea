import { Aws } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';

export interface AlarmTopicProps {
  /** Gets a mail for each alarm. @default nobody */
  readonly email?: string | undefined;
  /** A topic of one's own, of the alarms' region, instead of one made for the mail. @default none */
  readonly topicArn?: string | undefined;
}

/** Where alarms go; undefined when they show in CloudWatch only. */
export const alarmTopic = (scope: Construct, { email, topicArn }: AlarmTopicProps): ITopic | undefined => {
  if (topicArn !== undefined) return Topic.fromTopicArn(scope, 'Alarms', topicArn);
  if (email === undefined) return undefined;
  const topic = new Topic(scope, 'Alarms', { enforceSSL: true, displayName: 'Image URL service' });
  topic.addSubscription(new EmailSubscription(email));
  // a topic's own policy takes the place of the one that lets its account publish
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  );
  return topic;
};
