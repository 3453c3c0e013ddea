import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from '../../contract/limits.ts';
import type { Adapter } from '../connect.ts';
import { documents } from './client.ts';
import { holds } from './condition.ts';
import { itemOfFont, readFonts, stored } from './items.ts';

/* All fonts of an account are one item: one conditional write counts them and adds a font, also under concurrency. */

export const dynamoDbFontLister: Adapter<'fonts:read'> = ({ FONTS_TABLE: TableName }) => ({
  async of(accountId) {
    const { Item } = await documents.send(new GetCommand({ TableName, Key: { accountId }, ConsistentRead: true }));
    return Item ? readFonts(Item) : [];
  },
});

export const dynamoDbFontAdder: Adapter<'fonts:add'> = ({ FONTS_TABLE: TableName }) => ({
  async add(accountId, font) {
    const addToOthers = () =>
      holds(
        documents.send(
          new UpdateCommand({
            TableName,
            Key: { accountId },
            UpdateExpression: 'SET fonts.#id = :font',
            ConditionExpression: 'attribute_exists(fonts) AND (attribute_exists(fonts.#id) OR size(fonts) < :most)',
            ExpressionAttributeNames: { '#id': font.fontId },
            ExpressionAttributeValues: { ':font': itemOfFont(font), ':most': limits.fonts },
          }),
        ),
      );
    const addFirst = () =>
      holds(
        documents.send(
          new PutCommand({
            TableName,
            Item: stored({ accountId, fonts: { [font.fontId]: itemOfFont(font) } }),
            ConditionExpression: 'attribute_not_exists(accountId)',
          }),
        ),
      );
    // if another request created the item meanwhile, add to that
    return (await addToOthers()) || (await addFirst()) || addToOthers();
  },
});

export const dynamoDbFontDeleter: Adapter<'fonts:delete'> = ({ FONTS_TABLE: TableName }) => ({
  delete: (accountId, fontId) =>
    holds(
      documents.send(
        new UpdateCommand({
          TableName,
          Key: { accountId },
          UpdateExpression: 'REMOVE fonts.#id',
          ConditionExpression: 'attribute_exists(fonts.#id)',
          ExpressionAttributeNames: { '#id': fontId },
        }),
      ),
    ),
});
