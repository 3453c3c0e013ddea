import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDev } from '../test/support/running-service.ts';
import { getSpread, type Timing } from './timing.ts';

const card = `export const options = { width: 1200, height: 630, format: 'webp' };
export default function Card({ title = 'Designing resilient queues', author = 'Marta Lindqvist', tag = 'Engineering' }) {
  return (
    <div style={{ width: '100%', height: '100%', display: 'flex', flexDirection: 'column', justifyContent: 'space-between', padding: 64, backgroundImage: 'linear-gradient(135deg, #0f172a, #1e3a8a 55%, #7c3aed)', color: 'white' }}>
      <div style={{ display: 'flex', padding: '10px 22px', borderRadius: 999, border: '1px solid rgba(255,255,255,0.35)', fontSize: 24, alignSelf: 'flex-start' }}>{tag}</div>
      <div style={{ fontSize: 68, fontWeight: 700, lineHeight: 1.12, letterSpacing: -1.5, maxWidth: 1000 }}>{title}</div>
      <div style={{ display: 'flex', fontSize: 30, fontWeight: 600 }}>{author}</div>
    </div>
  );
}`;

const warmUps = 20;

/**
 * Times the local service for its clients, warm and sequentially: minting with changing variables, and delivering
 * images that were never fetched.
 */
export const timeService = async (iterations: number): Promise<{ readonly mint: Timing; readonly render: Timing }> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  const { address, stop } = await startDev(dataDir);
  const headers = { authorization: `Bearer ${address.apiKey}` };
  const post = async (path: string, body: unknown) => {
    const response = await fetch(address.baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    // biome-ignore lint/suspicious/noExplicitAny: answers of two routes
    return response.json() as Promise<any>;
  };

  const { templateId } = await post('/v1/templates', { name: 'bench', code: card });
  const mints: number[] = [];
  const renders: number[] = [];
  for (let iteration = -warmUps; iteration < iterations; iteration += 1) {
    const started = performance.now();
    const { url } = await post('/v1/url', {
      templateId,
      variables: { title: `Year ${iteration} of backpressure: what we learned` },
    });
    const minted = performance.now();
    const image = await fetch(url);
    await image.arrayBuffer();
    if (image.headers.get('x-cache') !== 'render') throw new Error('An image was not rendered.');
    if (iteration >= 0) mints.push(minted - started);
    if (iteration >= 0) renders.push(performance.now() - minted);
  }

  await stop();
  await rm(dataDir, { recursive: true, force: true });
  return { mint: getSpread(mints), render: getSpread(renders) };
};
