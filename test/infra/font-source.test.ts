import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readContext } from '../../bin/stage-settings.ts';
import { publicRegistry } from '../../lambdas/config/font-source.ts';
import { emptyAssets } from '../support/empty-assets.ts';
import { useFolder } from '../support/folder.ts';
import { catchMessage } from './instances.ts';
import { type Synthesised, synthesise, usualStage } from './synthesise.ts';

const folder = useFolder();

const sourcesOf = ({ propertiesOf }: Pick<Synthesised, 'propertiesOf'>): unknown[] => [
  ...new Set(
    propertiesOf('AWS::Lambda::Function')
      .map(({ Environment }) => Environment?.Variables.FONT_SOURCE)
      .filter((source) => source !== undefined),
  ),
];
const synthesiseWith = (setting: unknown, context?: unknown): unknown[] =>
  sourcesOf(
    synthesise(setting === undefined ? {} : { fontSource: setting }, {
      context: context === undefined ? {} : { fontSource: context },
    }),
  );

describe('the font source', () => {
  it('is the public npm registry, in a stage and in the local run', () => {
    expect(sourcesOf(usualStage())).toEqual(['https://registry.npmjs.org']);
    expect(readContext().fontSource).toBe(publicRegistry);
  });

  it.each([
    ['the stage', 'https://npm.example.org/fonts', undefined, 'https://npm.example.org/fonts'],
    ['the context', undefined, 'https://npm.example.org', 'https://npm.example.org'],
    ['the stage before the context', 'https://one.example.org', 'https://two.example.org', 'https://one.example.org'],
    ['none, by the stage', false, undefined, ''],
    ['none, by the command line, where a value is a text', undefined, 'false', ''],
  ])('is that of %s', (_what, setting, context, source) => {
    expect(synthesiseWith(setting, context)).toEqual([source]);
  });

  it.each([
    'http://npm.example.org',
    'npm.example.org',
    'https://user:secret@npm.example.org',
    'https://npm.example.org/?token=secret',
    true,
    7,
  ])('cannot be %s', (value) => {
    const message = 'fontSource: it must be the https:// address of an npm registry, without credentials and query, or';
    for (const [setting, context] of [
      [value, undefined],
      [undefined, value],
    ]) {
      const answered = catchMessage(() => synthesiseWith(setting, context));
      expect(answered).toContain(message);
      expect(answered).not.toContain('secret');
    }
  });

  it('is not the registry of whoever deploys', () => {
    const outdir = mkdtempSync(join(folder, 'out-'));
    const { layerFolder } = emptyAssets(mkdtempSync(join(folder, 'assets-')));
    const program = `import { uncheckedApp } from './lib/app/service-app.ts';
      uncheckedApp({ outdir: ${JSON.stringify(outdir)}, layerFolder: ${JSON.stringify(layerFolder)} }).synth();`;
    const { context } = JSON.parse(readFileSync('cdk.json', 'utf8'));
    const env = {
      ...process.env,
      npm_config_registry: 'https://npm.internal.example.org',
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, 'aws:cdk:bundling-stacks': [] }),
    };
    const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { env });
    const template = readFileSync(join(outdir, 'ImageUrlService-dev.template.json'), 'utf8');

    expect(status).toBe(0);
    expect(template).toContain(`"FONT_SOURCE": "${publicRegistry}"`);
    expect(template).not.toContain('internal');
  });
});
