import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { EngineName } from '#engine/engine-names.ts';
import type { Json } from '#engine/json.ts';
import { getFolder, type RealTemplate } from './real-templates.ts';

/** The folder of satori's own test files, which are no part of this repository. */
export const satoriTests: RealTemplate = {
  repository: 'vercel/satori',
  path: 'test',
  commit: '6c400d56955d2a4f035b896eca5133e74b0d5b7c',
};

/** What a test gives to satori. */
export interface SatoriInput {
  /** File and title of the test, and which of its calls it is. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly element: Json;
}

interface Element {
  readonly type: string;
  readonly props: Readonly<Record<string, Json>>;
  readonly children: readonly (Element | string)[];
}

/** What the modules export that test files import: nothing but what records the calls of satori. */
const recorder = `
const any = () => new Proxy(() => any(), { get: (_target, key) => (key === 'then' ? undefined : any()), apply: any });
const fragment = Symbol('fragment');
const h = (type, props, ...children) => ({ type, props: { ...props, ...(children.length > 0 && { children }) } });
const runtime = (type, props) => ({ type, props });
const toBase64 = (bytes) => 'data:image/png;base64,' + Buffer.from(bytes).toString('base64');
const copyValue = (value) => value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? toBase64(value) : value;
const copy = async (node) => {
  if (node === null || node === undefined || typeof node === 'boolean') return [];
  if (Array.isArray(node)) return (await Promise.all(node.map(copy))).flat();
  if (typeof node !== 'object') return [String(node)];
  const { type, props = {} } = node;
  if (typeof type === 'function') return copy(await type(props));
  const children = await copy(props.children);
  if (typeof type !== 'string') return children;
  const own = Object.entries(props).filter(([name]) => name !== 'children').map(([name, value]) => [name, copyValue(value)]);
  return [{ type, props: Object.fromEntries(own), children }];
};
const tests = [], before = [], inputs = [];
let running = '';
const satori = async (element, options = {}) => {
  const [root] = await copy(element);
  const { width = 100, height = 100 } = options;
  if (typeof root === 'object') inputs.push({ name: running, width, height, element: root });
  return '<svg/>';
};
const each = (rows) => (title, run) => rows.forEach((row, index) =>
  tests.push([title + ' ' + index, () => (Array.isArray(row) ? run(...row) : run(row))]));
const it = Object.assign((title, run) => tests.push([title, run]), { each, skip: any, only: any });
const describe = Object.assign((_title, run) => run(), { each: (rows) => (_title, run) => rows.forEach((row) => run(row)), skip: any });
const start = (run) => before.push(run);
const exported = {
  default: satori, describe, it, test: it, expect: any(), vi: any(), beforeAll: start, beforeEach: start, afterAll: any, afterEach: any,
  initFonts: (give) => give([{ name: 'Roboto' }]), toImage: any, toImageWithSharp: any, loadDynamicAsset: any, getDynamicAsset: any,
  createElement: h, jsx: runtime, jsxs: runtime, jsxDEV: runtime, Fragment: fragment,
};
globalThis.recorded = { h, fragment, inputs, modules: new Proxy(exported, { get: (target, key) => key in target ? target[key] : any() }) };
globalThis.runTests = async (file) => {
  for (const run of before.splice(0)) await Promise.resolve().then(run).catch(() => undefined);
  for (const [title, run] of tests.splice(0)) {
    running = file + ' ' + title;
    await Promise.resolve().then(run).catch(() => undefined);
  }
};`;

/**
 * What every import of a test file gets. Where its package.json says "module", the default export is the module itself, so that it
 * is a function too.
 */
const recordedModule = `
const callable = (...given) => recorded.modules.default(...given);
module.exports = Object.assign(Object.setPrototypeOf(callable, recorded.modules), { __esModule: true });`;

/** Resolves every import of a test file to the recorder. */
const recording: Plugin = {
  name: 'recording',
  setup(builder) {
    builder.onResolve({ filter: /(?:)/ }, ({ kind, path }) =>
      kind === 'entry-point' ? undefined : { path, namespace: 'recorder' },
    );
    builder.onLoad({ filter: /(?:)/, namespace: 'recorder' }, () => ({ contents: recordedModule }));
  },
};

const bundle = async (file: string): Promise<string> => {
  const { outputFiles } = await build({
    ...{ entryPoints: [file], plugins: [recording], bundle: true, write: false, format: 'iife', logLevel: 'silent' },
    ...{ jsxFactory: 'recorded.h', jsxFragment: 'recorded.fragment', tsconfigRaw: {} },
  });
  return outputFiles[0]?.text ?? '';
};

/**
 * Returns what the tests give to satori, in their order. They run in a process that can neither read nor write files, with nothing
 * of what they import but a recorder.
 */
export const readSatoriInputs = async (): Promise<SatoriInput[]> => {
  const folder = join(getFolder(satoriTests), satoriTests.path);
  const files = readdirSync(folder).filter((file) => file.endsWith('.test.tsx'));
  const parts = await Promise.all(
    files.map(async (file) => `${await bundle(join(folder, file))};\nawait runTests(${JSON.stringify(file)});`),
  );
  const source = [
    recorder,
    ...parts,
    'process.stdout.write(JSON.stringify(recorded.inputs), () => process.exit());',
  ].join('\n');
  return new Promise((resolve, reject) => {
    const settings = { maxBuffer: 64 * 2 ** 20, env: {} };
    const child = execFile(process.execPath, ['--permission', '--input-type=module'], settings, (error, stdout) => {
      if (error) reject(error);
      else resolve(numbered(JSON.parse(stdout) as SatoriInput[]));
    });
    child.stdin?.end(source);
  });
};

const numbered = (inputs: readonly SatoriInput[]): SatoriInput[] => {
  const counts = new Map<string, number>();
  return inputs.map((input) => {
    const count = (counts.get(input.name) ?? 0) + 1;
    counts.set(input.name, count);
    return { ...input, name: count === 1 ? input.name : `${input.name}, ${count}` };
  });
};

/** Returns an input as a template for an engine. */
export const toTemplate = ({ width, height, element }: SatoriInput, engine: EngineName): string => {
  const options = JSON.stringify({ width, height, engine, fontFamily: 'Roboto' });
  return `export const options = ${options};\n\nexport default function Image() {\n  return ${toJsx(element as unknown as Element)};\n}\n`;
};

const toJsx = (node: Element | string): string => {
  if (typeof node === 'string') return `{${JSON.stringify(node)}}`;
  const attributes = Object.entries(node.props).map(([name, value]) => ` ${name}={${JSON.stringify(value)}}`);
  return `<${node.type}${attributes.join('')}>${node.children.map(toJsx).join('')}</${node.type}>`;
};
