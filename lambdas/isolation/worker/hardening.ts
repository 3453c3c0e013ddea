import Module, { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/** Modules that are disabled: they reach the network or other processes, or bypass this file. */
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
 * Native code is not restricted by this. It is safe because only allow-listed SVG and known kinds of bitmaps reach it.
 */
export const harden = (): void => {
  // Opened before, because a stream to a pipe is made of what is closed here.
  void process.stderr;
  closeModules();
  // chunks of a bundle that load later get `require` from this module, so it stays enabled without its hooks
  for (const name of ['register', 'registerHooks']) close(Module, name);
  syncBuiltinESMExports();
  // `net` is loaded in every process, so other modules may have a reference to it
  close(net.Socket.prototype, 'connect');
  close(net.Server.prototype, 'listen');
  for (const name of closedGlobals) {
    // defined over, some of these would be loaded first, and Node's whole HTTP client with them
    Reflect.deleteProperty(globalThis, name);
    close(globalThis, name);
  }
  // satori's layout engine takes the bytes it holds already where there is no such function
  Object.defineProperty(globalThis, 'fetch', { value: undefined, writable: false, configurable: false });
  for (const name of closedProcessFunctions) close(process, name);
};

/** Before Node 22.15 there are no module hooks, so the functions that reach the network are disabled instead. */
const closeModules = () => {
  if (typeof Module.registerHooks === 'function') {
    Module.registerHooks({
      resolve: (specifier, context, next) => {
        const name = specifier.replace(/^node:/, '');
        if (closedModules.has(name)) throw new Error(`node:${name} is closed here.`);
        return next(specifier, context);
      },
    });
    return;
  }
  const load = Module.createRequire(import.meta.url);
  const dgram = load('node:dgram');
  const dns = load('node:dns');
  for (const name of ['bind', 'connect', 'send']) close(dgram.Socket.prototype, name);
  for (const owner of [dns, dns.promises])
    for (const name of Object.keys(owner)) if (typeof owner[name] === 'function') close(owner, name);
};

const close = (owner: object, name: string) => {
  // No arrow: those that are constructors must fail with this message too.
  const value = function closed() {
    throw new Error(`${name} is closed here.`);
  };
  Object.defineProperty(owner, name, { value, writable: false, configurable: false });
};
