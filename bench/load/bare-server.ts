/**
 * `node bare-server.ts takumi`: a server with an engine of the benchmark and nothing else, as its introduction shows:
 * `GET /?n=7` renders the card in the process of the server. Prints its address.
 * Ends with its parent: when standard input does.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type EngineName, engines } from '../engines/index.ts';
import { projectRoot } from '../project-root.ts';
import { loadCard } from './card.ts';

const engine = await engines[process.argv[2] as EngineName](projectRoot);
await engine.prepare(loadCard);
const server = createServer(async (request, response) => {
  const number = Number(URL.parse(request.url ?? '/', 'http://local')?.searchParams.get('n'));
  try {
    const png = await engine.render(loadCard, loadCard.variables(number), 'png');
    response.writeHead(200, { 'content-type': 'image/png' }).end(png);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.stdin.resume().on('end', () => process.exit());
