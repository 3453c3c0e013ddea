import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { render } from '#engine/isolation/render/render.ts';
import { evaluate } from '#engine/isolation/sandbox/evaluate.ts';
import { type Emulator, listen } from '../../../local/listen.ts';
import { closeWorkers } from '../../support/close-workers.ts';
import { anAccount, aTemplate, send } from '../../support/service.ts';
import { box } from '../golden/element.ts';

/**
 * @promise Rendering: Reading the environment and credentials
 * @how processes that evaluate and render have no environment (except `LD_LIBRARY_PATH` if set, which Lambda's Node
 *   needs) and no network modules, and can read only their own code (and `/usr/bin/ldd`, a script of the system,
 *   where they load native code)
 * @also test/engine/isolation/render-hardening.test.ts
 * @figure no variable, no socket
 */

/** What must never be seen. */
const secret = 'the value of a variable of the environment';
// before any isolated process starts
process.env.CANARY = secret;

const requests: { method: string | undefined; names: string[] }[] = [];
let own: Emulator;
beforeAll(async () => {
  own = await listen(
    createServer(({ method, headers }, response) => {
      requests.push({ method, names: Object.keys(headers) });
      response.end('no image');
    }),
  );
});
afterAll(async () => {
  await closeWorkers();
  await own.close();
});

const options = { width: 60, height: 40, format: 'png', devicePixelRatio: 1 } as const;

const getLink = (pid: string, fd: string): string => {
  try {
    return readlinkSync(`/proc/${pid}/fd/${fd}`);
  } catch {
    return '';
  }
};

it.runIf(existsSync('/proc/self/environ'))(
  'rendering runs in a process that has no environment but a time zone, and no connection',
  async () => {
    await render({ tree: box({ width: '100%', height: '100%' }, 'x'), options, images: {} });
    const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(/\s+/);
    const renderWorkers = children.filter((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('render-child'),
    );

    expect(renderWorkers.length).toBeGreaterThan(0);
    for (const pid of renderWorkers) {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
      expect(environment.filter((entry) => !entry.startsWith('NODE_CHANNEL'))).toEqual(['TZ=UTC']);
      // the channel to its parent and standard error are sockets of their own; none leads to a network
      const inodes = readdirSync(`/proc/${pid}/fd`).flatMap(
        (fd) => /socket:\[(\d+)\]/.exec(getLink(pid, fd))?.[1] ?? [],
      );
      const network = ['tcp', 'tcp6', 'udp', 'udp6']
        .map((kind) => readFileSync(`/proc/net/${kind}`, 'utf8'))
        .join('\n');
      expect(inodes.filter((inode) => new RegExp(`\\s${inode}\\s`).test(network))).toEqual([]);
    }
  },
);

it('an evaluation finds neither the environment nor a module of Node', async () => {
  const lookEverywhere = `
      const seen = new Set(); const found = [];
      const look = (value, depth) => {
        if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value) || depth > 6) {
          if (typeof value === 'string') found.push(value);
          return;
        }
        seen.add(value);
        for (const key of Reflect.ownKeys(value)) { found.push(String(key)); try { look(value[key], depth + 1); } catch {} }
        look(Object.getPrototypeOf(value), depth + 1);
      };
      look(globalThis, 0); look(__sandbox, 0);`;
  const script = `(function (__sandbox, __exported) { ${lookEverywhere} __exported.component = () => __sandbox.jsx('p', { found: found.slice(0, 20000) }); })`;
  const result = await evaluate({ script, variables: {}, clock: 0, seed: '' });

  expect(result).toMatchObject({ ok: true });
  const text = JSON.stringify(result);
  expect(text.length).toBeGreaterThan(1_000);
  expect(text).not.toContain(secret);
  for (const name of ['HOME', 'PATH', 'CANARY', 'process', 'require', 'parentPort', 'fetch'])
    expect(JSON.parse(text).tree.props.found).not.toContain(name);
});

const warningOf = async (sources: readonly string[]) => {
  const caller = await anAccount();
  const images = sources.map((src) => `<img src=${JSON.stringify(src)} width={6} height={4} />`).join('');
  const code = `export const options = { width: 60, height: 40, format: 'png' }; export default () => <div style={{ display: 'flex' }}>${images}</div>;`;
  const { json } = await send('POST', '/v1/url', { caller, body: { templateId: await aTemplate(caller, code) } });
  const response = await fetch(json.url);
  expect(response.status).toBe(200);
  return response.headers.get('x-image-warning');
};

it('the service shows no image of a private address that a template names', async () => {
  expect(await warningOf(['http://10.255.255.1/a.png', 'https://[fd00::1]/a.png'])).toMatch(/no public address/);
});

// Whoever writes the template could have the developer's browser send the same request. A stage refuses it
// (test/deliver/remote-images.test.ts, test/infra/permissions.test.ts).
it('the local run asks this machine with GET alone, without cookies and keys, and shows nothing but an image', async () => {
  expect(await warningOf([`${own.url}/a.png`])).toMatch(/missing/);

  expect(requests.length).toBeGreaterThan(0);
  expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  const names = requests.flatMap((request) => request.names);
  for (const name of ['cookie', 'authorization', 'referer']) expect(names).not.toContain(name);
});
