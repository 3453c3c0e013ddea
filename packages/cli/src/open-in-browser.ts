import { spawn } from 'node:child_process';

const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens a URL in the default browser. The caller must have checked that it is HTTP, not a program or file. */
export const openInBrowser = (url: string): void => {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  // without an opener the user still has the printed address
  spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
};
