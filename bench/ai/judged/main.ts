import { parseArgs } from 'node:util';
import { useStage } from '../../../bin/stage-settings.ts';
import { bedrockAuthor } from '../../../lambdas/aws/bedrock/bedrock-author.ts';
import { closeRenderWorkers } from '../../../packages/engine/src/isolation/render/render.ts';
import { closeSandboxes } from '../../../packages/engine/src/isolation/sandbox/evaluate.ts';
import { runJudged } from './bench.ts';
import { openJudge } from './judge.ts';
import { wishes } from './prompts.ts';
import { getReport } from './report.ts';
import { readPrices } from './spending.ts';

const usage = 'npm run bench:ai -- --stage NAME --prices READ/WRITTEN --limit DOLLARS [--judge MODEL] [--profile NAME]';

/** Runs the judged bench with the model of a stage. @returns the exit code */
export const judgedBench = async (args: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      stage: { type: 'string' },
      prices: { type: 'string' },
      limit: { type: 'string' },
      judge: { type: 'string' },
      profile: { type: 'string' },
    },
  });
  const prices = readPrices(values.prices ?? '');
  const limit = Number(values.limit);
  if (!values.stage || !prices || !(limit > 0)) {
    console.error(`${usage}\nPrices are dollars for a million tokens: --prices 3/15`);
    return 2;
  }
  const { settings } = await useStage(values.stage, values.profile);
  if (!settings.model) {
    console.error(`Stage ${values.stage} has no model: set one in cdk.json (docs/deploying.md#bedrock).`);
    return 2;
  }
  const { modelId: model, rounds: iterations, maxTokens } = settings.model;
  const folder = `.local/bench-ai/${values.stage}/${model.replaceAll(':', '-')}`;
  try {
    const cached = await runJudged({
      author: bedrockAuthor({ BEDROCK_MODEL: model, AUTHOR_ROUNDS: iterations, AUTHOR_MAX_TOKENS: maxTokens }),
      judge: openJudge(values.judge ?? model),
      ...{ wishes, prices, limit, maxTokens, folder },
      say: (line) => console.log(line),
    });
    console.log(`\n${getReport(cached)}\n\nPictures and code: ${folder}`);
    return 0;
  } finally {
    await Promise.all([closeRenderWorkers(), closeSandboxes()]);
  }
};
