import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { limits } from 'image-url-contract/limits.ts';
import { isApplicationProfile, isGlobal, isProfile } from '../app/setting-values.ts';
import type { Settings } from '../app/settings.ts';
import type { Access, Target } from './access.ts';

export interface TemplateAuthorProps {
  /** The model and, for a cross-region profile, its regions. @default no model: generation is rejected */
  readonly model?: Settings['model'];
}

/** The Bedrock model that generates templates. An inference profile also needs permission for the model. */
export class TemplateAuthor extends Construct {
  readonly access: Pick<Access, 'BEDROCK_MODEL' | 'AUTHOR_ROUNDS' | 'AUTHOR_MAX_TOKENS'>;

  constructor(scope: Construct, id: string, { model: chosen }: TemplateAuthorProps = {}) {
    super(scope, id);
    const { partition, region, account } = Stack.of(this);
    const getModelArn = (modelRegion: string, model: string) =>
      `arn:${partition}:bedrock:${modelRegion}::foundation-model/${model}`;
    const getArns = ({ modelId: model, regions = [] }: NonNullable<typeof chosen>): string[] => {
      if (!isProfile(model)) return [getModelArn(region, model)];
      const profile = `arn:${partition}:bedrock:${region}:${account}:inference-profile/${model}`;
      const bare = model.replace(/^[a-z-]+\./, '');
      // a global profile needs permission for the model here and for the model without a region
      const modelRegions = isGlobal(model) ? [...new Set([region, ...regions]), ''] : regions;
      return [profile, ...modelRegions.map((modelRegion) => getModelArn(modelRegion, bare))];
    };
    /** The models behind an application profile are not in its ARN; each call through it may reach them, no other. */
    const getTarget = (of: NonNullable<typeof chosen>): Target => {
      const { modelId: value, regions = ['*'] } = of;
      if (!isApplicationProfile(value)) return { value, arns: getArns(of) };
      const arns = regions.map((modelRegion) => getModelArn(modelRegion, '*'));
      const conditions = { StringEquals: { 'bedrock:InferenceProfileArn': value } };
      return { value, arns: [value], conditional: { arns, conditions } };
    };
    this.access = {
      BEDROCK_MODEL: chosen ? getTarget(chosen) : { value: '', arns: [] },
      AUTHOR_ROUNDS: String(chosen?.rounds ?? limits.authorRounds),
      AUTHOR_MAX_TOKENS: String(chosen?.maxTokens ?? limits.authorAnswerTokens),
    };
  }
}
