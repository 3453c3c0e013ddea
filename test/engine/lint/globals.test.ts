import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openSandboxRuntime } from '#engine/isolation/sandbox/sandbox-runtime.ts';
import { isAvailable } from '#engine/lint/source/rules.ts';
import { draft } from '../../support/draft.ts';

/** Globals that exist in the sandbox and that the check of the source refuses or does not mention. */
const hidden = ['InternalError', 'eval'];

const getSandboxGlobals = async (): Promise<string[]> => {
  const runtime = await openSandboxRuntime();
  const names = 'Object.getOwnPropertyNames(globalThis).join(" ")';
  const end = runtime.call({
    entry: 'evaluate',
    script: `(function (sandbox, exported) { exported.component = () => ${names}; })`,
    clock: 0,
    settings: { seed: [1, 2, 3, 4], retainsSourcePositions: false, variables: {}, anyShapes: {} },
    deadline: Number.POSITIVE_INFINITY,
  });
  return 'text' in end ? JSON.parse(end.text).tree.children[0].split(' ') : [];
};

const getNodeGlobals = async (): Promise<string[]> => {
  const program = 'process.stdout.write(Object.getOwnPropertyNames(globalThis).join(" "))';
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  return stdout.split(' ');
};

it('every global of the sandbox may be used', async () => {
  const globals = await getSandboxGlobals();
  expect(globals.filter((name) => !isAvailable(name))).toEqual(hidden);
});

it('every other global of Node is refused as one that templates have not', async () => {
  const others = (await getNodeGlobals()).filter((name) => !isAvailable(name));
  expect(others.length).toBeGreaterThan(50);
  const source = `export default () => <p>${others.map((name) => `{${name}}`).join('')}</p>;`;
  const drafted = await draft(source);
  if ('script' in drafted) throw new Error('nothing is refused');
  expect(JSON.stringify(drafted)).not.toContain('undefined-name');
});
