import { formatThousands } from 'image-url-engine/words.ts';
import * as z from 'zod';
import { assetTypes } from '../asset-types.ts';
import { errorCode } from '../error-code.ts';
import { limits } from '../limits.ts';
import { filled, isWellFormed, moment, requestWarnings } from './render.ts';

const dataText = errorCode('INVALID_ASSET');
const nameText = errorCode('INVALID_NAME');

/** Its form is checked before its data, which may be long: `isDataUrl`. */
const head = /^data:[a-z]+\/[a-z0-9.+-]+(?:;[a-z]+=[\w-]+)?;base64,/i;
/** With or without padding, because command lines omit it. */
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Returns what a `data:` address in base64 holds, still encoded; undefined for any other text. */
export const getEncodedData = (dataUrl: string): string | undefined => {
  const [start] = head.exec(dataUrl) ?? [];
  if (start === undefined) return undefined;
  const data = dataUrl.slice(start.length);
  return base64.test(data) && data.replaceAll('=', '').length % 4 !== 1 ? data : undefined;
};

export const createAssetRequest = z
  .object(
    {
      name: z
        .string(nameText)
        .max(limits.nameCharacters, nameText)
        .refine((text) => text.trim() !== '' && isWellFormed(text), nameText)
        .optional()
        .meta({ description: 'What lists call it, such as the name of its file.' }),
      dataUrl: z
        .string(dataText)
        .refine((text) => getEncodedData(text) !== undefined, dataText)
        .meta({
          description: `The picture as a \`data:\` address in base64, of at most ${formatThousands(limits.assetBytes)} bytes. Its bytes decide what it is, not the type that the address names.`,
        }),
    },
    errorCode('INVALID_BODY'),
  )
  .meta({ id: 'CreateAssetRequest' });

const fields = {
  assetId: z.string().meta({ description: 'SHA-256 of its stored bytes, in hex.' }),
  name: z.string().optional(),
  url: z.string().meta({ description: 'Public, without a signature, the same bytes for ever.' }),
  width: z.int().meta({ description: 'CSS pixels, upright.' }),
  height: z.int(),
  bytes: z.int().meta({ description: 'As stored: an SVG without what is not rendered.' }),
  contentType: z.enum(Object.values(assetTypes)),
  createdAt: moment,
};
const asset = z.object(fields).meta({ id: 'Asset' });

export const createAssetResponse = z
  .object({ ...fields, warnings: requestWarnings })
  .meta({ id: 'CreateAssetResponse' });
export const listAssetsResponse = z
  .object({ assets: z.array(asset) })
  .meta({ id: 'ListAssetsResponse', description: 'Newest first.' });
export const assetPath = z.object({ assetId: filled(errorCode('ASSET_NOT_FOUND')) });
export const deleteAssetResponse = z.object({ assetId: z.string() }).meta({ id: 'DeleteAssetResponse' });

export type AssetView = z.output<typeof asset>;
