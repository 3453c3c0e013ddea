import type { ObjectMetadata } from './objects.ts';

const escaped = (text: string): string => text.replace(/[<>&"'\r\n]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const text = (name: string, value: string | number | boolean): string => `<${name}>${escaped(String(value))}</${name}>`;
const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

export const errorXml = (code: string, message: string): string =>
  `${declaration}<Error>${text('Code', code)}${text('Message', message)}</Error>`;

/** Returns one page of ListObjectsV2; the token of the next one is the last key of this one. */
export const listXml = (
  page: { readonly bucket: string; readonly prefix: string; readonly maxKeys: number; readonly isTruncated: boolean },
  objects: readonly ObjectMetadata[],
): string => {
  const last = objects.at(-1);
  const entries = objects.map(({ key, modified, etag, sizeBytes }) =>
    [
      '<Contents>',
      text('Key', key),
      text('LastModified', modified),
      text('ETag', etag),
      text('Size', sizeBytes),
      text('StorageClass', 'STANDARD'),
      '</Contents>',
    ].join(''),
  );
  return [
    `${declaration}<ListBucketResult>`,
    text('Name', page.bucket),
    text('Prefix', page.prefix),
    text('KeyCount', objects.length),
    text('MaxKeys', page.maxKeys),
    text('IsTruncated', page.isTruncated),
    page.isTruncated && last ? text('NextContinuationToken', Buffer.from(last.key).toString('base64url')) : '',
    ...entries,
    '</ListBucketResult>',
  ].join('');
};
