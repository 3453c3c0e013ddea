import { setTimeout } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { orRequestEnds } from 'image-url-engine/workers.ts';
import { abortAtDeadline } from '../abort-at-deadline.ts';
import { patience } from '../timeouts.ts';

/** The process's only S3 client. */
export const objects = abortAtDeadline(new S3Client({ maxAttempts: 3, requestHandler: patience(3) }));

/** Timeout of a whole call in milliseconds. @default the time that the request has left */
interface Limit {
  readonly withinMs?: number;
}

const getSignal = ({ withinMs }: Limit): { abortSignal?: AbortSignal } =>
  withinMs === undefined ? {} : { abortSignal: orRequestEnds(AbortSignal.timeout(withinMs)) };

/** User metadata of an object: lower-case names, ASCII values, 2 KB together. */
type Metadata = Readonly<Record<string, string>>;

interface ReadObject {
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
  readonly metadata: Metadata;
  /** When the object was last written. */
  readonly storedAt: Date | undefined;
}

/** Returns an object's bytes and headers; undefined if it does not exist. */
export const getObject = async (Bucket: string, Key: string, limit: Limit = {}): Promise<ReadObject | undefined> => {
  const signal = getSignal(limit);
  for (let tries = 1; ; tries += 1) {
    const found = await objects.send(new GetObjectCommand({ Bucket, Key }), signal).catch((error: unknown) => {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    });
    try {
      const bytes = await found?.Body?.transformToByteArray();
      const { ContentType: contentType, LastModified: storedAt, Metadata: metadata = {} } = found ?? {};
      return bytes && { bytes, contentType, metadata, storedAt };
    } catch (cause) {
      // the body broke off; the SDK retries only until it has the headers
      if (tries === 2) throw new Error(`The body of ${Key} broke off.`, { cause });
    }
  }
};

interface PutSettings extends Limit {
  readonly metadata?: Metadata;
  /** `Cache-Control` of those who get the object from CloudFront. @default none */
  readonly cacheControl?: string;
  /** Whether to write only if the key does not exist. */
  readonly mustBeNew?: boolean;
}

/** Tries of a conditional write that another one is in the way of, and the pause between, which grows. */
const conflictTries = 5;
const conflictPauseMs = 50;

/** Writes an object. @returns false if it must be new and exists */
export const putObject = async (
  Bucket: string,
  Key: string,
  Body: Uint8Array | string,
  ContentType: string,
  { metadata: Metadata, mustBeNew, cacheControl: CacheControl, ...limit }: PutSettings = {},
): Promise<boolean> => {
  const object = { Bucket, Key, Body, ContentType, CacheControl, Metadata, ...(mustBeNew && { IfNoneMatch: '*' }) };
  for (let tries = 1; ; tries += 1) {
    try {
      await objects.send(new PutObjectCommand(object), getSignal(limit));
      return true;
    } catch (error) {
      if (!(error instanceof S3ServiceException)) throw error;
      if (error.name === 'PreconditionFailed') return false;
      // another conditional write of the key is under way, which may yet fail
      if (error.name !== 'ConditionalRequestConflict' || tries === conflictTries) throw error;
      await setTimeout(tries * conflictPauseMs);
    }
  }
};

/** Returns the keys of all objects with the prefix. */
export const listKeys = async (bucket: string, prefix: string): Promise<string[]> => {
  const pages = await Array.fromAsync(paginateListObjectsV2({ client: objects }, { Bucket: bucket, Prefix: prefix }));
  return pages.flatMap(({ Contents = [] }) => Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key])));
};

export const deleteObject = async (bucket: string, key: string): Promise<void> => {
  await objects.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
};
