/* What the service's code uses and Node 20 and 21 lack. */
import 'core-js/es/promise/with-resolvers.js';
import 'core-js/es/map/group-by.js';
import 'core-js/es/object/group-by.js';
import 'core-js/es/iterator/index.js';
import 'core-js/es/set/index.js';
import 'core-js/es/array/from-async.js';
import 'core-js/actual/url/parse.js';
