import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DevError, readDevOptions, toDevError } from '../../bin/dev-options.ts';
import { startEmulators } from '../../local/emulators.ts';
import { listen } from '../../local/listen.ts';
import { useFolder } from '../support/folder.ts';

const folder = useFolder();

/** Runs `npm run dev` to its end. */
const dev = async (...args: string[]) => {
  const child = spawn(process.execPath, ['bin/dev.ts', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let note = '';
  child.stderr.on('data', (chunk) => {
    note += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, message: note };
};

describe('npm run dev', () => {
  it.each([
    [['--prot', '1'], 'There is no option --prot: do you mean --port?'],
    [['extra'], '"extra" is not an option.'],
    [['--port'], '--port needs a value.'],
    [['--port', 'abc'], '--port: expected a port from 0 to 65535, got "abc".'],
    [['--image-port', '65536'], '--image-port: expected a port from 0 to 65535, got "65536".'],
    [['--studio-port', '8787'], '--port and --studio-port are both 8787: give each its own.'],
    [['--engine', 'x'], '--engine: expected'],
  ])('says what is wrong with %j', (args, message) => {
    expect(() => readDevOptions(args)).toThrow(message);
  });

  it('says in one line that a port is taken, or its data', async () => {
    const taken = await listen(createServer());
    const running = await startEmulators(join(folder, 'used'));
    const free = ['--image-port', '0', '--studio-port', '0'];
    try {
      const [mistyped, port, locked] = await Promise.all([
        dev('--prot', '1'),
        dev('--data', join(folder, 'other'), '--port', String(taken.port), ...free),
        dev('--data', join(folder, 'used'), '--port', '0', ...free),
      ]);

      expect(mistyped).toMatchObject({ code: 2, message: expect.not.stringContaining('    at ') });
      expect(port).toEqual({ code: 2, message: `Port ${taken.port} is in use: choose another with --port.\n` });
      expect(locked.code).toBe(2);
      expect(locked.message).toMatch(/^The data in .* is in use by another "npm run dev": .*--data\.\n$/);
    } finally {
      await Promise.all([running.close(), taken.close()]);
    }
  });
});

it.each([
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
  Object.assign(
    new Error('Database failed to open', {
      cause: new Error('IO error: .local/dynamodb/000003.log: No space left on device'),
    }),
    {
      code: 'LEVEL_DATABASE_NOT_OPEN',
    },
  ),
])('a full disk is told, and where: %s', (cause) => {
  const error = toDevError(new Error('not started', { cause }), { ports: readDevOptions([]).ports, data: '.local' });
  expect(error).toBeInstanceOf(DevError);
  expect(error).toMatchObject({
    message: 'The disk of .local is full: free some space, or choose another folder with --data.',
  });
});
