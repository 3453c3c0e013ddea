import { spawn } from 'node:child_process';

const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Has the system open an address, which its caller has checked: of HTTP, and so no program and no file. */
export const openInBrowser = (url: string): void => {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  // where there is nothing to open it with, the address has been printed
  spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
};
