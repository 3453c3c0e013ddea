import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { previewPage } from 'image-url-studio/preview/preview-page.ts';
import { buildPage } from 'image-url-studio/server/page-files.ts';
import { newSession, studioAddress, studioServer } from 'image-url-studio/server/studio-server.ts';
import { serviceConnection } from 'image-url-studio/templates/service-connection.ts';
import { serviceTemplates } from 'image-url-studio/templates/service-templates.ts';
import { listen } from '../local/listen.ts';
import { writeAtomically } from '../local/write-atomically.ts';
import { fetchAsCrawler } from '../packages/cli/src/requests.ts';

/** Returns the session of a data folder, which survives restarts. Readable by the owner only. */
const getSession = async (dataDir: string): Promise<string> => {
  const file = join(dataDir, 'studio-session');
  const stored = await readFile(file, 'utf8').catch(() => '');
  if (stored) return stored;
  const made = newSession();
  await writeAtomically(file, made);
  return made;
};

export interface StudioPosition {
  readonly dataDir: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly baseUrl: string;
  readonly imageUrl: string;
  readonly apiKey: string;
  /** Whether AI is configured. */
  readonly canGenerate: boolean;
}

/** Starts the studio for the local service. The first request waits half a second for the page's build. */
export const startStudio = async ({ dataDir, port, baseUrl, imageUrl, apiKey, canGenerate }: StudioPosition) => {
  const session = await getSession(dataDir);
  const service = serviceConnection({ baseUrl, apiKey });
  const server = studioServer({
    templates: serviceTemplates(service),
    service,
    page: buildPage,
    session,
    imageOrigin: imageUrl,
    addresses: { baseUrl, imageHost: imageUrl },
    previewPage: (address) => previewPage(address, fetchAsCrawler),
    canGenerate,
  });
  const { url, close } = await listen(server, port);
  return { studioUrl: studioAddress(url, session), close };
};
