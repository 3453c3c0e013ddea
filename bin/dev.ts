import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { engineNames, usualEngine } from '../lambdas/contract/engine-names.ts';
import { runtime } from '../lambdas/runtime.ts';
import { publishStarters } from '../lambdas/usecases/publish-starters.ts';
import { seedDeveloper } from '../local/seed.ts';
import { startService } from '../local/service.ts';
import { starters } from '../starters/index.ts';
import { administration } from './administration.ts';
import { logToStandardError, print } from './print.ts';
import { startStudio } from './studio.ts';

const usage = `npm run dev -- [--port 8787] [--image-port 8788] [--studio-port 8789] [--data .local] [--bedrock MODEL] [--engine satori|takumi] [--json]`;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8787' },
    'image-port': { type: 'string', default: '8788' },
    'studio-port': { type: 'string', default: '8789' },
    data: { type: 'string', default: '.local' },
    bedrock: { type: 'string' },
    engine: { type: 'string', default: usualEngine },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  print(usage);
  process.exit(0);
}

const defaultEngine = engineNames.find((name) => name === values.engine);
if (!defaultEngine) {
  print(`There is no engine "${values.engine}"; there are ${engineNames.join(' and ')}.`);
  process.exit(2);
}

// before anything else: it may be gone by the time the service runs
const startedBy = process.ppid;
logToStandardError();
const dataDir = resolve(values.data);
const hasBedrockStandIn = process.env.AWS_ENDPOINT_URL_BEDROCK_RUNTIME !== undefined;
const bedrockModel = values.bedrock ?? (hasBedrockStandIn ? 'local.stand-in' : '');

const service = await startService({
  dataDir,
  port: Number(values.port),
  imagePort: Number(values['image-port']),
  bedrockModel,
  defaultEngine,
  // as the stage setting of a deployment
  hasEdgeFunction: process.env.EDGE_FUNCTION !== 'off',
  studioOrigin: process.env.STUDIO_ORIGIN,
});
const { store, ports } = administration();
await publishStarters(ports, store, runtime, await starters());
const { accountId, apiKey } = await seedDeveloper(dataDir, store, runtime);
const { baseUrl, imageUrl } = service;
const studio = await startStudio({
  dataDir,
  port: Number(values['studio-port']),
  baseUrl,
  imageUrl,
  apiKey,
  canGenerate: bedrockModel !== '',
});
const { studioUrl } = studio;

const forPeople = `
  Studio   ${studioUrl}
  API      ${baseUrl}
  Images   ${imageUrl}
  API key  ${apiKey}
  Data     ${dataDir}

  Mint an image URL:

  curl -s ${baseUrl}/v1/url \\
    -H 'Authorization: Bearer ${apiKey}' \\
    -d '{"templateId":"starter-article","variables":{"title":"Hello from my own machine"}}'
`;

/** Closing takes a tenth of a second; whatever holds it up, the service is gone by then. */
const lastResortMs = 4_000;
const end = async (): Promise<void> => {
  setTimeout(() => process.exit(1), lastResortMs).unref();
  await studio.close();
  await service.close();
  process.exit(0);
};
process.once('SIGTERM', end);
process.once('SIGINT', end);
// npm hands a signal on to its shell, and that to nobody: what npm started ends with the shell
if (process.env.npm_lifecycle_event !== undefined) {
  const watch = setInterval(() => {
    if (process.ppid === startedBy) return;
    clearInterval(watch);
    void end();
  }, 500).unref();
}

print(values.json ? JSON.stringify({ baseUrl, imageUrl, studioUrl, apiKey, accountId, dataDir }) : forPeople);
