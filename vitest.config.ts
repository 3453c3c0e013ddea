import { readdirSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isRest, isSoak } from './test/support/effort.ts';

const folders = readdirSync('test', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Folders whose tests talk to one running service; it is started once for each of them. */
const served = ['api', 'hostile', 'studio'];
/** Folders whose tests have AWS clients talk to emulators that never fail on purpose. */
const calm = ['api', 'bundles', 'cli', 'client', 'hostile', 'infra', 'local', 'studio', 'usecases'];

/** Folders whose tests leave nothing behind, so that their files share what they import. */
const sharing = ['api', 'client', 'findings', 'golden', 'infra', 'unit'];

/** A run that names tests gets all of them, rows that `npm test` leaves out included. */
const isNamed = process.argv.some((word) => /^(-t|--testNamePattern)/.test(word));

/** What a newcomer need not wait for: CI has it after `npm test`, by `npm run test:rest`. */
const rest = [
  'test/generation/revision.slow.test.ts',
  'test/revocations/revocations.slow.test.ts',
  'test/revocations/stored-denials.slow.test.ts',
  'test/limits/quota-store.slow.test.ts',
  'test/infra/bundles/bundles.slow.test.ts',
  'test/packages/cli/cli.hostile.slow.test.ts',
  'test/packages/cli/local.slow.test.ts',
  'test/packages/cli/mcp.slow.test.ts',
  'test/packages/client/package.slow.test.ts',
  'test/limits/boundary.faults.slow.test.ts',
  'test/generation/generation.faults.slow.test.ts',
  'test/contract/idempotency.faults.slow.test.ts',
  'test/deliver/image.faults.slow.test.ts',
  'test/limits/kill.faults.slow.test.ts',
  'test/mint/mint.faults.slow.test.ts',
  'test/revocations/revocations.faults.slow.test.ts',
  'test/mint/schedules.faults.slow.test.ts',
  'test/sites/sites.faults.slow.test.ts',
  'test/templates/versions.faults.slow.test.ts',
  'test/limits/without-units.faults.slow.test.ts',
  'test/engine/golden/same-bytes.slow.test.ts',
  'test/engine/canaries.hostile.slow.test.ts',
  'test/mint/costly-mints.hostile.slow.test.ts',
  'test/mint/crowds.hostile.slow.test.ts',
  'test/deliver/failing-urls.hostile.slow.test.ts',
  'test/deliver/images.hostile.slow.test.ts',
  'test/engine/templates-that-render.hostile.slow.test.ts',
  'test/engine/templates-that-run.hostile.slow.test.ts',
  'test/infra/checks.slow.test.ts',
  'test/infra/declared-resources.slow.test.ts',
  'test/infra/first-deployment.slow.test.ts',
  'test/infra/image-urls.slow.test.ts',
  'test/infra/settings.slow.test.ts',
  'test/infra/used-permissions.slow.test.ts',
  'test/engine/isolation/evaluate.hostile.slow.test.ts',
  'test/engine/isolation/time-is-over.slow.test.ts',
  'test/operator/admin.slow.test.ts',
  'test/operator/canary.slow.test.ts',
  'test/operator/deployments.slow.test.ts',
  'test/operator/foreign-stack.slow.test.ts',
  'test/generation/asked-models.properties.slow.test.ts',
  'test/limits/billing.properties.slow.test.ts',
  'test/templates/history.properties.slow.test.ts',
  'test/limits/network.properties.slow.test.ts',
  'test/engine/own-addresses.properties.slow.test.ts',
  'test/deliver/published-images.properties.slow.test.ts',
  'test/templates/tenants.properties.slow.test.ts',
  'test/studio/layout.slow.test.ts',
  'test/studio/stage.slow.test.ts',
  'test/studio/drafts.slow.test.ts',
  'test/studio/studio.slow.test.ts',
  'test/keys/edge-rotation.slow.test.ts',
  'test/operator/upgrade/upgrade.slow.test.ts',
  'test/operator/delete-account.slow.test.ts',
  'test/keys/deployed-keys.slow.test.ts',
  'test/templates/deployed-templates.slow.test.ts',
  'test/deliver/engine-changes.slow.test.ts',
  'test/deliver/cached-remote-images.slow.test.ts',
  'test/deliver/client-classes.slow.test.ts',
  'test/generation/write-template.slow.test.ts',
];
/**
 * Long runs of what shorter tests show as well, and tests of developers' tools and of the studio's looks: `npm run soak` has
 * them every night.
 */
const nightly = [
  'test/engine/linear-readers.properties.nightly.test.ts',
  'test/engine/findings/corpus.nightly.test.ts',
  'test/limits/counting-cost.nightly.test.ts',
  'test/packages/cli/paths.nightly.test.ts',
  'test/engine/fidelity/chromium.nightly.test.ts',
  'test/engine/golden/ink.nightly.test.ts',
  'test/engine/at-rest.hostile.nightly.test.ts',
  'test/engine/dump.hostile.nightly.test.ts',
  'test/engine/fonts.hostile.nightly.test.ts',
  'test/templates/generated-templates.hostile.nightly.test.ts',
  'test/engine/generated.hostile.nightly.test.ts',
  'test/engine/many-renders.hostile.nightly.test.ts',
  'test/engine/slow-templates.hostile.nightly.test.ts',
  'test/engine/isolation/pool-sizes.nightly.test.ts',
  'test/generation/bench-ai.nightly.test.ts',
  'test/operator/ending.nightly.test.ts',
  'test/operator/restart.nightly.test.ts',
  'test/studio/looks.nightly.test.ts',
  'test/studio/usage.nightly.test.ts',
  'test/studio/memory.nightly.test.ts',
];
/** A run that names files gets them, whatever list they are in. */
const isWhole = isSoak || isNamed || process.argv.slice(2).some((word) => word.includes('test/'));

/** What hangs is found all the same, and a busy machine fails nothing. */
const patienceMs = isSoak ? 3_600_000 : 600_000;

/** Folders whose files take longest: begun first, none of them runs alone at the end. */
const longest = ['hostile', 'golden', 'infra', 'local', 'bundles'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const position = ({ project }: TestSpecification): number => [...longest, project.name].indexOf(project.name);
    return (await super.sort(files)).sort((one, other) => position(one) - position(other));
  }
}

export default defineConfig({
  test: {
    // much of what a test does is wait for a service or a process of its own
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    testTimeout: patienceMs,
    hookTimeout: patienceMs,
    expect: { poll: { timeout: patienceMs } },
    env: { TZ: 'UTC', ...(isNamed && { ALL_ROWS: '1' }) },
    projects: folders.map((name) => ({
      extends: true as const,
      test: {
        name,
        include: isRest ? rest.filter((file) => file.startsWith(`test/${name}/`)) : [`test/${name}/**/*.test.ts`],
        exclude: isRest || isWhole ? [] : [...rest, ...nightly],
        ...(sharing.includes(name) && { isolate: false }),
        ...(served.includes(name) && { globalSetup: 'test/support/running-service.ts' }),
        ...(calm.includes(name) && { setupFiles: 'test/support/patient-sockets.ts' }),
      },
    })),
  },
});
