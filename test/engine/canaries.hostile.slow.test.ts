import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join, relative } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { render } from '#engine/isolation/render/render.ts';
import { evaluate } from '#engine/isolation/sandbox/evaluate.ts';
import { isLoopback } from '#engine/vnode/image-reach.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { type Emulator, listen } from '../../local/listen.ts';
import { closeWorkers } from '../support/close-workers.ts';
import { figure } from '../support/effort.ts';
import { useFolder } from '../support/folder.ts';
import { anAccount, aTemplate, send } from '../support/service.ts';
import { box, h } from './golden/element.ts';

/** What must never be seen: text no one could guess, and a colour nothing here renders. */
const secret = `canary-${randomBytes(12).toString('hex')}`;
const colour = { r: 255, g: 0, b: 211 };
// before any isolated process starts
process.env.CANARY = secret;

const repository = join(import.meta.dirname, '../..');
const positions = { temporary: '', repository: join(repository, `${secret}.png`), text: '', sheet: '' };
let connections = 0;
const requests: string[] = [];
let socket: Emulator;
const folder = useFolder();

beforeAll(async () => {
  positions.temporary = join(folder, 'canary.png');
  positions.text = join(folder, 'canary.txt');
  positions.sheet = join(folder, 'canary.svg');
  const image = await sharp({ create: { width: 60, height: 40, channels: 3, background: colour } })
    .png()
    .toBuffer();
  const { r, g, b } = colour;
  await writeFile(positions.temporary, image);
  await writeFile(positions.repository, image);
  await writeFile(positions.text, secret);
  await writeFile(
    positions.sheet,
    `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40" id="x"><rect id="y" width="60" height="40" fill="rgb(${r},${g},${b})"/><desc>${secret}</desc></svg>`,
  );
  const server: Server = createServer((client) => {
    connections += 1;
    client.on('error', () => undefined);
    client.once('data', (bytes) => {
      requests.push(bytes.toString('latin1'));
      client.end(`HTTP/1.1 200 OK\r\ncontent-type: image/png\r\nconnection: close\r\n\r\n${secret}`);
    });
  });
  socket = await listen(server as never, 0);
});
afterAll(async () => {
  await closeWorkers();
  await socket.close();
  await rm(positions.repository);
});

/** Every way to write down where a canary is. */
const targets = (): string[] => {
  const { port } = new URL(socket.url);
  const files = [positions.temporary, positions.repository, positions.sheet, positions.text];
  return [
    ...files,
    ...files.map((file) => `file://${file}`),
    ...files.map((file) => relative(repository, file)),
    `file://localhost${positions.temporary}`,
    `//${positions.temporary}`,
    `../../../../../../..${positions.temporary}`,
    `${positions.sheet}#y`,
    `file://${positions.sheet}#y`,
    ...['http', 'https', 'ftp', 'ws', 'gopher'].map((scheme) => `${scheme}://127.0.0.1:${port}/canary.png`),
    `//127.0.0.1:${port}/canary.png`,
    `http://localhost:${port}/canary.png#y`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://2130706433:${port}/`,
  ];
};

const full = { width: '100%', height: '100%', display: 'flex' };
const size = { width: 60, height: 40 };
const href = (to: string) => ({ href: to });
const xlinkHref = (to: string) => ({ xlinkHref: to });
const document = (content: string, head = '') =>
  `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xi="http://www.w3.org/2001/XInclude" width="60" height="40">${content}</svg>`;
const embedded = (content: string, head?: string): VElement => {
  const svg = Buffer.from(document(content, head)).toString('base64');
  return box(full, h('img', { src: `data:image/svg+xml;base64,${svg}`, ...size }));
};
const area = 'width="60" height="40"';

/** Every place of a tree, of a document in it or of a sheet where a reference could stand. */
const references: Readonly<Record<string, (target: string) => VElement>> = {
  'an image': (src) => box(full, h('img', { src, width: 60, height: 40 })),
  'an image set': (t) => box(full, h('img', { src: '', srcSet: `${t} 1x`, width: 60, height: 40 })),
  'a background': (t) => box({ ...full, backgroundImage: `url("${t}")` }),
  'a shorthand without quotes': (t) => box({ ...full, background: `url(${t})` }),
  'an address with an escape': (t) => box({ ...full, background: `u\\72 l(${t})`, backgroundImage: `ur\\l("${t}")` }),
  'an address with a comment': (t) => box({ ...full, background: `url(/**/"${t}")` }),
  'an address that does not end': (t) => box({ ...full, background: `url("${t}` }),
  'an image set in CSS': (t) =>
    box({ ...full, background: `image-set("${t}" 1x)`, backgroundImage: `-webkit-image-set(url(${t}) 1x)` }),
  'a mask': (t) => box({ ...full, background: '#000', maskImage: `url(${t})`, WebkitMaskImage: `url(${t})` }),
  'a list, a border, a cursor, content': (t) => {
    const url = `url(${t})`;
    return box({ ...full, listStyleImage: url, borderImage: `${url} 30`, cursor: url, content: url });
  },
  'a filter, a clip': (t) =>
    box({ ...full, background: '#000', filter: `url(${t})`, clipPath: `url(${t})`, shapeOutside: `url(${t})` }),
  'a custom property': (t) => box({ ...full, '--a': `url(${t})`, background: 'var(--a)' }),
  'a family': (t) => box({ ...full, fontFamily: `'${t}', url(${t})` }, 'hello'),
  'a utility class': (t) =>
    h('div', { tw: `w-full h-full bg-[url(${t})]`, className: `bg-[url('${t}')] [mask-image:url(${t})]` }),
  'other elements': (t) =>
    box(
      full,
      ['iframe', 'object', 'embed', 'video', 'link', 'script'].map((tag) =>
        h(tag, { src: t, data: t, poster: t, href: t, rel: 'stylesheet' }),
      ),
    ),
  'a sheet': (t) =>
    box(full, [
      h(
        'style',
        {},
        `@import url("${t}"); @font-face { font-family: X; src: url(${t}) } .a { background: url("${t}"); font-family: X }`,
      ),
      h('p', { className: 'a' }, 'hello'),
    ]),
  'an svg of the tree': (t) =>
    box(
      full,
      h(
        'svg',
        size,
        [href, xlinkHref].flatMap((to) => [h('image', { ...size, ...to(t) }), h('use', to(t))]),
      ),
    ),
  'a filter of the tree': (t) => {
    const filter = h(
      'filter',
      { id: 'f' },
      [href, xlinkHref].map((to) => h('feImage', to(t))),
    );
    return box(full, h('svg', size, filter, h('rect', { ...size, filter: 'url(#f)', fill: `url(${t})` })));
  },
  'a document: image': (t) => embedded(`<image href="${t}" ${area}/><image xlink:href="${t}" ${area}/>`),
  'a document: use': (t) => embedded(`<use href="${t}"/><use xlink:href="${t}"/>`),
  'a document: feImage': (t) =>
    embedded(
      `<filter id="f" x="0" y="0" width="1" height="1"><feImage href="${t}"/><feImage xlink:href="${t}"/></filter><rect ${area} filter="url(#f)"/>`,
    ),
  'a document: paint': (t) =>
    embedded(`<rect ${area} fill="url(${t})" style="fill:url('${t}');mask:url(${t})" filter="url(${t})"/>`),
  'a document: gradients and patterns': (t) =>
    embedded(
      `<linearGradient id="a" xlink:href="${t}"/><pattern id="b" href="${t}"/><rect ${area} fill="url(#a)"/><rect ${area} fill="url(#b)"/>`,
    ),
  'a document: a sheet': (t) =>
    embedded(`<style>@import "${t}"; @import url(${t}); rect { fill: url(${t}) }</style><rect ${area} opacity="0.1"/>`),
  'a document: a sheet of its own': (t) =>
    embedded(`<rect ${area} opacity="0.1"/>`, `<?xml-stylesheet href="${t}" type="text/css"?>`),
  'a document: an entity': (t) =>
    embedded(
      `<text>&x;</text><desc>&x;</desc><image href="&x;" ${area}/>`,
      `<!DOCTYPE svg SYSTEM "${t}" [<!ENTITY x SYSTEM "${t}"><!ENTITY % p SYSTEM "${t}">%p;]>`,
    ),
  'a document: an inclusion': (t) => embedded(`<xi:include href="${t}" parse="text"/><xi:include href="${t}"/>`),
  'a document: a base': (t) =>
    embedded(`<g xml:base="${t}"><image href="" ${area}/><image href="canary.png" ${area}/></g>`),
  'a document: foreign content': (t) =>
    embedded(
      `<foreignObject ${area}><img xmlns="http://www.w3.org/1999/xhtml" src="${t}"/></foreignObject><script href="${t}"/><a href="${t}"><rect ${area} opacity="0.1"/></a>`,
    ),
  'a document in a document': (t) => {
    const inner = encodeURIComponent(document(`<image href="${t}" ${area}/>`));
    return embedded(`<image ${area} href="data:image/svg+xml,${inner}"/>`);
  },
};

/** Whether an image shows the colour, alone or blended with little else. */
const showsColour = async (bytes: Uint8Array): Promise<boolean> => {
  const data = await sharp(bytes).removeAlpha().raw().toBuffer();
  for (let at = 0; at < data.length; at += 3) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
    if (Math.abs(r - colour.r) < 12 && Math.abs(g - colour.g) < 12 && Math.abs(b - colour.b) < 12) return true;
  }
  return false;
};
const options = { width: 60, height: 40, format: 'png', devicePixelRatio: 1 } as const;

it('the canary values would be seen', async () => {
  const image = readFileSync(positions.temporary);
  const address = 'https://a.example/canary.png';
  const { bytes } = await render({
    tree: references['an image']?.(address) as VElement,
    options,
    images: { [address]: image },
  });
  await fetch(socket.url).catch(() => undefined);

  expect(await showsColour(bytes)).toBe(true);
  expect(connections).toBe(1);
  connections = 0;
});

describe('a rendering', () => {
  let tried = 0;

  it.each(Object.entries(references))('reaches nothing through %s', async (_what, referring) => {
    for (const target of targets()) {
      tried += 1;
      const rendering = await render({ tree: referring(target), options, images: {} }).catch((error) => error);
      const message = 'bytes' in rendering ? JSON.stringify(rendering.failedImages) : String(rendering.cause);

      if ('bytes' in rendering) expect(await showsColour(rendering.bytes), target).toBe(false);
      if ('bytes' in rendering) expect(Buffer.from(rendering.bytes).includes(secret), target).toBe(false);
      // an answer may repeat the path of the request, and never the content of a file
      expect(message.replaceAll(target, ''), target).not.toContain(`>${secret}`);
    }
    expect(connections).toBe(0);
  });

  it.runIf(existsSync('/proc/self/environ'))(
    'runs in a process that has no environment but a time zone, and no connection',
    async () => {
      await render({ tree: box(full, 'x'), options, images: {} });
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

  afterAll(() => figure('references to canaries rendered', tried));
});

const getLink = (pid: string, fd: string): string => {
  try {
    return readlinkSync(`/proc/${pid}/fd/${fd}`);
  } catch {
    return '';
  }
};

it('an evaluation finds neither the environment, nor a file, nor a connection', async () => {
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
      look(globalThis, 0); look(__sandbox, 0);
      const attempts = ['process.env', 'require("fs")', 'import("node:fs")', 'fetch(${JSON.stringify('http://127.0.0.1')})', 'new Worker("")', 'std.loadFile("/tmp")', 'os.getenv("CANARY")']
        .map((code) => { try { return String(new Function('return ' + code)()); } catch (error) { return error.name; } });`;
  const script = `(function (__sandbox, __exported) { ${lookEverywhere} __exported.component = () => __sandbox.jsx('p', { found: found.slice(0, 20000), attempts }); })`;
  const result = await evaluate({ script, variables: {}, clock: 0, seed: '' });

  expect(result).toMatchObject({ ok: true });
  const text = JSON.stringify(result);
  expect(text.length).toBeGreaterThan(1_000);
  expect(text).not.toContain(secret);
  expect(text).not.toContain(repository);
  for (const name of ['HOME', 'PATH', 'AWS_', 'process', 'require', 'parentPort'])
    expect(JSON.parse(text).tree.props.found).not.toContain(name);
  expect(connections).toBe(0);
});

/** Returns whether a URL names this machine, whose images the local run shows. */
const namesLoopback = (target: string): boolean => {
  const url = /^https?:/.test(target) ? URL.parse(target) : null;
  return url !== null && isLoopback(url);
};

const showImages = async (sources: readonly string[]) => {
  const caller = await anAccount();
  const images = sources.map((src) => `<img src=${JSON.stringify(src)} width={6} height={4} />`).join('');
  const code = `export const options = { width: 60, height: 40, format: 'png' }; export default () => <div style={{ display: 'flex' }}>${images}</div>;`;
  const { json } = await send('POST', '/v1/url', { caller, body: { templateId: await aTemplate(caller, code) } });
  const response = await fetch(json.url);
  expect(response.status).toBe(200);
  expect(await showsColour(new Uint8Array(await response.clone().arrayBuffer()))).toBe(false);
  return response.headers.get('x-image-warning');
};

it('the service connects to no address on the inside that a template names, unless it names this machine', async () => {
  const others = targets().filter((target) => /^https?:/.test(target) && !namesLoopback(target));
  expect(others.length).toBeGreaterThan(0);
  expect(await showImages(others)).toMatch(/port not allowed|no public address/);
  expect(connections).toBe(0);
});

// Whoever writes the template could have the developer's browser send the same request. A stage refuses it
// (test/deliver/remote-images.test.ts, test/infra/permissions.test.ts).
it('the local run asks this machine with GET alone, and shows nothing but an image', async () => {
  const before = connections;
  const own = targets().filter(namesLoopback);
  expect(own.length).toBeGreaterThan(2);
  expect(await showImages(own)).toMatch(/missing/);
  expect(connections).toBeGreaterThan(before);
  // or the beginning of TLS
  expect(requests.filter((request) => !request.startsWith('GET /') && !request.startsWith('\x16'))).toEqual([]);
  expect(requests.join('')).not.toMatch(/^(?:cookie|authorization|referer):/im);
});
