import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { limits } from '../lambdas/contract/limits.ts';
import type { Access } from './access.ts';
import { isGlobal, isProfile, type StageSettings } from './stage.ts';

export interface TemplateAuthorProps {
  /** The model and, for a cross-region profile, the regions it chooses from. @default no model: generation is refused */
  readonly ai?: StageSettings['ai'];
}

/** The one Bedrock model that writes templates. A cross-region profile needs itself and the model in each of its regions. */
export class TemplateAuthor extends Construct {
  readonly access: Pick<Access, 'BEDROCK_MODEL' | 'AUTHOR_ROUNDS' | 'AUTHOR_MAX_TOKENS'>;

  constructor(scope: Construct, id: string, { ai }: TemplateAuthorProps = {}) {
    super(scope, id);
    const { partition, region, account } = Stack.of(this);
    const modelIn = (position: string, model: string) =>
      `arn:${partition}:bedrock:${position}::foundation-model/${model}`;
    const getArns = ({ model, regions = [] }: NonNullable<typeof ai>): string[] => {
      if (!isProfile(model)) return [modelIn(region, model)];
      const profile = `arn:${partition}:bedrock:${region}:${account}:inference-profile/${model}`;
      const bare = model.replace(/^[a-z-]+\./, '');
      // one that chooses from all regions asks for the model here, and for the model without a region
      const positions = isGlobal(model) ? [...new Set([region, ...regions]), ''] : regions;
      return [profile, ...positions.map((position) => modelIn(position, bare))];
    };
    this.access = {
      BEDROCK_MODEL: { value: ai?.model ?? '', arns: ai ? getArns(ai) : [] },
      AUTHOR_ROUNDS: String(ai?.rounds ?? limits.authorRounds),
      AUTHOR_MAX_TOKENS: String(ai?.maxTokens ?? limits.authorAnswerTokens),
    };
  }
}
