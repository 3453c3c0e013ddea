import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from 'image-url-contract/limits.ts';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import { tables } from '../../config/tables.ts';
import {
  currentVersion,
  deletedItem,
  isDeleted,
  readTemplate,
  type TemplateChange,
  type TemplateRecord,
  templates,
  type VersionRecord,
  versions,
} from '../../domain/records/account-records.ts';
import type { Item } from '../../domain/records/record.ts';
import { addFormatVersion } from '../../domain/records/record.ts';
import { documents } from './client.ts';
import { findRecord, putRecord } from './stored-records.ts';
import {
  deleteItem,
  getItem,
  putItem,
  queryItems,
  setFields,
  takeFirst,
  toExpressions,
  undefinedIfConditionFails,
} from './table.ts';

/** Returns a template's record; undefined if it does not exist or was deleted. */
export const findTemplate = async (table: string, templateId: string): Promise<TemplateRecord | undefined> => {
  const item = await getItem(table, { templateId });
  return item && !isDeleted(item) ? readTemplate(item) : undefined;
};

export const dynamoDbTemplateLister = ({ TEMPLATES_TABLE }: EnvironmentOf<'templates:list'>) => ({
  /** Returns the newest first, at most `limits.listedTemplates` and about `limits.listedBytes`. */
  ownedBy(ownerId: string): Promise<TemplateRecord[]> {
    const index = { IndexName: tables.TEMPLATES_TABLE.index.name, ConsistentRead: false };
    const newestFirst = { ScanIndexForward: false, Limit: limits.listedTemplates };
    const items = queryItems(TEMPLATES_TABLE, { ownerId }, { ...index, ...newestFirst });
    const most = { items: limits.listedTemplates, bytes: limits.listedBytes };
    // their variables are listed too
    const beside = ({ variablesBytes }: Item) => Number(variablesBytes ?? 0);
    return Array.fromAsync(takeFirst(items, most, beside), readTemplate);
  },
});

/** The record does not exist, or an earlier try of this call has written it. */
const isNewOrOurs =
  'attribute_not_exists(templateId) OR (ownerId = :ownerId AND codeHash = :codeHash AND #name = :name' +
  ' AND description = :description AND #version = :version AND createdAt = :createdAt)';

export const dynamoDbTemplateCreator = ({ TEMPLATES_TABLE }: EnvironmentOf<'templates:create'>) => ({
  /** Stores a template with a new id. @throws Error when the id exists */
  async create(template: TemplateRecord): Promise<void> {
    const item = templates.toItem(template, template);
    const { ownerId, codeHash, name, description, version, createdAt } = item;
    const { values } = setFields({ ownerId, codeHash, name, description, version, createdAt });
    if (!(await putItem(TEMPLATES_TABLE, item, isNewOrOurs, values))) throw new Error('The template id is in use.');
  },
  /** Returns a template that an earlier run of the same request created; undefined if there is none. */
  async find(templateId: string, ownerId: string): Promise<TemplateRecord | undefined> {
    const item = await getItem(TEMPLATES_TABLE, { templateId });
    // a deleted template has no owner
    return item?.ownerId === ownerId ? readTemplate(item) : undefined;
  },
});

/** Returns the update of a change and its values. Optional fields that the new code does not have are removed. */
export const getUpdate = ({ name, description, compiled }: TemplateChange, also: Item = {}) => {
  const { update, values } = setFields({ name, description, ...(compiled && addFormatVersion(compiled)), ...also });
  const removes = (['renderPlanHash', 'preview', 'variablesBytes'] as const).filter(
    (field) => compiled && compiled[field] === undefined,
  );
  const removal = removes.length > 0 ? ` REMOVE ${removes.map((field) => `#${field}`).join(', ')}` : '';
  return { update: update + removal, values };
};

/** Maximum number of tries of an update. Each conflict means that another update succeeded. */
const updateAttempts = 20;

export const dynamoDbTemplateUpdater = ({ TEMPLATES_TABLE, VERSIONS_TABLE }: EnvironmentOf<'templates:update'>) => {
  /** Returns the updated record; undefined if it has changed since it was read. */
  const write = async (was: TemplateRecord, change: TemplateChange, also: Item) => {
    const { update, values } = getUpdate(change, also);
    const condition = 'ownerId = :wasOwner AND #version = :wasVersion AND #codeHash = :wasCode';
    const seen = { ':wasOwner': was.ownerId, ':wasVersion': was.version, ':wasCode': was.codeHash };
    const command = new UpdateCommand({
      TableName: TEMPLATES_TABLE,
      Key: { templateId: was.templateId },
      ...toExpressions({ UpdateExpression: update, ConditionExpression: condition }, { ...values, ...seen }),
      ReturnValues: 'ALL_NEW',
    });
    const written = await undefinedIfConditionFails(documents.send(command));
    return written?.Attributes && readTemplate(written.Attributes);
  };
  return {
    /**
     * Applies the change in one write and returns the new record; undefined if the template does not exist any more. If
     * the code differs, the version is increased, after the previous version is stored.
     *
     * @param template the record as it was just read
     */
    async update(template: TemplateRecord, change: TemplateChange, now: Date): Promise<TemplateRecord | undefined> {
      const updatedAt = now.toISOString();
      let was: TemplateRecord | undefined = template;
      for (let attempt = 0; was && was.ownerId === template.ownerId && attempt < updateAttempts; attempt += 1) {
        // after an earlier try that succeeded the code is the same, so no further version is created
        const isNewCode: boolean = change.compiled !== undefined && change.compiled.codeHash !== was.codeHash;
        if (isNewCode) await putRecord(versions, VERSIONS_TABLE, was, currentVersion(was));
        const grown = isNewCode && { version: was.version + 1, versionCreatedAt: updatedAt };
        const updated = await write(was, change, { updatedAt, ...grown });
        if (updated) return updated;
        was = await findTemplate(TEMPLATES_TABLE, template.templateId);
      }
      if (was?.ownerId === template.ownerId) throw new Error('The template was changed by others again and again.');
      return undefined;
    },
  };
};

export const dynamoDbTemplateTracer = ({ TEMPLATES_TABLE }: EnvironmentOf<'templates:trace'>) => ({
  /** Returns the account that deleted a template; undefined if it was not deleted. */
  async deletedBy(templateId: string): Promise<string | undefined> {
    const item = await getItem(TEMPLATES_TABLE, { templateId });
    return item && isDeleted(item) ? String(item.deletedBy) : undefined;
  },
});

export const dynamoDbTemplateDeleter = ({ TEMPLATES_TABLE, VERSIONS_TABLE }: EnvironmentOf<'templates:delete'>) => ({
  /**
   * Deletes a template. Its id stays reserved.
   *
   * @returns `isFirst`: whether this call deleted it; undefined if the owner has no such template
   */
  async delete(templateId: string, ownerId: string): Promise<{ readonly isFirst: boolean } | undefined> {
    const command = new PutCommand({
      TableName: TEMPLATES_TABLE,
      Item: addFormatVersion(deletedItem(templateId, ownerId)),
      // the second condition: an earlier try succeeded, but its response was lost
      ConditionExpression: 'ownerId = :owner OR deletedBy = :owner',
      ExpressionAttributeValues: { ':owner': ownerId },
      ReturnValues: 'ALL_OLD',
    });
    const deleted = await undefinedIfConditionFails(documents.send(command));
    return deleted && { isFirst: deleted.Attributes?.ownerId === ownerId };
  },
  /** Removes the earlier versions of a deleted template. */
  async deleteVersions(templateId: string): Promise<void> {
    const keysOnly = { ProjectionExpression: 'templateId, #version' };
    const keys = await Array.fromAsync(queryItems(VERSIONS_TABLE, { templateId }, keysOnly));
    // a template can have 10,000 versions
    for (let n = 0; n < keys.length; n += 25)
      await Promise.all(keys.slice(n, n + 25).map((key) => deleteItem(VERSIONS_TABLE, key)));
  },
});

export const dynamoDbVersionLister = ({ VERSIONS_TABLE }: EnvironmentOf<'versions:list'>) => ({
  /** Returns the newest first, at most `limits.listedVersions`. */
  of(templateId: string): Promise<VersionRecord[]> {
    const newestFirst = { ScanIndexForward: false, Limit: limits.listedVersions };
    const items = queryItems(VERSIONS_TABLE, { templateId }, newestFirst);
    return Array.fromAsync(takeFirst(items, { items: limits.listedVersions }), versions.read);
  },
});

export const dynamoDbVersionReader = ({ VERSIONS_TABLE }: EnvironmentOf<'versions:read'>) => ({
  find: (templateId: string, version: number): Promise<VersionRecord | undefined> =>
    findRecord(versions, VERSIONS_TABLE, { templateId, version }),
});
