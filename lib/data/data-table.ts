import { RemovalPolicy } from 'aws-cdk-lib';
import {
  type Attribute,
  AttributeType,
  Billing,
  type CfnGlobalTable,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { type TableSchema, type TableVariable, tables } from '../../lambdas/config/tables.ts';
import type { Target } from '../api/access.ts';
import type { Settings } from '../app/settings.ts';
import type { Protection } from './protection.ts';

const text = (name: string): Attribute => ({ name, type: AttributeType.STRING });

export interface DataTableProps extends Protection {
  /** Row of `lambdas/config/tables.ts`. */
  readonly variable: TableVariable;
  /** Contents of the table's stream. @default no stream */
  readonly stream?: StreamViewType;
  /** Request units a second from the first second. @default those of a new table */
  readonly warmThroughput?: Settings['warmThroughput'];
}

/** A table of the service: on demand, encrypted, restorable to any second of the last 35 days. */
export class DataTable extends TableV2 {
  readonly variable: TableVariable;
  /** Number of replicas, with that of the table's own region. */
  private readonly replicas: number;

  constructor(scope: Construct, id: string, props: DataTableProps) {
    const { variable, keepsData, encryptionKey, replicaRegion, stream, warmThroughput: warm } = props;
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
      // replication reads the stream too, and needs whole items in it
      ...(replicaRegion === undefined
        ? stream !== undefined && { dynamoStream: stream }
        : { replicas: [{ region: replicaRegion }], dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES }),
      billing: Billing.onDemand(),
      ...(warm && { warmThroughput: { readUnitsPerSecond: warm.reads, writeUnitsPerSecond: warm.writes } }),
      ...(encryptionKey && { encryption: TableEncryptionV2.customerManagedKey(encryptionKey) }),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: keepsData,
      removalPolicy: keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    this.variable = variable;
    this.replicas = replicaRegion === undefined ? 1 : 2;
  }

  /** Sets deletion protection, of all replicas: a value, or a reference to a parameter. */
  protect(isProtected: boolean | string): void {
    const table = this.node.defaultChild as CfnGlobalTable;
    for (let n = 0; n < this.replicas; n += 1)
      table.addPropertyOverride(`Replicas.${n}.DeletionProtectionEnabled`, isProtected);
  }

  get target(): Target {
    return { value: this.tableName, arns: [this.tableArn] };
  }
}
