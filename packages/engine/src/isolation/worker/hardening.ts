import Module, { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/** Disabled modules: they reach the network or other processes, or bypass this file. */
const closedModules = new Set([
  ...['net', 'tls', 'http', 'https', 'http2', 'dgram', 'dns', 'dns/promises', 'inspector', 'inspector/promises'],
  ...['child_process', 'cluster', 'worker_threads', 'repl', 'vm', 'wasi', 'sqlite'],
]);

const closedGlobals = ['WebSocket', 'EventSource', 'XMLHttpRequest', 'Worker'];
const closedProcessFunctions = [
  'binding',
  '_linkedBinding',
  'getBuiltinModule',
  'kill',
  'chdir',
  'dlopen',
  'loadEnvFile',
];

/**
 * Disables the network and process modules of this process permanently. Called after the trusted libraries are loaded
 * and before untrusted input is read.
 *
 * Native code is not restricted. It is safe because only allow-listed SVG and known kinds of bitmaps reach it.
 */
export const harden = (): void => {
  // opened first, because a stream to a pipe needs modules that are disabled here
  void process.stderr;
  Module.registerHooks({
    resolve: (specifier, context, next) => {
      const name = specifier.replace(/^node:/, '');
      if (closedModules.has(name)) throw new Error(`node:${name} is closed here.`);
      return next(specifier, context);
    },
  });
  // later chunks of a bundle get `require` from this module, so only its hooks are disabled
  for (const name of ['register', 'registerHooks']) close(Module, name);
  syncBuiltinESMExports();
  // every process loads `net`, so other modules may have a reference to it
  close(net.Socket.prototype, 'connect');
  close(net.Server.prototype, 'listen');
  for (const name of closedGlobals) {
    // deleted first: redefining some of these would load them, and Node's whole HTTP client
    Reflect.deleteProperty(globalThis, name);
    close(globalThis, name);
  }
  // without `fetch`, satori's layout engine uses the bytes that it has
  Object.defineProperty(globalThis, 'fetch', { value: undefined, writable: false, configurable: false });
  for (const name of closedProcessFunctions) close(process, name);
};

const close = (owner: object, name: string) => {
  // not an arrow function, so that constructors fail with this message too
  const value = function closed() {
    throw new Error(`${name} is closed here.`);
  };
  Object.defineProperty(owner, name, { value, writable: false, configurable: false });
};
