import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../local/atomic-file.ts';
import { listen } from '../local/listen.ts';
import { fetchAsCrawler } from '../packages/cli/src/requests.ts';
import { previewPage } from '../studio/preview/preview-page.ts';
import { buildPage } from '../studio/server/page-files.ts';
import { newSession, studioAddress, studioServer } from '../studio/server/studio-server.ts';
import { serviceConnection } from '../studio/templates/service-connection.ts';
import { serviceTemplates } from '../studio/templates/service-templates.ts';

/** The session of this data: the same after a restart, so that a page that is open goes on. Read by its owner only. */
const getSession = async (dataDir: string): Promise<string> => {
  const file = join(dataDir, 'studio-session');
  const cached = await readFile(file, 'utf8').catch(() => '');
  if (cached) return cached;
  const made = newSession();
  await writeWhole(file, made);
  return made;
};

export interface StudioPosition {
  readonly dataDir: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly baseUrl: string;
  readonly imageUrl: string;
  readonly apiKey: string;
  /** Whether AI is configured. */
  readonly canGenerate: boolean;
}

/** Starts the studio for the service of this machine. Whoever opens the page first waits half a second for its building. */
export const startStudio = async ({ dataDir, port, baseUrl, imageUrl, apiKey, canGenerate }: StudioPosition) => {
  const session = await getSession(dataDir);
  const service = serviceConnection({ baseUrl, apiKey });
  const server = studioServer({
    templates: serviceTemplates(service),
    service,
    page: buildPage,
    session,
    imageOrigin: imageUrl,
    previewPage: (address) => previewPage(address, fetchAsCrawler),
    canGenerate,
  });
  const { url, close } = await listen(server, port);
  return { studioUrl: studioAddress(url, session), close };
};
