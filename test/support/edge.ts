import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isServiceError } from 'image-url-contract/errors.ts';
import type { Keyring } from 'image-url-contract/signing/keyring.ts';
import { verifyImageUrl } from '../../lambdas/deliver/verify-image-url.ts';
import { edgeSource as readEdgeSource } from '../../lib/delivery/edge-source.ts';
import type { EdgeEvent, EdgeKeys, EdgeRequest, EdgeResponse } from '../../local/edge-function.ts';
import { viewerRequestEvent } from '../../local/edge-node.ts';

export const edgeSource = readEdgeSource('verify-image-url');

/** The edge's store with these secrets by key id. */
export const getEdgeKeys = (secrets: Readonly<Record<string, string>>): EdgeKeys => ({
  get: async (id) => {
    if (!Object.hasOwn(secrets, id)) throw new Error('KeyNotFound');
    return secrets[id] as string;
  },
  exists: async (id) => Object.hasOwn(secrets, id),
});

export const getKeyring = (secrets: Readonly<Record<string, string>>): Keyring => ({
  formatVersion: 1,
  keys: Object.entries(secrets).map(([id, secret]) => ({ id, secret, signFrom: 0 })),
});

/** The event of a request for an image with this query. */
export const imageEvent = (query: string, headers: Readonly<Record<string, string>> = {}): EdgeEvent =>
  viewerRequestEvent({ method: 'GET', path: '/v1/image', query, headers, requestId: 'request-1' });

/** The same event from a runtime that gives parsed parameters only. */
export const parsedOnly = ({ request, ...rest }: EdgeEvent): EdgeEvent => {
  const { rawQueryString: _raw, ...parsed } = request;
  return { ...rest, request: parsed };
};

/** What an answer says of a URL: the code of its refusal, '' for none; and what passes on. */
export const getVerdict = (answer: EdgeRequest | EdgeResponse) =>
  'statusCode' in answer
    ? { verdict: JSON.parse(answer.body?.data ?? '{}').code as string }
    : { verdict: '', cached: answer.querystring, signature: answer.headers['x-image-signature']?.value };

/** What the service says of a query: the code of its refusal, '' for none. */
export const serviceVerdict = async (keyring: Keyring, now: number, query: string): Promise<string> => {
  try {
    await verifyImageUrl(
      { keyring: async () => keyring },
      { now: () => new Date(now), log: () => {}, count: () => {} },
      query,
    );
    return '';
  } catch (error) {
    if (isServiceError(error)) return error.code;
    throw error;
  }
};

export const hasNjs = spawnSync('njs', ['-v']).status === 0;

/** Runs around the edge function's source under njs: reads events, answers with what the function made of them. */
const njsDriver = `
import fs from 'fs';
const input = JSON.parse(fs.readFileSync(INPUT, 'utf8'));
Date.now = () => input.now;
async function all() {
  const answers = [];
  for (let n = 0; n < input.events.length; n += 1) {
    const event = input.events[n];
    const raw = input.queries[n];
    if (raw !== null) event.request.rawQueryString = () => raw;
    const answer = await handler(event);
    answers.push(answer);
  }
  fs.writeFileSync(OUTPUT, JSON.stringify(answers));
}
all();
`;
const njsStore = `const cf = { kvs: () => ({
  get: async (id) => { if (SECRETS[id] === undefined) throw new Error('KeyNotFound'); return SECRETS[id]; },
  exists: async (id) => SECRETS[id] !== undefined,
}) };`;

const runSomeUnderNjs = (
  events: readonly EdgeEvent[],
  secrets: Readonly<Record<string, string>>,
  now: number,
  edge: string,
): (EdgeRequest | EdgeResponse)[] => {
  const dir = mkdtempSync(join(tmpdir(), 'edge-njs-'));
  try {
    const [input, output, script] = ['in.json', 'out.json', 'edge.js'].map((name) => join(dir, name)) as [
      string,
      string,
      string,
    ];
    const queries = events.map(({ request }) => request.rawQueryString?.() ?? null);
    writeFileSync(input, JSON.stringify({ now, events, queries }));
    const store = `const SECRETS = JSON.parse('${JSON.stringify(secrets)}');\n${njsStore}`;
    const source = edge.replace("import cf from 'cloudfront';", store);
    const driver = njsDriver.replace('INPUT', JSON.stringify(input)).replace('OUTPUT', JSON.stringify(output));
    writeFileSync(script, `${source}\n${driver}`);
    const { status, stdout, stderr } = spawnSync('njs', ['-t', 'module', script], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`njs: ${stdout}${stderr}`);
    return JSON.parse(readFileSync(output, 'utf8'));
  } finally {
    rmSync(dir, { recursive: true });
  }
};

/** njs frees nothing before its end, so each process gets this many. */
const eventsPerProcess = 500;

/** Runs events through an edge function under njs, at one moment. */
export const runUnderNjs = (
  events: readonly EdgeEvent[],
  secrets: Readonly<Record<string, string>>,
  now: number,
  edge = edgeSource,
): (EdgeRequest | EdgeResponse)[] => {
  const starts = Array.from({ length: Math.ceil(events.length / eventsPerProcess) }, (_, n) => n * eventsPerProcess);
  return starts.flatMap((start) => runSomeUnderNjs(events.slice(start, start + eventsPerProcess), secrets, now, edge));
};
