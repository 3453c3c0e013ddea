import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const harden = new URL('../../../packages/engine/src/isolation/worker/hardening.ts', import.meta.url).href;

/** What a piece of code answers in a process that was locked down: its value as text, or `refused`. */
const inside = async (code: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'lock-down-'));
  const file = join(folder, 'program.mjs');
  await writeFile(
    file,
    `import { createRequire } from 'node:module';\nimport net from 'node:net';\nconst require = createRequire(import.meta.url);\nimport { harden } from '${harden}';\nharden();\ntry { console.log(await (async () => ${code})()) } catch (error) { console.log(/closed/.test(error.message) ? 'refused' : error.message) }`,
  );
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file], { env: {} });
    return stdout.trim();
  } finally {
    await rm(folder, { recursive: true });
  }
};

describe('harden', () => {
  it('leaves no fetch', async () => {
    expect(await inside('typeof fetch')).toBe('undefined');
  });

  it.each([
    "new WebSocket('ws://127.0.0.1:9')",
    "import('node:http')",
    "import('dns')",
    "require('https')",
    "require('node:dgram')",
    "require('child_process')",
    "import('node:worker_threads')",
    "process.getBuiltinModule('net')",
    "process.binding('tcp_wrap')",
    "net.connect(9, '127.0.0.1')",
    "new net.Socket().connect(9, '127.0.0.1')",
    'new net.Server().listen(0)',
    'process.kill(process.pid, 0)',
  ])('refuses %s', async (code) => {
    expect(await inside(code)).toBe('refused');
  });

  it('loads nothing it closes', async () => {
    expect(await inside("process.moduleLoadList.filter((name) => name.includes('undici')).length")).toBe('0');
  });

  it('leaves the rest alone', async () => {
    expect(await inside("typeof require('node:path').join")).toBe('function');
  });
});
