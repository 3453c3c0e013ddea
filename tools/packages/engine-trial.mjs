/* Tries an installed image-url-engine: images, diagnostics, templates beyond their limits, no network. Prints the milliseconds of each step. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { LimitError, openEngine } from 'image-url-engine';

let begun = performance.now();
/** Prints what was done since the last step. */
const step = (what) => {
  process.stdout.write(`${what} ${Math.round(performance.now() - begun)} ms\n`);
  begun = performance.now();
};

const requests = [];
const server = createServer((request, response) => {
  requests.push(request.url);
  response.end();
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const origin = `http://127.0.0.1:${server.address().port}`;

const card = `export default function Card({ title = 'Hello', image }) {
  return <div tw="flex flex-col w-full h-full bg-white text-[80px]">{title}{image && <img src={image} width={64} height={64} />}</div>;
}`;
const onGo = (statement) =>
  `export default ({ go = false }) => { if (go) { ${statement} } return <div tw="flex bg-white">calm</div>; };`;
const large = 'const all = Array.from({ length: 9 }, () => new Uint8Array(1e7));';

const engine = await openEngine({ concurrency: 1 });
step('open');
const template = await engine.compile(card);
assert.deepEqual(
  template.variables.map(({ name }) => name),
  ['title', 'image'],
);
step('compile');

for (const [format, signature] of [
  ['png', '89504e47'],
  ['jpeg', 'ffd8ff'],
  ['webp', '52494646'],
]) {
  const { bytes, contentType, width } = await engine.render(template, { variables: { title: 'Grüße 😀 ग' }, format });
  assert.deepEqual([contentType, width], [`image/${format}`, 1_200]);
  assert.ok(Buffer.from(bytes).toString('hex').startsWith(signature));
}
const satori = await engine.compile(`export const options = { engine: 'satori' };\n${card}`);
assert.equal((await engine.render(satori)).warnings.length, 0);
step('render');

const { diagnostics } = await engine.check('export default () => <div>{missing}</div>;');
assert.deepEqual([diagnostics[0].code, diagnostics[0].line], ['undefined-name', 1]);
step('check');

await assert.rejects(engine.compile('for (;;); export default () => <div />;'), LimitError);
for (const [statement, limit] of [
  ['for (;;);', 'processor time'],
  [large, 'memory'],
]) {
  const limited = await engine.compile(onGo(statement));
  const isLimit = (error) => error instanceof LimitError && error.limit === limit;
  await assert.rejects(engine.render(limited, { variables: { go: true } }), isLimit);
  assert.ok((await engine.render(template)).bytes.length > 0);
}
step('limits');

const { warnings } = await engine.render(template, { variables: { image: `${origin}/secret.png` } });
assert.match(warnings[0], /without remoteImages/);
assert.deepEqual(requests, []);
const asked = [];
const open = await openEngine({
  remoteImages: async (url) => {
    asked.push(url);
    return new Uint8Array(await (await fetch(url)).arrayBuffer());
  },
});
await open.render(await open.compile(card), { variables: { image: `${origin}/picture.png` } });
assert.deepEqual([asked, requests], [[`${origin}/picture.png`], ['/picture.png']]);
step('network');

await Promise.all([engine.close(), open.close()]);
server.close();
