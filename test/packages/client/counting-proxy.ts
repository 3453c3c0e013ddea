import { createServer, request } from 'node:http';
import { listen } from '../../../local/listen.ts';

/** Stands before a service, hands everything on as it is, and remembers what was asked for. */
export const countingProxy = async (target: string) => {
  let asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method, url = '/', headers } = incoming;
    asked.push(`${method} ${url}`);
    const onward = request(new URL(url, target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  return {
    ...(await listen(server)),
    /** What was asked for since this was called last. */
    taken: (): string[] => {
      const before = asked;
      asked = [];
      return before;
    },
  };
};
