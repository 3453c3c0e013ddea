import { afterAll, beforeAll, expect, it } from 'vitest';
import { bedrockAuthor } from '../../lambdas/aws/bedrock/bedrock-author.ts';
import { closeRenderWorkers } from '../../lambdas/isolation/render/render.ts';
import { closeSandboxes } from '../../lambdas/isolation/sandbox/evaluate.ts';
import { writeTemplate } from '../../lambdas/usecases/generation/write-template.ts';
import { type BedrockEmulator, startBedrock } from '../../local/bedrock.ts';
import { localIdentity } from '../../local/credentials.ts';
import { everyNth } from '../support/effort.ts';
import { type Broken, broken } from './broken.ts';
import { sourceOfBroken } from './corpus.ts';
import { repairingAuthor } from './repairing-author.ts';

let bedrock: BedrockEmulator;
let first = '';
beforeAll(async () => {
  bedrock = await startBedrock({ answer: (request) => repairingAuthor(first)(request) });
  Object.assign(process.env, {
    ...localIdentity,
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrock.url,
  });
});
afterAll(async () => {
  await bedrock.close();
  await closeSandboxes();
  await closeRenderWorkers();
});

/** Text that other text pushed out of the image: what pushed it is not told. */
const isPushed = ({ base, finds }: Broken) => base === 'repository.jsx' && finds === 'unseen-text';
const rows = broken.map((one, n) => [n, one.finds, one] as const).filter(([, , one]) => !isPushed(one));

it.each(everyNth(rows, 24))(
  '%i: who does what is said of %s has nothing of it left after three rounds',
  async (...row) => {
    const [, code, one] = row;
    first = await sourceOfBroken(one);
    const prompt = one.prompt ?? 'A card';

    const written = await writeTemplate(
      { prompt, instructions: [{ text: prompt }] },
      {
        author: bedrockAuthor({ BEDROCK_MODEL: 'local.stand-in', AUTHOR_ROUNDS: 3, AUTHOR_MAX_TOKENS: 8_192 }),
        circumstances: { now: () => new Date('2026-02-03T00:00:00Z'), defaultEngine: 'takumi' },
        signal: AbortSignal.timeout(600_000),
        runSequentially: (work) => work(),
        onLostIteration: (cause) => {
          throw cause;
        },
      },
      () => undefined,
    );

    expect(written.rounds).toBeGreaterThan(1);
    expect(
      written.findings.filter((diagnostic) => diagnostic.code === code && diagnostic.caseName === undefined),
    ).toEqual([]);
  },
);
