import { assetTypes } from 'image-url-contract/asset-types.ts';
import { limits } from 'image-url-contract/limits.ts';
import { Refusal } from '../../templates/template-source.ts';
import { hasAccount } from '../gallery/templates.ts';
import { ask, getMessage } from '../session/service.ts';
import { complain, report } from '../shell/notice.tsx';
import { words } from '../words.ts';
import { type ShownSize, shrinkPicture } from './shrink-picture.ts';

const { pictures: texts } = words;

/** A picture of the account, with an address of its own. */
export interface Asset {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** Formats that every engine reads, for the dialog that chooses a file. */
export const pictureTypes = Object.values(assetTypes).join(',');

/** Returns a file as a `data:` address. */
export const getDataUrl = (file: Blob): Promise<string> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(file);
  return promise;
};

/** Returns the picture of what was dropped or pasted, if there is one. */
export const getPicture = (data: DataTransfer | null): File | undefined =>
  [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'));

const upload = async (picture: File | Blob, shown: ShownSize): Promise<Asset> => {
  if (!hasAccount.value) throw new Refusal(0, 'NO_ACCOUNT', texts.noAccount);
  const small = await shrinkPicture(picture, shown, limits.assetBytes);
  const name = picture instanceof File ? { name: picture.name } : {};
  return ask<Asset>('POST', '/v1/assets', { ...name, dataUrl: await getDataUrl(small) });
};

/** Uploads a picture, shrunk to where it is shown, and reports it. @returns undefined if that failed, which is told */
export const uploadAndReport = async (picture: File | Blob, shown: ShownSize): Promise<Asset | undefined> => {
  report(texts.uploading);
  try {
    const asset = await upload(picture, shown);
    report(texts.uploaded(asset.width, asset.height));
    return asset;
  } catch (error) {
    complain(getMessage(error));
    return undefined;
  }
};
