/*
 * Stands for `node:http` in the bundles of functions. Imported as an ES module, `node:http` reads each of its own
 * properties, and some of them load Node's whole `fetch`.
 */
module.exports = process.getBuiltinModule('node:http');
