import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from '../contract/limits.ts';
import type { TemplateChange } from '../ports/ports.ts';
import type { TemplateRecord } from '../ports/records.ts';
import { tables } from '../tables.ts';
import type { Adapter } from './connect.ts';
import { documents } from './dynamodb.ts';
import { readTemplate, templateItem } from './items.ts';

export const dynamoDbTemplateLister: Adapter<'templates:list'> = ({ TEMPLATES_TABLE }) => ({
  async ownedBy(ownerId) {
    const found: TemplateRecord[] = [];
    let bytes = 0;
    let from: Record<string, unknown> | undefined;
    do {
      const page = await documents.send(
        new QueryCommand({
          TableName: TEMPLATES_TABLE,
          IndexName: tables.TEMPLATES_TABLE.index.name,
          KeyConditionExpression: 'ownerId = :owner',
          ExpressionAttributeValues: { ':owner': ownerId },
          ScanIndexForward: false,
          Limit: limits.listedTemplates - found.length,
          ExclusiveStartKey: from,
        }),
      );
      for (const item of page.Items ?? []) {
        bytes += JSON.stringify(item).length;
        if (bytes > limits.listedBytes) return found;
        found.push(readTemplate(item));
      }
      from = page.LastEvaluatedKey;
    } while (from && found.length < limits.listedTemplates);
    return found;
  },
});

export const dynamoDbTemplateCreator: Adapter<'templates:create'> = ({ TEMPLATES_TABLE }) => ({
  async create(template) {
    await documents.send(
      new PutCommand({
        TableName: TEMPLATES_TABLE,
        Item: templateItem.encode(template as never),
        ConditionExpression: 'attribute_not_exists(templateId)',
      }),
    );
  },
});

/** The update expression of a change; a field the compiler leaves out is removed with the code it belonged to. */
const updateOf = ({ name, description, compiled, isNewVersion }: TemplateChange) => {
  const fields = Object.entries({ name, description, ...compiled });
  const sets = fields.filter(([, value]) => value !== undefined).map(([field]) => `#${field} = :${field}`);
  const removes = compiled ? (['planHash', 'preview'] as const).filter((field) => compiled[field] === undefined) : [];
  const named = [...fields.filter(([, value]) => value !== undefined).map(([field]) => field), ...removes];
  return {
    UpdateExpression: [
      `SET ${[...sets, ...(isNewVersion ? ['#version = #version + :one'] : [])].join(', ')}`,
      ...(removes.length > 0 ? [`REMOVE ${removes.map((field) => `#${field}`).join(', ')}`] : []),
    ].join(' '),
    ExpressionAttributeNames: {
      ...Object.fromEntries(named.map((field) => [`#${field}`, field])),
      ...(isNewVersion && { '#version': 'version' }),
    },
    ExpressionAttributeValues: {
      ...Object.fromEntries(
        fields.filter(([, value]) => value !== undefined).map(([field, value]) => [`:${field}`, value]),
      ),
      ...(isNewVersion && { ':one': 1 }),
    },
  };
};

export const dynamoDbTemplateUpdater: Adapter<'templates:update'> = ({ TEMPLATES_TABLE }) => ({
  async update(templateId, ownerId, change) {
    const { ExpressionAttributeValues, ...expression } = updateOf(change);
    try {
      const { Attributes } = await documents.send(
        new UpdateCommand({
          TableName: TEMPLATES_TABLE,
          Key: { templateId },
          ...expression,
          ConditionExpression: 'ownerId = :owner',
          ExpressionAttributeValues: { ...ExpressionAttributeValues, ':owner': ownerId },
          ReturnValues: 'ALL_NEW',
        }),
      );
      return readTemplate(Attributes);
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined;
      throw error;
    }
  },
});
