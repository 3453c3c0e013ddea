/* Who may import whom. Each rule says why; `npm run imports` runs them. */

const folders = '^(admin|lambdas|lib|local|studio|bin|bench|starters|packages|test|tools)/';

/** Files under `from` may import their own folder and those named, nothing else of this repository. */
const allow = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `^${from}/` },
  to: { path: folders, pathNot: [`^${from}/`, ...to.map((path) => `^${path}(/|$)`)] },
});

const within = (...names) => names.map((name) => `lambdas/${name}`);
/** The tables that are pure data: functions, their environment, the keys of tables. */
const tables = within('config');
/** The time a request has: set where it comes in, kept to where it goes out. */
const time = within('runtime/time-budget.ts');

export default {
  forbidden: [
    allow('contract-stands-alone', 'The contract is read by everyone, so it may read no one.', 'lambdas/contract', []),
    allow(
      'core-knows-the-contract-only',
      'Core is pure rules over contract types.',
      'lambdas/core',
      within('contract'),
    ),
    {
      name: 'rendering-knows-no-engine',
      severity: 'error',
      comment: 'What every engine promises may lean on none of them.',
      from: { path: '^lambdas/core/(?!engines/)' },
      to: { path: '^lambdas/core/engines/' },
    },
    {
      name: 'rendering-knows-no-source',
      severity: 'error',
      comment: 'The render worker must not load the parser of templates: it starts slower, and has more to attack.',
      from: { path: '^lambdas/core/(rendering|engines|vnode|template/lint/image)/' },
      to: { path: '^lambdas/core/template/(?!lint/image/)', dependencyTypesNot: ['type-only', 'type-import'] },
    },
    {
      name: 'engines-stand-apart',
      severity: 'error',
      comment: 'An engine can be taken out without the others noticing.',
      from: { path: '^lambdas/core/engines/([^/]+)/' },
      to: { path: '^lambdas/core/engines/([^/]+)/', pathNot: '^lambdas/core/engines/$1/' },
    },
    {
      name: 'engines-are-known-by-name',
      severity: 'error',
      comment: 'The caller asks for an engine by its name and knows what all of them promise, nothing of one.',
      from: { path: folders, pathNot: '^(lambdas/core/engines|test|bench|tools)/' },
      to: { path: '^lambdas/core/engines/[^/]+/' },
    },
    allow('isolation-runs-core', 'Isolation runs core where nothing can be reached.', 'lambdas/isolation', [
      ...within('contract', 'core'),
      ...time,
    ]),
    allow('ports-are-types', 'A port is what its adapter returns; only types cross this line.', 'lambdas/ports', [
      ...within(
        'contract',
        'core',
        'aws/adapters.ts',
        ...['image-items', 'items', 'records'].map((name) => `aws/dynamodb/${name}.ts`),
      ),
      ...tables,
    ]),
    allow('usecases-see-ports', 'A use case works the same on any adapter.', 'lambdas/usecases', [
      ...within('contract', 'core', 'ports', 'isolation'),
      ...time,
    ]),
    allow('http-knows-no-work', 'The HTTP edge carries calls; it does not do them.', 'lambdas/http', [
      ...within('contract', 'core', 'ports', 'config/environment.ts', 'config/metrics.ts', 'isolation/kills.ts'),
      ...time,
    ]),
    allow(
      'adapters-serve-ports',
      'Adapters implement ports; what fetches for strangers is one of them.',
      'lambdas/aws',
      [
        ...within('contract', 'core', 'ports', 'remote-images/safe-pages.ts', 'remote-images/safe-remote-images.ts'),
        ...within('font-source/configured-font-source.ts'),
        ...tables,
        ...time,
      ],
    ),
    allow(
      'fetcher-stands-alone',
      'What fetches for strangers knows nothing of the service.',
      'lambdas/remote-images',
      within('contract', 'core/sites', 'ports', 'config/capabilities.ts'),
    ),
    allow(
      'font-source-serves-its-port',
      'What fetches fonts knows the index and nothing of the service.',
      'lambdas/font-source',
      within('contract', 'core/hash.ts', 'core/rendering/fonts', 'ports', 'config/capabilities.ts'),
    ),
    allow(
      'handlers-join',
      'A handler joins a function and its use case.',
      'lambdas/handlers',
      within(...['contract', 'ports', 'http', 'usecases', 'remote-images', 'runtime']),
    ),
    allow('admin-runs-use-cases', 'The admin program is a caller of use cases that no function is.', 'admin', [
      ...within('contract', 'core', 'ports', 'usecases', 'aws', 'font-source/configured-font-source.ts'),
      ...tables,
    ]),
    allow('lib-reads-tables', 'Infrastructure is made from the tables, never from function code.', 'lib', [
      ...within('contract'),
      ...tables,
      'studio/server/page-document.ts',
    ]),
    allow('emulators-surround-handlers', 'Emulators surround the deployed handlers.', 'local', [
      ...within('contract', 'handlers', 'core', 'ports', 'aws', 'isolation', 'http', 'runtime'),
      ...tables,
      'admin',
      'lib/edge-source.ts',
    ]),
    allow(
      'studio-uses-the-contract',
      'The studio is a caller of the service; what it completes comes from the tables that the service judges by.',
      'studio',
      [
        ...within(
          'contract',
          'core/template/vocabulary.ts',
          'core/template/edge-cases',
          'core/template/lint/tree/nearest-word.ts',
          'core/sites/decode-page.ts',
          'core/sites/page-tags.ts',
        ),
        'packages/client/src',
      ],
    ),
    {
      name: 'page-loads-no-server',
      severity: 'error',
      comment: 'What runs in the browser is small, and has none of Node or of the schemas in it.',
      from: { path: '^studio/page/' },
      to: {
        path: '^(studio/server|lambdas/contract/schemas|lambdas/core)/|^node:',
        pathNot: '^lambdas/core/template/(lint/tree/nearest-word.ts|edge-cases/)',
        dependencyTypesNot: ['type-only', 'type-import'],
      },
    },
    allow(
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
        ...within(
          'contract',
          'core',
          'isolation',
          'remote-images',
          'font-source',
          'usecases/templates/check-template.ts',
        ),
        'lib/isolated-programs.ts',
        'packages/client/src',
        'studio/server',
        'studio/templates',
        'studio/preview',
        'studio/page/kilobytes.ts',
      ],
    ),
    allow('create-stands-alone', 'It is started by npx, with nothing installed beside it.', 'packages/create', []),
    allow(
      'construct-package-is-lib',
      'The package has the constructs of lib, and what they deploy; it reads templates as the command line does.',
      'packages/cdk',
      [
        'lib',
        ...within('config', 'contract/custom-resources.ts', 'core/template/render-plan/draft.ts'),
        'packages/cli/src',
      ],
    ),
    {
      name: 'client-has-no-dependencies',
      severity: 'error',
      comment: 'Each would be in every site, and where it runs there may be none of Node.',
      from: { path: '^packages/client/src/' },
      to: { path: '.', pathNot: '^packages/client/src/', dependencyTypesNot: ['type-only', 'type-import'] },
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
      name: 'core-does-no-io',
      severity: 'error',
      comment:
        'Core does arithmetic: no file, network, process or in-process evaluation. Hashing and compressing are arithmetic.',
      from: { path: '^lambdas/core/' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|zlib|buffer|util)$' },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      comment: 'What tests need is not what runs.',
      from: { pathNot: '^(test|bench)/' },
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
      from: { path: '^lambdas/' },
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
    exclude: { path: '^(packages/([^/]+/dist|create/template)|test/bundles/consumer)/' },
    enhancedResolveOptions: { conditionNames: ['import', 'types', 'default'], exportsFields: ['exports'] },
  },
};
