import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { tables } from '../../config/tables.ts';
import { limits } from '../../contract/limits.ts';
import type { TemplateRecord } from '../../ports/records.ts';
import type { TemplateChange } from '../../ports/templates.ts';
import type { Adapter } from '../connect.ts';
import { documents, isoDate } from './client.ts';
import { currentVersion, deletedItem, isDeleted, itemOfTemplate, readTemplate, stored } from './items.ts';
import { deleteVersions, storeVersion } from './versions.ts';

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

/** The record does not exist, or an earlier attempt of this call has written it. */
const isNewOrOurs =
  'attribute_not_exists(templateId) OR (ownerId = :ownerId AND codeHash = :codeHash AND #name = :name' +
  ' AND description = :description AND #version = :version AND createdAt = :createdAt)';

export const dynamoDbTemplateCreator: Adapter<'templates:create'> = ({ TEMPLATES_TABLE }) => ({
  async create(template) {
    const Item = itemOfTemplate(template);
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
  async find(templateId, ownerId) {
    const command = new GetCommand({ TableName: TEMPLATES_TABLE, Key: { templateId }, ConsistentRead: true });
    const { Item } = await documents.send(command);
    // a deleted template has no owner
    return Item?.ownerId === ownerId ? readTemplate(Item) : undefined;
  },
});

/** Returns the update expression of a change. Optional fields that the new code does not have are removed. */
export const getUpdate = (
  { name, description, compiled }: TemplateChange,
  also: Readonly<Record<string, unknown>> = {},
) => {
  const fields = Object.entries({ name, description, ...(compiled && stored(compiled)), ...also }).filter(
    ([, value]) => value !== undefined,
  );
  const removes = compiled
    ? (['renderPlanHash', 'preview'] as const).filter((field) => compiled[field] === undefined)
    : [];
  const removal = removes.length > 0 ? ` REMOVE ${removes.map((field) => `#${field}`).join(', ')}` : '';
  return {
    UpdateExpression: `SET ${fields.map(([field]) => `#${field} = :${field}`).join(', ')}${removal}`,
    ExpressionAttributeNames: Object.fromEntries(
      [...fields.map(([field]) => field), ...removes].map((f) => [`#${f}`, f]),
    ),
    ExpressionAttributeValues: Object.fromEntries(fields.map(([field, value]) => [`:${field}`, value])),
  };
};

/** Attempts of an update that conflicts with other updates: in each conflict, another update has succeeded. */
const updateAttempts = 20;

export const dynamoDbTemplateUpdater: Adapter<'templates:update'> = ({ TEMPLATES_TABLE, VERSIONS_TABLE }) => {
  const read = async (templateId: string): Promise<TemplateRecord | undefined> => {
    const { Item } = await documents.send(
      new GetCommand({ TableName: TEMPLATES_TABLE, Key: { templateId }, ConsistentRead: true }),
    );
    return Item && !isDeleted(Item) ? readTemplate(Item) : undefined;
  };
  /** Updates the record if it is still as it was read; undefined if it has changed. */
  const write = async (was: TemplateRecord, change: TemplateChange, also: Readonly<Record<string, unknown>>) => {
    const { ExpressionAttributeNames, ExpressionAttributeValues, ...expression } = getUpdate(change, also);
    try {
      const { Attributes } = await documents.send(
        new UpdateCommand({
          TableName: TEMPLATES_TABLE,
          Key: { templateId: was.templateId },
          ...expression,
          ConditionExpression: 'ownerId = :wasOwner AND #version = :wasVersion AND #codeHash = :wasCode',
          ExpressionAttributeNames: { ...ExpressionAttributeNames, '#version': 'version', '#codeHash': 'codeHash' },
          ExpressionAttributeValues: {
            ...ExpressionAttributeValues,
            ':wasOwner': was.ownerId,
            ':wasVersion': was.version,
            ':wasCode': was.codeHash,
          },
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
    async update(template, change, now) {
      const updatedAt = isoDate.encode(now);
      let was: TemplateRecord | undefined = template;
      for (let attempt = 0; was && was.ownerId === template.ownerId && attempt < updateAttempts; attempt += 1) {
        // if an earlier attempt succeeded, the code is the same and no further version is created
        const isNewCode: boolean = change.compiled !== undefined && change.compiled.codeHash !== was.codeHash;
        if (isNewCode) await storeVersion(VERSIONS_TABLE, currentVersion(was));
        const grown = isNewCode && { version: was.version + 1, versionCreatedAt: updatedAt };
        const updated = await write(was, change, { updatedAt, ...grown });
        if (updated) return updated;
        was = await read(template.templateId);
      }
      if (was?.ownerId === template.ownerId) throw new Error('The template was changed by others again and again.');
      return undefined;
    },
  };
};

export const dynamoDbTemplateTracer: Adapter<'templates:trace'> = ({ TEMPLATES_TABLE }) => ({
  async deletedBy(templateId) {
    const command = new GetCommand({ TableName: TEMPLATES_TABLE, Key: { templateId }, ConsistentRead: true });
    const { Item } = await documents.send(command);
    return Item && isDeleted(Item) ? String(Item.deletedBy) : undefined;
  },
});

export const dynamoDbTemplateDeleter: Adapter<'templates:delete'> = ({ TEMPLATES_TABLE, VERSIONS_TABLE }) => ({
  async delete(templateId, ownerId) {
    const command = new PutCommand({
      TableName: TEMPLATES_TABLE,
      Item: stored(deletedItem(templateId, ownerId)),
      // the second condition: an earlier attempt succeeded, but its answer was lost
      ConditionExpression: 'ownerId = :owner OR deletedBy = :owner',
      ExpressionAttributeValues: { ':owner': ownerId },
      ReturnValues: 'ALL_OLD',
    });
    try {
      const { Attributes } = await documents.send(command);
      return { isFirst: Attributes?.ownerId === ownerId };
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined;
      throw error;
    }
  },
  deleteVersions: (templateId) => deleteVersions(VERSIONS_TABLE, templateId),
});
