/* Stands for `node:http2` in the bundles of functions: the AWS SDK imports it, and only clients of streams use it. */
const load = () => process.getBuiltinModule('node:http2');

// esbuild gives what a module imports the prototype of this object, so every name is looked up when it is first used
module.exports = Object.create(new Proxy({}, { get: (_, name) => (name === '__esModule' ? undefined : load()[name]) }));
