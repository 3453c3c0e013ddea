import { Stack } from 'aws-cdk-lib';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { logFields } from 'image-url-contract/access-log-fields.ts';

export interface LogDeliveryProps {
  /** Name in the account's log deliveries of us-east-1, unique in the account. */
  readonly name: string;
  readonly distributionId: string;
  /** Bucket in any region. */
  readonly bucketName: string;
  /** Name of the distribution's delivery source, which has only one. @default one is created */
  readonly source?: string | undefined;
}

/** Delivers CloudFront's access logs to a bucket, with the fields of `logFields` alone. It must be in us-east-1. */
export class LogDelivery extends Construct {
  constructor(scope: Construct, id: string, { name, distributionId, bucketName, source }: LogDeliveryProps) {
    super(scope, id);
    const { partition, account } = Stack.of(this);
    const destination = new CfnDeliveryDestination(this, 'Destination', {
      name: `${name}-logs`,
      destinationResourceArn: `arn:${partition}:s3:::${bucketName}`,
      outputFormat: 'w3c',
    });
    const delivery = new CfnDelivery(this, 'Delivery', {
      deliverySourceName: source ?? `${name}-source`,
      deliveryDestinationArn: destination.attrArn,
      recordFields: [...logFields],
      fieldDelimiter: '\t',
    });
    if (source !== undefined) return;
    const own = new CfnDeliverySource(this, 'Source', {
      name: `${name}-source`,
      logType: 'ACCESS_LOGS',
      resourceArn: `arn:${partition}:cloudfront::${account}:distribution/${distributionId}`,
    });
    delivery.addResourceDependency(own);
  }
}
