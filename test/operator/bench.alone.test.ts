import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cards } from '../../bench/cards.ts';
import { getFonts } from '../../bench/fonts.ts';
import { replaceFigures } from '../../bench/readme.ts';
import { table } from '../../bench/report.ts';
import { readSettings } from '../../bench/settings.ts';
import { readWarmMilliseconds } from '../../tools/docs/scale-document.ts';

const bench = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  spawnSync(process.execPath, ['bench/run.ts', ...args], { encoding: 'utf8', env: { ...process.env, ...environment } });
const readme = readFileSync('bench/README.md', 'utf8');

describe('the benchmark', () => {
  it('names a part that cannot run, runs the others, and exits with 1', () => {
    const { status, stdout, stderr } = bench(['--quick', '--only', 'counting,signing'], { TMPDIR: '/nowhere' });

    expect(stdout).toMatch(/### Signatures of the client\n\nSigning in the client: [\d.]+ µs/);
    expect(stdout).not.toContain('### Quota');
    expect(stderr).toMatch(/^counting: Its process ended with code 1\.$/m);
    expect(stderr).toMatch(/Failed: counting\.\n$/);
    expect(status).toBe(1);
  });

  it.each([['--quick'], ['--only', 'signing'], ['--against', 'HEAD']])(
    'writes no tables of less than a whole run: %s',
    (...options) => {
      expect(() => readSettings(['--write', ...options])).toThrow(
        `--write writes the tables of one whole run. Leave out ${options[0]}.`,
      );
    },
  );

  it('replaces the figures of its document and nothing else', () => {
    const [before, after] = [readme.split('<!-- figures -->')[0], readme.split('<!-- end of figures -->')[1]];

    const written = replaceFigures(replaceFigures(readme, 'Other.'), 'New $& figures.\n');

    expect(written).toBe(`${before}<!-- figures -->\n\nNew $& figures.\n\n<!-- end of figures -->${after}`);
    expect(() => replaceFigures('# Benchmark', 'New figures.')).toThrow('bench/README.md has no <!-- figures -->');
  });

  it('writes a table of functions that the table of scale reads', () => {
    const written = `Text.\n\n${table(['', 'started, takumi', 'warm, takumi'], [['mint', '290.8 ms (282.6 to 302.0)', '21.6 ms (20.1 to 30.0)']])}\n`;

    expect(readWarmMilliseconds(written, 'mint')).toBe(22);
    expect(() => readWarmMilliseconds(written, 'first image')).toThrow(
      "bench/README.md has no row 'first image' with a column 'warm, takumi'.",
    );
    expect(() => readWarmMilliseconds(written.replace('warm, takumi', 'warm'), 'mint')).toThrow('has no row');
  });

  it('has a document of at most 200 lines', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(200);
  });

  it.each(cards)('finds the fonts of the card $name', async (card) => {
    const fonts = await getFonts(card);

    expect(new Set(fonts.map(({ weight }) => weight))).toEqual(new Set([400, 600, 700]));
  });

  it('compares with the takumi and the satori that the engines use', () => {
    const [own, peers] = ['layers/render', 'bench'].map(
      (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies,
    );
    const lock = JSON.parse(readFileSync('bench/package-lock.json', 'utf8'));

    expect(peers['@takumi-rs/core']).toBe(own['@takumi-rs/core']);
    expect(lock.packages['node_modules/satori'].version).toBe(own.satori);
  });
});
