import { createHash } from 'node:crypto';
import type { ServiceAddress } from '../../support/running-service.ts';
import type { RecordedImage } from './recording.ts';

const previewer = 'Twitterbot/1.0';

/** Requests an image by the path of its URL; the image host listens on another port each time. */
export const request = async ({ imageUrl }: Pick<ServiceAddress, 'imageUrl'>, path: string, agent = 'test') => {
  const response = await fetch(imageUrl + path, { headers: { 'user-agent': agent } });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get('content-type'), bytes };
};

export const pathOf = (url: string): string => new URL(url).pathname + new URL(url).search;

const hashOf = async (address: ServiceAddress, path: string, agent?: string): Promise<string> => {
  const { status, bytes } = await request(address, path, agent);
  if (status !== 200) throw new Error(`${path} answers ${status}: ${bytes.toString('utf8')}`);
  return createHash('sha256').update(bytes).digest('hex');
};

/** Returns what the URL of an image shows both classes of clients. */
export const readImage = async (address: ServiceAddress, path: string): Promise<RecordedImage> => ({
  path,
  sha256: { previewer: await hashOf(address, path, previewer), other: await hashOf(address, path) },
});
