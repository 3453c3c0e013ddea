import { GetObjectCommand, NoSuchKey } from '@aws-sdk/client-s3';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import { objects } from './client.ts';

export const s3AccessLogs = ({ LOGS_BUCKET }: EnvironmentOf<'logs:read'>) => ({
  /** Returns the bytes of a log file as a stream; undefined if it does not exist (any more). */
  async open(Key: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    try {
      const { Body } = await objects.send(new GetObjectCommand({ Bucket: LOGS_BUCKET, Key }));
      return Body as AsyncIterable<Uint8Array> | undefined;
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  },
});
