import { RemovalPolicy } from 'aws-cdk-lib';
import {
  type Attribute,
  AttributeType,
  Billing,
  type CfnGlobalTable,
  ProjectionType,
  type StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { type TableSchema, type TableVariable, tables } from '../../lambdas/config/tables.ts';
import type { Target } from '../api/access.ts';
import type { Protection } from './protection.ts';

const text = (name: string): Attribute => ({ name, type: AttributeType.STRING });

export interface DataTableProps extends Protection {
  /** Row of `lambdas/config/tables.ts`. */
  readonly variable: TableVariable;
  /** Contents of the table's stream. @default no stream */
  readonly stream?: StreamViewType;
}

/** A table of the service: on demand, encrypted, restorable to any second of the last 35 days. */
export class DataTable extends TableV2 {
  readonly variable: TableVariable;

  constructor(scope: Construct, id: string, { variable, keepsData, encryptionKey, stream }: DataTableProps) {
    const { partitionKey, sortKey, index, timeToLive }: TableSchema = tables[variable];
    super(scope, id, {
      partitionKey: text(partitionKey),
      ...(sortKey !== undefined && { sortKey: text(sortKey) }),
      ...(index && {
        globalSecondaryIndexes: [
          {
            indexName: index.name,
            partitionKey: text(index.partitionKey),
            sortKey: text(index.sortKey),
            projectionType: ProjectionType.ALL,
          },
        ],
      }),
      ...(timeToLive !== undefined && { timeToLiveAttribute: timeToLive }),
      ...(stream !== undefined && { dynamoStream: stream }),
      billing: Billing.onDemand(),
      ...(encryptionKey && { encryption: TableEncryptionV2.customerManagedKey(encryptionKey) }),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: keepsData,
      removalPolicy: keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    this.variable = variable;
  }

  /** Disables deletion protection. */
  unprotect(): void {
    (this.node.defaultChild as CfnGlobalTable).addPropertyOverride('Replicas.0.DeletionProtectionEnabled', false);
  }

  get target(): Target {
    return { value: this.tableName, arns: [this.tableArn] };
  }
}
