import type { EnvironmentOf } from '../../config/capabilities.ts';
import { limits } from '../../contract/limits.ts';
import type { FontRecord } from '../../ports/records.ts';
import { addFormatVersion, readFonts, toFontItem } from './items.ts';
import { getItem, putItem, updateItem } from './table.ts';

/* All fonts of an account are one item, so that one conditional write counts them and adds a font. */

type FontsTable = EnvironmentOf<'fonts:read'>;

export const dynamoDbFontLister = ({ FONTS_TABLE }: FontsTable) => ({
  /** Returns the fonts of an account, newest first. */
  async of(accountId: string): Promise<readonly FontRecord[]> {
    const item = await getItem(FONTS_TABLE, { accountId });
    return item ? readFonts(item) : [];
  },
});

export const dynamoDbFontAdder = ({ FONTS_TABLE }: FontsTable) => ({
  /**
   * Adds a font, or replaces the one with its id, in one conditional write. @returns false if the account has the
   * maximum number of fonts
   */
  async add(accountId: string, font: FontRecord): Promise<boolean> {
    const addToOthers = () =>
      updateItem(
        FONTS_TABLE,
        { accountId },
        'SET fonts.#id = :font',
        'attribute_exists(fonts) AND (attribute_exists(fonts.#id) OR size(fonts) < :most)',
        { ':font': toFontItem(font), ':most': limits.fonts },
        { '#id': font.fontId },
      );
    const first = addFormatVersion({ accountId, fonts: { [font.fontId]: toFontItem(font) } });
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
