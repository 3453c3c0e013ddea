import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as esbuild from 'esbuild';
import { limits } from 'image-url-contract/limits.ts';
import { beforeAll, expect, it, vi } from 'vitest';
import { compileTemplate } from '#engine/compile/compile-template.ts';
import { cpuBudget } from '#engine/isolation/worker/cpu-budget.ts';
import { readTemplate } from '../../../packages/cli/src/bundling.ts';
import { getDiagnostics } from '../../../packages/cli/src/diagnostics.ts';
import { stripMissingNames } from '../../../packages/cli/src/project-modules.ts';
import { useFolder } from '../../support/folder.ts';

const folder = useFolder();
const outside = useFolder();
const write = async (files: Readonly<Record<string, string>>, root = folder) => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
};
const manifest = (fields: object) => JSON.stringify({ name: 'x', version: '1.0.0', ...fields });

/** Returns the bundle of a card with these import statements. */
const bundle = async (imports: string, used: string, file = 'card.jsx') => {
  await write({ [file]: `${imports}\nexport default () => <p>{${used}}</p>;\n` });
  return readTemplate(folder, join(folder, file), folder);
};

const compile = (code: string) =>
  compileTemplate(code, { clock: 0, defaultEngine: 'takumi', isRendered: false }, cpuBudget(60_000));

beforeAll(() =>
  write({
    'node_modules/conditions/package.json': manifest({
      exports: {
        '.': { types: './index.d.ts', browser: './browser.js', import: './module.mjs', default: './main.cjs' },
      },
    }),
    'node_modules/conditions/browser.js': 'export const from = "browser";',
    'node_modules/conditions/module.mjs': 'export const from = "import";',
    'node_modules/conditions/main.cjs': 'exports.from = "default";',
    'node_modules/conditions/hidden.js': 'export const from = "hidden";',
    'node_modules/@scope/patterns/package.json': manifest({ exports: { './*': './src/*.js' } }),
    'node_modules/@scope/patterns/src/one.js': 'export const one = 1;',
    'node_modules/older/package.json': manifest({ main: 'lib/main.js', module: './lib/module.js' }),
    'node_modules/older/lib/main.js': 'exports.from = "main";',
    'node_modules/older/lib/module.js': 'export { inner as from } from "inner";',
    'node_modules/older/node_modules/inner/package.json': manifest({}),
    'node_modules/older/node_modules/inner/index.js': 'export const inner = "nested";',
    'node_modules/inner/package.json': manifest({}),
    'node_modules/inner/index.js': 'export const inner = "hoisted";',
    'node_modules/common/package.json': manifest({ main: 'main' }),
    'node_modules/common/main.js': 'module.exports = { from: "common" };',
    'node_modules/anywhere/package.json': manifest({}),
    'node_modules/anywhere/index.js': `(function (root, factory) {
  if (typeof define === 'function' && define.amd) define([], factory);
  else if (typeof exports === 'object' && typeof require === 'function') module.exports = factory(require);
  else root.anywhere = window.anywhere = factory();
})(typeof self !== 'undefined' ? self : this, function () {
  var host = typeof global === 'object' && global && global.Object === Object && global;
  return {
    from: 'anywhere: ' + host,
    measure: function () {
      return document.createElement('canvas');
    },
  };
});
`,
    'node_modules/long/package.json': manifest({}),
    'node_modules/long/index.js': `export const long = '${'x'.repeat(limits.codeCharacters)}';`,
    'node_modules/timed/package.json': manifest({}),
    'node_modules/timed/index.js': 'export const at = (time) => time ?? Date.now();',
    'node_modules/large/package.json': manifest({ sideEffects: false, exports: './index.js' }),
    'node_modules/large/index.js': 'export * from "./used.js"; export * from "./unused.js";',
    'node_modules/large/used.js': 'export const used = 1;',
    'node_modules/large/unused.js': 'export const unused = globalThis.compute();',
    'node_modules/clsx/package.json': manifest({ exports: './index.js' }),
    'node_modules/clsx/index.js': 'export default () => "installed";',
    'node_modules/data/package.json': manifest({ exports: { '.': './data.json' } }),
    'node_modules/data/data.json': '{ "token": "secret" }',
    'node_modules/checked/package.json': manifest({}),
    'node_modules/checked/index.js': `const isProduction = process.env.NODE_ENV === 'production';
const messages = process.env.NODE_ENV !== 'production' ? ['for developers'] : [];
export const check = () => {
  if (process.env.NODE_ENV !== 'production') return messages[0];
  return 'checked ' + isProduction + ' ' + process.env.DEBUG + ' ' + typeof process;
};
`,
    'node_modules/lazy/package.json': manifest({ main: 'main' }),
    'node_modules/lazy/main.js': `const { Transform } = require('stream');
const util = require('node:util');
const fs = require('fs');
function Stream() {}
util.inherits(Stream, Transform);
exports.plain = () => 'plain';
exports.load = () => import('node:os');
exports.read = () => fs.readFileSync('note.txt');
`,
    'node_modules/parted/package.json': manifest({
      main: './lib/index.js',
      browser: { './lib/index.js': './lib/web.js' },
    }),
    'node_modules/parted/lib/index.js': `require('fs').readFileSync('x'); exports.from = 'node';`,
    'node_modules/parted/lib/web.js': `exports.from = 'web';`,
    'node_modules/hooked/package.json': manifest({}),
    'node_modules/hooked/index.js': `import React, { useEffect } from 'react';
import * as all from 'react';
import { jsx } from 'react/jsx-runtime';
export const Still = React.memo(function Still({ name }) {
  const id = React.useId();
  const [text] = all.useState(() => 'still ' + name);
  return jsx('b', { id, children: text });
});
export const Moving = React.forwardRef(function Moving(props, ref) {
  const own = React.useRef(null);
  useEffect(() => own.current.focus(), []);
  return jsx('b', { ref: own, children: 'moving' });
});
export class Old extends React.Component {
  render() {
    return null;
  }
}
`,
    'node_modules/broken/package.json': '{ "exports": 7 }',
  }),
);

it.each([
  ["import { from } from 'conditions';", 'from', '"import"'],
  ["import { one } from '@scope/patterns/one';", 'one', 'src/one.js'],
  ["import { from } from 'older';", 'from', '"nested"'],
  ["import { inner } from 'inner';", 'inner', '"hoisted"'],
  ["import common from 'common';", 'common.from', '"common"'],
  ["import * as all from 'older/lib/module';", 'all.from', '"nested"'],
])('%s is bundled from node_modules', async (imports, used, found) => {
  const { code, files } = await bundle(imports, used);

  expect(code).toContain(found);
  expect(code).not.toMatch(/^import/m);
  expect(files.length).toBeGreaterThan(1);
});

it("a package that finds out what runs it is a template's own, and one that needs a browser fails with its place", async () => {
  const works = await bundle("import it from 'anywhere';", 'it.from');
  const needsBrowser = await bundle("import it from 'anywhere';", 'it.measure()', 'other.jsx');

  const { errors, sample } = await compile(works.code);
  const failed = await compile(needsBrowser.code);

  expect(errors).toEqual([]);
  expect(JSON.stringify(sample?.tree)).toContain('anywhere: false');
  expect(failed.errors).toMatchObject([{ code: 'does-not-run' }]);
  const { line = 0, column = 0 } = failed.errors[0] ?? {};
  expect(needsBrowser.getSourcePosition(line, column)).toMatchObject({
    file: join(folder, 'node_modules/anywhere/index.js'),
    line: 10,
  });
});

it('a package is built for production, in a file of the project too', async () => {
  await write({
    'helper.ts': `const notes: string[] = process.env.NODE_ENV !== 'production' ? ['note'] : [];
export const note = (): string => (process.env.NODE_ENV === 'production' ? 'none' : (notes[0] ?? ''));\n`,
  });
  const source = await bundle("import { check } from 'checked';\nimport { note } from './helper';", 'check()}{note()');

  const { errors, sample } = await compile(source.code);

  expect(errors).toEqual([]);
  expect(JSON.stringify(sample?.tree)).toContain('checked true undefined undefinednone');
  expect(source.code).not.toContain('for developers');
});

it('modules of Node that a package only requires are empty, and what uses them fails with its place', async () => {
  const source = await bundle("import { plain } from 'lazy';\nimport { from } from 'parted';", 'plain()}{from');
  const reading = await bundle("import { read } from 'lazy';", 'read()', 'other.jsx');

  const { errors, sample } = await compile(source.code);
  const failed = await compile(reading.code);

  expect(errors).toEqual([]);
  expect(JSON.stringify(sample?.tree)).toContain('plainweb');
  expect(failed.errors).toMatchObject([
    { code: 'does-not-run', message: expect.stringContaining('fs.readFileSync is not a function') },
  ]);
});

it('a hook in a part of a package that is not used refuses nothing, and one that waits says so where it is called', async () => {
  const still = await bundle("import { Still } from 'hooked';", '<Still name="card" />');
  const moving = await bundle("import { Moving } from 'hooked';", '<Moving />', 'other.jsx');

  const { errors, sample } = await compile(still.code);
  const failed = await compile(moving.code);

  expect(errors).toEqual([]);
  expect(JSON.stringify(sample?.tree)).toContain('still card');
  expect(failed.errors).toMatchObject([
    { code: 'does-not-run', message: expect.stringMatching(/^useEffect is not available: /) },
  ]);
});

it('a module of a package is rewritten once for its content', async () => {
  const transform = vi.fn(esbuild.transform);
  const strip = (text: string) => stripMissingNames({ transform }, Buffer.from(text), 'jsx', 'project:once.js');

  const first = await strip('module.exports = typeof window;');
  const again = await strip('module.exports = typeof window;');
  const changed = await strip('module.exports = typeof self;');

  expect([first, changed]).toEqual(Array(2).fill(expect.stringContaining('module.exports = "undefined";')));
  expect(again).toBe(first);
  expect(transform).toHaveBeenCalledTimes(2);
});

it('what a package may do is a note, what a template does itself is a warning', async () => {
  const source = await bundle("import { at } from 'timed';", 'at(1)}{Date.now()');

  const { errors, warnings } = await compile(source.code);
  const diagnostics = getDiagnostics(folder, source, { errors: [...errors], warnings: [...warnings] });

  expect(diagnostics.filter(({ code }) => code === 'clock')).toMatchObject([
    { file: join('node_modules', 'timed', 'index.js'), severity: 'note' },
    { file: 'card.jsx', severity: 'warning' },
  ]);
});

it('a template that is too long to be stored is refused, and what makes it so is named', async () => {
  await expect(bundle("import { long } from 'long';", 'long.length')).rejects.toMatchObject({
    code: 'NOT_BUNDLED',
    message: expect.stringMatching(
      /^card\.jsx has 180,\d{3} characters with what it imports, and a template at most 180,000\. node_modules\/long\/index\.js alone is 180,\d{3} bytes of it: /,
    ),
  });
  await expect(bundle('', `'${'x'.repeat(limits.codeCharacters)}'`)).rejects.toMatchObject({
    message: expect.stringMatching(/^card\.jsx has 180,\d{3} characters, and a template at most 180,000\.$/),
  });
});

it('a folder nearer to the template takes precedence', async () => {
  await write({
    'cards/node_modules/inner/package.json': manifest({}),
    'cards/node_modules/inner/index.js': 'export const inner = "beside the card";',
  });

  const { code } = await bundle("import { inner } from 'inner';", 'inner', 'cards/card.jsx');

  expect(code).toContain('"beside the card"');
});

it('unused modules of a package without side effects are left out', async () => {
  const { code } = await bundle("import { used } from 'large';", 'used');

  expect(code).toMatch(/used\d? = 1/);
  expect(code).not.toContain('compute');
});

it.each([
  ['that the service has', "import clsx from 'clsx';", 'clsx("a")'],
  ['that is not installed', "import it from 'not-installed';", 'it'],
  ['with unreadable exports', "import it from 'broken';", 'it'],
  ['that does not export the module', "import { from } from 'conditions/hidden.js';", 'from'],
  ['of Node.js', "import fs from 'node:fs';", 'fs'],
])('the import of a package %s is unchanged', async (_which, imports, used) => {
  const { code, files } = await bundle(imports, used);

  expect(code).toContain(imports);
  expect(files).toHaveLength(1);
});

it('packages of a file that renders images for another library are unchanged', async () => {
  const imports = "import { ImageResponse } from 'next/og';\nimport { from } from 'conditions';";
  await write({ 'route.jsx': `${imports}\nexport const GET = () => new ImageResponse(<p>{from}</p>);\n` });

  const { code } = await readTemplate(folder, join(folder, 'route.jsx'), folder);

  expect(code).toContain(imports);
});

it('nothing but code is bundled from a package, and nothing from outside of the project', async () => {
  const stranger = { 'package.json': manifest({}), 'index.js': 'export default "stranger";' };
  await write(stranger, outside);
  await symlink(outside, join(folder, 'node_modules', 'linked'));
  await write({
    'node_modules/leading-out/package.json': manifest({ main: `../../../${outside.split('/').at(-1)}/index.js` }),
  });

  await expect(bundle("import data from 'data';", 'data.token')).rejects.toMatchObject({ code: 'OUTSIDE_PROJECT' });
  for (const name of ['linked', 'leading-out'])
    await expect(bundle(`import it from '${name}';`, 'it'), name).rejects.toMatchObject({ code: 'OUTSIDE_PROJECT' });
});
