import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { documents } from '../../../lambdas/aws/dynamodb/client.ts';

/** Writes one attribute of a record, past the service. */
export const setAttribute = (
  TableName: string | undefined,
  Key: Record<string, string>,
  name: string,
  value: unknown,
) =>
  documents.send(
    new UpdateCommand({
      ...{ TableName, Key, UpdateExpression: 'SET #name = :value' },
      ...{ ExpressionAttributeNames: { '#name': name }, ExpressionAttributeValues: { ':value': value } },
    }),
  );
