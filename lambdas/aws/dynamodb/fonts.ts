import { limits } from 'image-url-contract/limits.ts';
import * as z from 'zod';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import { type FontRecord, fonts, storedFont } from '../../domain/records/account-records.ts';
import type { RecordOf } from '../../domain/records/record.ts';
import { findRecord } from './stored-records.ts';
import { putItem, updateItem } from './table.ts';

type FontsTable = EnvironmentOf<'fonts:read'>;

/** Returns the fonts of an account, newest first. */
export const toFontList = (found: RecordOf<typeof fonts> | undefined): readonly FontRecord[] =>
  Object.entries(found?.fonts ?? {})
    .map(([fontId, font]) => ({ fontId, ...font }))
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.fontId < b.fontId ? -1 : 1));

export const dynamoDbFontLister = ({ FONTS_TABLE }: FontsTable) => ({
  of: async (accountId: string) => toFontList(await findRecord(fonts, FONTS_TABLE, { accountId })),
});

export const dynamoDbFontAdder = ({ FONTS_TABLE }: FontsTable) => ({
  /**
   * Adds a font, or replaces the one with its id, in one conditional write. @returns false if the account has the
   * maximum number of fonts
   */
  async add(accountId: string, { fontId, ...font }: FontRecord): Promise<boolean> {
    const addToOthers = () =>
      updateItem(
        FONTS_TABLE,
        { accountId },
        'SET fonts.#id = :font',
        'attribute_exists(fonts) AND (attribute_exists(fonts.#id) OR size(fonts) < :most)',
        { ':font': z.encode(storedFont, font), ':most': limits.fonts },
        { '#id': fontId },
      );
    const first = fonts.toItem({ accountId }, { accountId, fonts: { [fontId]: font } });
    const addFirst = () => putItem(FONTS_TABLE, first, 'attribute_not_exists(accountId)');
    // if another request created the item meanwhile, add to that
    return (await addToOthers()) || (await addFirst()) || addToOthers();
  },
});

export const dynamoDbFontDeleter = ({ FONTS_TABLE }: FontsTable) => ({
  /** Deletes a font. @returns false if it does not exist */
  delete: (accountId: string, fontId: string): Promise<boolean> =>
    updateItem(FONTS_TABLE, { accountId }, 'REMOVE fonts.#id', 'attribute_exists(fonts.#id)', {}, { '#id': fontId }),
});
