/** A permission that an AWS call requires: an action on a resource, as the call names it. */
export interface AwsCall {
  /** IAM action. */
  readonly action: string;
  /** Table, bucket, secret, store or model. */
  readonly resource: string;
  /** Suffix of the resource's ARN: an index, an object's key. */
  readonly part: string;
  /** Values of a table's partition key that the call names, as it sends them. @default none */
  readonly leadingKeys?: (partitionKey: string) => readonly unknown[];
}

type Attributes = Readonly<Record<string, unknown>>;

/** The fields of a command's input that name resources. */
export interface CommandInput {
  readonly TableName?: string;
  readonly IndexName?: string;
  readonly RequestItems?: Readonly<Record<string, { readonly Keys?: readonly Attributes[] }>>;
  /** Of a table. */
  readonly Item?: Attributes;
  readonly ExpressionAttributeValues?: Attributes;
  readonly TransactItems?: readonly Readonly<Record<string, Pick<CommandInput, 'TableName' | 'Item' | 'Key'>>>[];
  readonly Bucket?: string;
  /** Of an object or an item. */
  readonly Key?: string | Attributes;
  readonly SecretId?: string;
  readonly KvsARN?: string;
  readonly modelId?: string;
  readonly QueueUrl?: string;
}

type Mapping = (command: string, input: CommandInput) => readonly AwsCall[];

const call = (action: string, resource: string | undefined, part = ''): AwsCall => ({
  action,
  resource: resource ?? '',
  part,
});

/** S3 operations whose actions have other names. Source: IAM, "Actions for Amazon S3". */
const s3Actions: Readonly<Record<string, string>> = { HeadObject: 'GetObject', ListObjectsV2: 'ListBucket' };

/** Permissions that each client's commands require. Source: IAM, "Actions, resources, and condition keys". */
const mappings: Readonly<Record<string, Mapping>> = {
  DynamoDBClient: (command, input) => {
    const { TableName, IndexName, RequestItems, TransactItems, Item, Key, ExpressionAttributeValues } = input;
    const action = `dynamodb:${command}`;
    const toLeadingKeys = (item: Attributes | undefined) => (partitionKey: string) => [
      item?.[partitionKey] ?? ExpressionAttributeValues?.[':partition'],
    ];
    // a batch requires permission for each table, and all of its keys there
    if (RequestItems)
      return Object.entries(RequestItems).map(([table, { Keys = [] }]) => ({
        ...call(action, table),
        leadingKeys: (partitionKey: string) => Keys.map((key) => key[partitionKey]),
      }));
    // a transaction requires permission for each of its writes
    if (TransactItems)
      return TransactItems.flatMap((item) =>
        Object.entries(item).map(([operation, write]) => ({
          ...call(`dynamodb:${operation}Item`, write.TableName),
          leadingKeys: toLeadingKeys(write.Item ?? (write.Key as Attributes | undefined)),
        })),
      );
    const leadingKeys = toLeadingKeys(Item ?? (Key as Attributes | undefined));
    return [{ ...call(action, TableName, IndexName === undefined ? '' : `/index/${IndexName}`), leadingKeys }];
  },
  S3Client: (command, { Bucket, Key }) => [
    call(`s3:${s3Actions[command] ?? command}`, Bucket, Key === undefined ? '' : `/${Key}`),
  ],
  SecretsManagerClient: (command, { SecretId }) => [call(`secretsmanager:${command}`, SecretId)],
  CloudFrontKeyValueStoreClient: (command, { KvsARN }) => [call(`cloudfront-keyvaluestore:${command}`, KvsARN)],
  // sending a batch requires the permission for sending
  SQSClient: (command, { QueueUrl }) => [call(`sqs:${command.replace(/Batch$/, '')}`, QueueUrl)],
  // a cross-region profile also requires its models, which are granted with it
  BedrockRuntimeClient: (command, { modelId }) => {
    const action = command.endsWith('Stream') ? 'InvokeModelWithResponseStream' : 'InvokeModel';
    return [call(`bedrock:${action}`, modelId)];
  },
};

/**
 * Returns the permissions that a command requires.
 *
 * @param command its name without `Command`
 * @throws Error for a client without a mapping
 */
export const getCalls = (client: string, command: string, input: CommandInput): readonly AwsCall[] => {
  const mapping = mappings[client];
  if (!mapping) throw new Error(`Nobody has said what ${client} needs to be allowed; see local/aws-calls.ts.`);
  return mapping(command, input);
};
