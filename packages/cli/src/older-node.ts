/* What the service's code uses and Node 20 and 22 lack. */
import 'core-js/es/promise/with-resolvers.js';
import 'core-js/es/map/group-by.js';
import 'core-js/es/object/group-by.js';
import 'core-js/es/iterator/index.js';
import 'core-js/es/set/index.js';
import 'core-js/es/array/from-async.js';
import 'core-js/actual/url/parse.js';

// a process that runs templates does nothing else: the time of all its threads is near enough
process.threadCpuUsage ??= process.cpuUsage;
