import { getService } from '../api.ts';
import { readProject } from '../config.ts';
import type { Answer, Context } from '../context.ts';
import { wrongUse } from '../failure.ts';
import { table } from '../output.ts';
import { givenPath } from '../paths.ts';
import { toAssetBody } from '../pictures.ts';
import { readNamed } from '../project-files.ts';

const pictureEndings = ['.png', '.jpg', '.jpeg', '.webp', '.avif', '.gif', '.svg'];

/** Uploads a picture. @throws Failure of exit code 2 for a file that is not there or is no picture */
export const uploadPicture = async (context: Context, file: string, name?: string) => {
  const bytes = await readNamed(readProject(context).root, givenPath(context.cwd, file), pictureEndings);
  if (!bytes) throw wrongUse('NO_SUCH_FILE', `There is no file ${file}.`);
  const body = toAssetBody(file, bytes);
  return getService(context).call('createAsset', { body: { ...body, name: name ?? body.name } });
};

/** `image-url asset add`: uploads a picture, and prints its address. */
export const addAsset = async (
  context: Context,
  file: string,
  { name }: { readonly name?: string },
): Promise<Answer> => {
  const asset = await uploadPicture(context, file, name);
  for (const warning of asset.warnings ?? []) context.output.note(`warning: ${warning}`);
  return { json: asset, text: asset.url };
};

/** `image-url asset list`. */
export const listAssets = async (context: Context): Promise<Answer> => {
  const listed = await getService(context).call('listAssets');
  const rows = listed.assets.map(({ name = '', url, width, height, bytes }) => [
    name,
    `${width} x ${height}`,
    `${bytes.toLocaleString('en')} bytes`,
    url,
  ]);
  return { json: listed, text: rows.length > 0 ? table(rows) : 'no assets' };
};

/** Returns the id of an asset that an argument names: itself, or the one in an address. */
const toAssetId = (given: string): string => /\/v1\/a\/[^/]+\/([0-9a-f]{64})\.\w+$/.exec(given)?.[1] ?? given;

/** `image-url asset delete`: deletes a picture and its address. Published URLs do not change. */
export const deleteAsset = async (context: Context, given: string): Promise<Answer> => {
  const assetId = toAssetId(given);
  const deleted = await getService(context).call('deleteAsset', { path: { assetId } });
  return { json: deleted, text: `deleted ${assetId}` };
};
