/**
 * Part of `npm run release:prepare`: writes one of everything with the service of today, and keeps the data with what the service answered.
 * `upgrade.test.ts` starts later code on it.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAdmin } from '../../../bin/admin.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { synthesiseRelease } from '../../../tools/release/synthesise.ts';
import { emptyAssets, unbundled } from '../../support/empty-assets.ts';
import { getUpload, staticFont } from '../../support/fonts.ts';
import { onDemandPath } from '../../support/on-demand.ts';
import { startPages } from '../../support/page-server.ts';
import { startDev } from '../../support/running-service.ts';
import { sendTo } from '../../support/send-to.ts';
import { pathOf, readImage, request } from './client.ts';
import { lastingResources } from './lasting-resources.ts';
import { pack, type RecordedImage, resourcesFile } from './recording.ts';

const card = (body: string, options = "{ width: 300, height: 150, format: 'png' }") =>
  `export const options = ${options};\nexport default function Card({ title = 'Recorded' }) { return ${body}; }\n`;
const templates = {
  versions: [1, 2, 3].map((n) => card(`<div tw="flex h-full w-full bg-blue-${n}00 text-3xl">{title} ${n}</div>`)),
  sizes: [
    card('<div tw="flex text-3xl">{title}</div>', "{ sizes: { og: [300, 150], square: [150, 150] }, format: 'webp' }"),
  ],
  font: [card("<div style={{ display: 'flex', fontFamily: 'Recorded', fontSize: 30 }}>{title}</div>")],
  satori: [
    card(
      "<div style={{ display: 'flex', fontSize: 30 }}>{title}</div>",
      "{ width: 300, height: 150, engine: 'satori' }",
    ),
  ],
  revoked: [card('<div tw="flex">{title}</div>')],
  denied: [card('<div tw="flex">{title}</div>')],
};

const dataDir = await mkdtemp(join(tmpdir(), 'recorded-data-'));
const { address, stop } = await startDev(dataDir);
const api = async (method: string, path: string, body?: unknown) => {
  const { status, json } = await sendTo(address, method, path, body);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`);
  return json;
};
const mint = async (body: object): Promise<string> => pathOf((await api('POST', '/v1/url', body)).url);

const { font } = await api('POST', '/v1/fonts', getUpload(staticFont(), 'Recorded'));
const saved = new Map<string, string>();
for (const [name, [first, ...later]] of Object.entries(templates)) {
  const { templateId } = await api('POST', '/v1/templates', { name, code: first });
  for (const code of later) await api('PATCH', `/v1/templates/${templateId}`, { code });
  saved.set(name, templateId);
}
const idOf = (name: keyof typeof templates): string => saved.get(name) ?? '';
const variables = { title: 'Published' };

const { apiKey: mintingKey } = await api('POST', '/v1/keys', { name: 'minting', scopes: ['mint'], monthlyMints: 50 });
const { apiKey: deletedKey, keyId } = await api('POST', '/v1/keys', { name: 'deleted', scopes: ['*'] });
await api('DELETE', `/v1/keys/${keyId}`);
const { signingKey } = await api('POST', '/v1/signing-keys', { name: 'site', dailyRenders: 100 });
await api('PUT', '/v1/fallback', { templateId: idOf('satori') });

const paths = [
  await mint({ templateId: idOf('versions'), variables }),
  await mint({ templateId: idOf('versions'), variables, version: 1 }),
  await mint({ templateId: idOf('sizes'), variables, size: 'square' }),
  await mint({ templateId: idOf('font'), variables }),
  await mint({ templateId: idOf('satori'), variables, devicePixelRatio: 2 }),
  await mint({ templateId: 'starter-article', variables, width: 400, height: 210 }),
  await mint({ templateId: idOf('versions'), variables, form: 'path' }),
  onDemandPath(signingKey, { templateId: idOf('versions'), variables }),
];
const pages = new Map<string, string>();
const site = await startPages(pages);
const { siteId } = await api('POST', '/v1/sites', { origin: site.origin, templateId: idOf('versions') });
const sitePath = `/v1/s/${siteId}/first.jpg`;
pages.set('/first', `<title>A page</title><meta property="og:image" content="${address.imageUrl}${sitePath}">`);
const images: RecordedImage[] = [];
for (const path of [...paths, sitePath]) images.push(await readImage(address, path));
await site.stop();

const unrendered = [
  await mint({ templateId: idOf('versions'), variables: { title: 'Never requested' } }),
  onDemandPath(signingKey, { templateId: idOf('versions'), variables: { title: 'Never requested' } }),
];
const revoked = await mint({ templateId: idOf('revoked'), variables });
await request(address, revoked);
await api('POST', '/v1/revocations', { url: address.imageUrl + revoked });
const denied = await mint({ templateId: idOf('denied'), variables });
await runAdmin(['deny', 'template', idOf('denied'), '--data', dataDir]);

const { imageMints } = await api('GET', '/v1/usage');
await stop();
pack(dataDir, {
  release: manifest.version,
  recordedAt: new Date().toISOString(),
  ...{ apiKey: address.apiKey, mintingKey, deletedKey, signingKey },
  mintsUsed: imageMints.used,
  templates: Object.entries(templates).map(([name, versions]) => ({
    templateId: saved.get(name) ?? '',
    name,
    versions,
  })),
  fontHash: font.sha256,
  ...{ images, unrendered, revoked, denied },
});
const built = await mkdtemp(join(tmpdir(), 'lasting-'));
const [service] = synthesiseRelease('0.0.0', { outdir: join(built, 'out'), ...emptyAssets(built), context: unbundled });
const lasting = lastingResources(service?.template ?? '');
await writeFile(resourcesFile(manifest.version), `${JSON.stringify(lasting, null, 2)}\n`);
for (const folder of [dataDir, built]) await rm(folder, { recursive: true });
process.exit();
