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
  'test/api/revision.test.ts',
  'test/api/revocations.test.ts',
  'test/aws/denials.test.ts',
  'test/aws/quota-store.test.ts',
  'test/bundles/bundles.test.ts',
  'test/cli/hostile.test.ts',
  'test/cli/local.test.ts',
  'test/cli/mcp.test.ts',
  'test/client/package.test.ts',
  'test/faults/boundary.test.ts',
  'test/faults/generation.test.ts',
  'test/faults/idempotency.test.ts',
  'test/faults/images.test.ts',
  'test/faults/kill.test.ts',
  'test/faults/minting.test.ts',
  'test/faults/revocations.test.ts',
  'test/faults/schedules.test.ts',
  'test/faults/site-faults.test.ts',
  'test/faults/versions.test.ts',
  'test/faults/without-units.test.ts',
  'test/golden/same-bytes.test.ts',
  'test/hostile/canaries.test.ts',
  'test/hostile/costly-mints.test.ts',
  'test/hostile/crowds.test.ts',
  'test/hostile/failing-urls.test.ts',
  'test/hostile/images.test.ts',
  'test/hostile/templates-that-render.test.ts',
  'test/hostile/templates-that-run.test.ts',
  'test/infra/checks.test.ts',
  'test/infra/declared-resources.test.ts',
  'test/infra/first-deployment.test.ts',
  'test/infra/image-urls.test.ts',
  'test/infra/settings.test.ts',
  'test/infra/used-permissions.test.ts',
  'test/isolation/evaluate-hostile.test.ts',
  'test/isolation/time-is-over.test.ts',
  'test/local/admin.test.ts',
  'test/local/canary.test.ts',
  'test/local/deployments.test.ts',
  'test/local/foreign-stack.test.ts',
  'test/properties/asked-models.test.ts',
  'test/properties/billing.test.ts',
  'test/properties/history.test.ts',
  'test/properties/network.test.ts',
  'test/properties/own-addresses.test.ts',
  'test/properties/published-images.test.ts',
  'test/properties/tenants.test.ts',
  'test/studio/layout.test.ts',
  'test/studio/stage.test.ts',
  'test/studio/drafts.test.ts',
  'test/studio/studio.test.ts',
  'test/unit/edge/rotation.test.ts',
  'test/upgrade/upgrade.test.ts',
  'test/usecases/delete-account.test.ts',
  'test/usecases/deployed-keys.test.ts',
  'test/usecases/deployed-templates.test.ts',
  'test/usecases/engine-changes.test.ts',
  'test/usecases/cached-remote-images.test.ts',
  'test/usecases/client-classes.test.ts',
  'test/usecases/write-template.test.ts',
];
/**
 * Long runs of what shorter tests show as well, and tests of developers' tools and of the studio's looks: `npm run soak` has
 * them every night.
 */
const nightly = [
  'test/properties/linear-readers.test.ts',
  'test/findings/corpus.test.ts',
  'test/aws/counting-cost.test.ts',
  'test/cli/paths.test.ts',
  'test/fidelity/chromium.test.ts',
  'test/golden/ink.test.ts',
  'test/hostile/at-rest.test.ts',
  'test/hostile/dump.test.ts',
  'test/hostile/fonts.test.ts',
  'test/hostile/generated-templates.test.ts',
  'test/hostile/generated.test.ts',
  'test/hostile/many-renders.test.ts',
  'test/hostile/slow-templates.test.ts',
  'test/isolation/pool-sizes.test.ts',
  'test/local/bench-ai.test.ts',
  'test/local/ending.test.ts',
  'test/local/restart.test.ts',
  'test/studio/looks.test.ts',
  'test/studio/usage.test.ts',
  'test/studio/memory.test.ts',
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
