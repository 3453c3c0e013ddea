import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from '../contract/limits.ts';
import type { TemplateChange } from '../ports/ports.ts';
import type { TemplateRecord } from '../ports/records.ts';
import { tables } from '../tables.ts';
import type { Adapter } from './connect.ts';
import { documents } from './dynamodb.ts';
import { readTemplate, stored, templateItem } from './items.ts';

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
        bytes += Buffer.byteLength(JSON.stringify(item));
        if (bytes > limits.listedBytes) return found;
        found.push(readTemplate(item));
      }
      from = page.LastEvaluatedKey;
    } while (from && found.length < limits.listedTemplates);
    return found;
  },
});

/** The record does not exist, or is what an earlier attempt of this same call wrote. */
const isNewOrOurs =
  'attribute_not_exists(templateId) OR (ownerId = :ownerId AND codeHash = :codeHash AND #name = :name' +
  ' AND description = :description AND #version = :version AND createdAt = :createdAt)';

export const dynamoDbTemplateCreator: Adapter<'templates:create'> = ({ TEMPLATES_TABLE }) => ({
  async create(template) {
    const Item = stored(templateItem.encode(template as never));
    const { ownerId, codeHash, name, description, version, createdAt } = Item;
    const compared = { ownerId, codeHash, name, description, version, createdAt };
    await documents.send(
      new PutCommand({
        TableName: TEMPLATES_TABLE,
        Item,
        ConditionExpression: isNewOrOurs,
        ExpressionAttributeNames: { '#name': 'name', '#version': 'version' },
        ExpressionAttributeValues: Object.fromEntries(
          Object.entries(compared).map(([field, value]) => [`:${field}`, value]),
        ),
      }),
    );
  },
});

/** The update expression of a change; a field the compiler leaves out is removed with the code it belonged to. */
export const updateOf = ({ name, description, compiled }: TemplateChange, isNewVersion: boolean) => {
  const fields = Object.entries({ name, description, ...(compiled && stored(compiled)) }).filter(
    ([, value]) => value !== undefined,
  );
  const sets = fields.map(([field]) => `#${field} = :${field}`);
  const removes = compiled ? (['planHash', 'preview'] as const).filter((field) => compiled[field] === undefined) : [];
  const named = [...fields.map(([field]) => field), ...removes, ...(isNewVersion ? ['version'] : [])];
  return {
    UpdateExpression: [
      `SET ${[...sets, ...(isNewVersion ? ['#version = #version + :one'] : [])].join(', ')}`,
      ...(removes.length > 0 ? [`REMOVE ${removes.map((field) => `#${field}`).join(', ')}`] : []),
    ].join(' '),
    ExpressionAttributeNames: Object.fromEntries(named.map((field) => [`#${field}`, field])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(fields.map(([field, value]) => [`:${field}`, value])),
      ...(isNewVersion && { ':one': 1 }),
    },
  };
};

export const dynamoDbTemplateUpdater: Adapter<'templates:update'> = ({ TEMPLATES_TABLE }) => {
  const write = async (templateId: string, ownerId: string, change: TemplateChange, isNewVersion: boolean) => {
    const { ExpressionAttributeValues, ...expression } = updateOf(change, isNewVersion);
    try {
      const { Attributes } = await documents.send(
        new UpdateCommand({
          TableName: TEMPLATES_TABLE,
          Key: { templateId },
          ...expression,
          ConditionExpression: `ownerId = :owner${isNewVersion ? ' AND #codeHash <> :codeHash' : ''}`,
          ExpressionAttributeValues: { ...ExpressionAttributeValues, ':owner': ownerId },
          ReturnValues: 'ALL_NEW',
        }),
      );
      return readTemplate(Attributes);
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined;
      throw error;
    }
  };
  return {
    // counting the version up depends on the code that is there, so that a repetition after a lost answer counts once
    update: async (templateId, ownerId, change) =>
      (change.compiled && (await write(templateId, ownerId, change, true))) ??
      (await write(templateId, ownerId, change, false)),
  };
};
