/* Who may import whom. Each rule says why; `npm run imports` runs them. */

const folders = '^(admin|lambdas|lib|local|bin|bench|starters|packages|tools|test)/';
const engine = 'packages/engine/src';
const contract = 'packages/contract/src';
const outside = 'packages/outside/src';

/**
 * Files under `from` may import their own folder, the engine (by its name) and those named, nothing else of this
 * repository.
 */
const allow = (name, comment, from, to) => allowOnly(name, comment, from, [engine, ...to]);

/** Like `allow`, without the engine. */
const allowOnly = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `^${from}/` },
  to: { path: folders, pathNot: [`^${from}/`, ...to.map((path) => `^${path}(/|$)`)] },
});

const within = (...names) => names.map((name) => `lambdas/${name}`);
/** The tables that are pure data: functions, their environment, the keys of tables. */
const tables = within('config');
/** Folders of `lambdas` that are no room of a feature. */
const layers = ['aws', 'config', 'domain', 'edge', 'fetch', 'handlers', 'http', 'ports', 'runtime'];
/** What the rooms of features may import, beside each other. */
const inside = [contract, ...within('domain', 'ports')];
const room = `^lambdas/(?!${layers.join('/|')}/)[^/]+/`;
/** What runs in functions, surrounds or deploys them. */
const service = '^(admin|bin|lambdas|lib|local)/';

export default {
  forbidden: [
    allow('contract-stands-alone', 'The contract is read by everyone, so it may read no one.', 'packages/contract', []),
    allow('domain-knows-the-contract-only', 'The domain is pure rules over contract types.', 'lambdas/domain', [
      contract,
    ]),
    allowOnly(
      'engine-stands-alone',
      'The engine is a package: it knows no cloud, no account and no quota.',
      'packages/engine',
      ['packages/declarations.ts'],
    ),
    {
      name: 'engine-has-doors',
      severity: 'error',
      comment: 'What a host needs of the engine is in its doors, so that everything behind them may change.',
      from: { path: '^(admin|bin|lambdas|layers|lib|local|starters|packages/(?!engine/))' },
      to: { path: `^${engine}/(?!doors/|api/index\\.ts)` },
    },
    {
      name: 'doors-lead-inside',
      severity: 'error',
      comment: 'A door only hands on; the engine itself does not go out and in again.',
      from: { path: `^${engine}/(?!doors/)` },
      to: { path: `^${engine}/doors/` },
    },
    {
      name: 'engine-knows-no-cloud',
      severity: 'error',
      comment: 'It renders wherever Node runs, and nothing in it reaches a network.',
      from: { path: '^packages/engine/' },
      to: { path: '(^|node_modules/)(@(aws-sdk|smithy|aws-lambda-powertools|middy)/|aws-cdk-lib/|undici/)' },
    },
    {
      name: 'rendering-knows-no-engine',
      severity: 'error',
      comment: 'What every engine promises may lean on none of them.',
      from: { path: `^${engine}/(import|lint|rendering|styles|template|vnode)/` },
      to: { path: `^${engine}/engines/` },
    },
    {
      name: 'rendering-knows-no-source',
      severity: 'error',
      comment: 'The render worker must not load the parser of templates: it starts slower, and has more that can fail.',
      from: { path: `^${engine}/(rendering|styles|engines|vnode|lint/image)/` },
      to: { path: `^${engine}/(template|lint/(?!image/))`, dependencyTypesNot: ['type-only', 'type-import'] },
    },
    {
      name: 'engines-stand-apart',
      severity: 'error',
      comment: 'An engine can be taken out without the others noticing.',
      from: { path: `^${engine}/engines/([^/]+)/` },
      to: { path: `^${engine}/engines/([^/]+)/`, pathNot: `^${engine}/engines/$1/` },
    },
    {
      name: 'engines-are-known-by-name',
      severity: 'error',
      comment: 'The caller asks for an engine by its name and knows what all of them promise, nothing of one.',
      from: { path: folders, pathNot: `^(${engine}/engines|test|bench|tools)/` },
      to: { path: `^${engine}/engines/[^/]+/` },
    },
    {
      name: 'rooms-know-no-cloud',
      severity: 'error',
      comment: 'What a room does is the same on any adapter, and behind any door.',
      from: { path: room },
      to: {
        path: `^(lambdas/(aws|config|edge|fetch|handlers|http|runtime)|admin|lib|local|bin|tools)/|^${outside}/(?!tree-images|fonts/find-families)`,
      },
    },
    {
      name: 'rooms-are-no-circle',
      severity: 'error',
      comment: 'Two rooms that import each other are one; what they share lives in `publishing`, `limits` or `domain`.',
      scope: 'folder',
      from: { path: `^lambdas/(?!(aws|fetch|ports)(/|$))` },
      to: { circular: true },
    },
    {
      name: 'engine-rooms-are-no-circle',
      severity: 'error',
      comment: 'Two rooms of the engine that import each other are one.',
      scope: 'folder',
      from: { path: `^${engine}/` },
      to: { circular: true },
    },
    allow('ports-are-types', 'A port is what its adapter returns; only types cross this line.', 'lambdas/ports', [
      contract,
      outside,
      ...within('domain', 'aws/adapters.ts'),
      ...tables,
    ]),
    allow('http-knows-no-work', 'The HTTP edge carries calls; it does not do them.', 'lambdas/http', [
      ...inside,
      ...within('config/environment.ts', 'config/metrics.ts'),
    ]),
    allow(
      'adapters-serve-ports',
      'Adapters implement ports; what fetches for strangers is one of them.',
      'lambdas/aws',
      [contract, outside, ...within('domain', 'ports', 'fetch'), ...tables],
    ),
    allow(
      'fetcher-stands-alone',
      'What fetches for strangers knows nothing of the service but whom it counts for.',
      'lambdas/fetch',
      [contract, outside, ...within('ports', 'config/capabilities.ts')],
    ),
    allow('outside-knows-the-contract', 'What fetches knows limits, and nothing of the service.', 'packages/outside', [
      contract,
    ]),
    {
      name: 'packages-know-no-service',
      severity: 'error',
      comment: 'A package is built and runs without the service; the one with the constructs deploys it.',
      from: { path: '^packages/(?!cdk/)' },
      to: { path: service },
    },
    {
      name: 'handlers-join',
      severity: 'error',
      comment: 'A handler joins a function and its use case.',
      from: { path: '^lambdas/handlers/' },
      to: { path: '^(lambdas/aws|admin|lib|local|bin|tools)/' },
    },
    {
      name: 'admin-runs-use-cases',
      severity: 'error',
      comment: 'The admin program is a caller of use cases that no function is.',
      from: { path: '^admin/' },
      to: { path: '^(lambdas/(edge|handlers|http|runtime)|lib|local|bin|tools)/' },
    },
    allow('lib-reads-tables', 'Infrastructure is made from the tables, never from function code.', 'lib', [
      contract,
      ...tables,
      'packages/studio/server/page-document.ts',
    ]),
    allow('emulators-surround-handlers', 'Emulators surround the deployed handlers.', 'local', [
      contract,
      outside,
      ...within('handlers', 'domain', 'ports', 'aws', 'http', 'runtime'),
      ...tables,
      'admin',
      'lib/delivery/edge-functions.ts',
      'lib/delivery/edge-source.ts',
    ]),
    allow(
      'studio-uses-the-contract',
      'The studio is a caller of the service; what it completes comes from the tables that the service judges by.',
      'packages/studio',
      [contract, 'packages/client/src'],
    ),
    {
      name: 'page-loads-no-server',
      severity: 'error',
      comment: 'What runs in the browser is small, and has none of Node or of the schemas in it.',
      from: { path: '^packages/studio/page/' },
      to: {
        path: `^(packages/studio/server|${contract}/(schemas|check|signing|sites)|${engine}/(?!doors|template/edge-cases)[^/]+)/|^node:`,
        dependencyTypesNot: ['type-only', 'type-import'],
      },
    },
    allowOnly(
      'client-stands-alone',
      'What developers install has nothing of the service in it but types made from its documents.',
      'packages/client/src',
      [],
    ),
    allow(
      'command-line-brings-the-compiler',
      'The command line checks and renders as the service does, in its isolation, and asks a service for all else.',
      'packages/cli',
      [
        contract,
        outside,
        'packages/engine/bundle.ts',
        'packages/client/src',
        'packages/studio/server',
        'packages/studio/templates',
        'packages/studio/preview',
        'packages/studio/page/image/kilobytes.ts',
      ],
    ),
    allowOnly('create-stands-alone', 'It is started by npx, with nothing installed beside it.', 'packages/create', []),
    allow(
      'construct-package-is-lib',
      'The package has the constructs of lib, and what they deploy; it reads templates as the command line does.',
      'packages/cdk',
      ['lib', ...within('config'), contract, 'packages/cli/src', 'packages/declarations.ts'],
    ),
    {
      name: 'client-has-no-dependencies',
      severity: 'error',
      comment:
        'Each would be in every site, and where it runs there may be none of Node. The build inlines what it hashes with.',
      from: { path: '^packages/client/src/' },
      to: {
        path: '.',
        pathNot: '^packages/client/src/|node_modules/@noble/hashes/',
        dependencyTypesNot: ['type-only', 'type-import'],
      },
    },
    {
      name: 'ports-hold-no-values',
      severity: 'error',
      comment: 'A port that runs is an adapter.',
      from: { path: '^lambdas/ports/' },
      to: { path: folders, pathNot: '^lambdas/ports/', dependencyTypesNot: ['type-only', 'type-import'] },
    },
    {
      name: 'aws-only-in-its-folder',
      severity: 'error',
      comment: 'One place to change when AWS changes.',
      from: { path: '^lambdas/', pathNot: '^lambdas/aws/' },
      to: { path: '(^|node_modules/)@(aws-sdk|smithy)/' },
    },
    {
      name: 'rules-do-no-io',
      severity: 'error',
      comment:
        'Rules do arithmetic: no file, network, process or in-process evaluation. Hashing and compressing are arithmetic.',
      from: { path: `^(lambdas/domain|${contract}|${engine}/(template|import|lint|rendering|engines|vnode))/` },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|zlib|buffer|util)$' },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      comment: 'What tests need is not what runs.',
      from: { pathNot: '^(test|bench|tools)/' },
      to: { path: '^test/' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      comment: 'A circle means two modules are one.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-dev-dependency-in-functions',
      severity: 'error',
      comment: 'It would be missing after deployment.',
      from: { path: `^(lambdas|${contract}|${engine}|${outside})/` },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'type-import'], pathNot: '@types/' },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      comment: 'An import that leads nowhere checks nothing.',
      from: {},
      // 'cloudfront' is a module of the edge function's runtime alone
      to: { couldNotResolve: true, pathNot: '^cloudfront$' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(packages/([^/]+/dist|create/template)|test/infra/bundles/consumer|bench/peers)/' },
    enhancedResolveOptions: { conditionNames: ['import', 'types', 'default'], exportsFields: ['exports'] },
  },
};
