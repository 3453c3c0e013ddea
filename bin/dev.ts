import { resolve } from 'node:path';
import { administration } from '../admin/administration.ts';
import { publishStarters } from '../admin/publish-starters.ts';
import { runtime } from '../lambdas/runtime/runtime.ts';
import { StageError } from '../lib/app/settings.ts';
import { startExampleSite } from '../local/example-site.ts';
import { seedDeveloper } from '../local/seed.ts';
import { startService } from '../local/service.ts';
import { starters } from '../starters/index.ts';
import { DevError, readDevOptions, toDevError, usage } from './dev-options.ts';
import { logToStandardError, print } from './print.ts';
import { readContext } from './stage-settings.ts';
import { startStudio } from './studio.ts';

/** Exits with a message only if the developer can fix the error. @throws every other error */
const exitWithMessage = (error: unknown): never => {
  if (!(error instanceof DevError || error instanceof StageError)) throw error;
  console.error(error.message);
  process.exit(2);
};

const [options, context] = (() => {
  try {
    return [readDevOptions(process.argv.slice(2)), readContext()];
  } catch (error) {
    return exitWithMessage(error);
  }
})();
if (options.isHelp) {
  print(usage);
  process.exit(0);
}

// read first, because the parent may have exited when the service runs
const startedBy = process.ppid;
logToStandardError();
const dataDir = resolve(options.data);
const hasBedrockEmulator = process.env.AWS_ENDPOINT_URL_BEDROCK_RUNTIME !== undefined;
const bedrockModel = options.bedrock ?? (hasBedrockEmulator ? 'local.stand-in' : '');

/** @throws every error that the developer cannot fix */
const failExplained = (error: unknown): never => exitWithMessage(toDevError(error, options));

const service = await startService({
  dataDir,
  port: options.ports.port,
  imagePort: options.ports['image-port'],
  bedrockModel,
  defaultEngine: options.engine,
  fontSource: process.env.FONT_SOURCE ?? context.fontSource,
  // like the stage setting of a deployment
  hasEdgeFunction: process.env.EDGE_FUNCTION !== 'off',
  studioOrigin: process.env.STUDIO_ORIGIN,
}).catch(failExplained);
const { store, ports } = administration();
const { accountId, apiKey } = await (async () => {
  await publishStarters(ports, store, runtime, await starters());
  return seedDeveloper(dataDir, store, runtime);
})().catch(failExplained);
const { baseUrl, imageUrl } = service;
const site = await startExampleSite(accountId, imageUrl, runtime);
const studio = await startStudio({
  dataDir,
  port: options.ports['studio-port'],
  baseUrl,
  imageUrl,
  apiKey,
  canGenerate: bedrockModel !== '',
}).catch(failExplained);
const { studioUrl } = studio;

const forPeople = `
  Studio        ${studioUrl}
  API           ${baseUrl}
  Images        ${imageUrl}
  Example site  ${site.origin}
  API key       ${apiKey}
  Data          ${dataDir}

  Mint an image URL:

  curl -s ${baseUrl}/v1/url \\
    -H 'Authorization: Bearer ${apiKey}' \\
    -d '{"templateId":"starter-article","variables":{"title":"Hello from my own machine","publication":"My site","section":"News","author":"Me","date":"Today","readingTime":"1 min"}}'
`;

/** Closing takes a tenth of a second; after this time the process exits in any case. */
const lastResortMs = 4_000;
const end = async (): Promise<void> => {
  setTimeout(() => process.exit(1), lastResortMs).unref();
  await studio.close();
  await site.close();
  await service.close();
  process.exit(0);
};
process.once('SIGTERM', end);
process.once('SIGINT', end);
// npm forwards a signal to its shell, which does not forward it: the program exits with the shell
if (process.env.npm_lifecycle_event !== undefined) {
  const watch = setInterval(() => {
    if (process.ppid === startedBy) return;
    clearInterval(watch);
    void end();
  }, 500).unref();
}

print(
  options.isJson
    ? JSON.stringify({ baseUrl, imageUrl, studioUrl, siteUrl: site.origin, apiKey, accountId, dataDir })
    : forPeople,
);
