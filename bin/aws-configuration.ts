import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { loadSharedConfigFiles } from '@smithy/core/config';
import { checkRegion } from '../lib/app/regions.ts';
import { StageError } from '../lib/app/settings.ts';
import type { Stage } from '../lib/app/stage.ts';
import { findAccountAlias } from './account-alias.ts';

/**
 * Sets account and region for this process and every program that it starts. The SDK, the CDK CLI and the AWS CLI each
 * read the environment differently; afterwards all of them use what the AWS CLI would use:
 *
 * - a profile given as an argument takes precedence over keys in the environment, and these over `AWS_PROFILE`;
 * - the stage's region takes precedence over `AWS_REGION`, `AWS_DEFAULT_REGION` and the profile's region, in this
 * order.
 *
 * @throws StageError without a region, and for an unknown profile
 */
export const useAws = async (
  { settings, region: own }: Pick<Stage, 'settings' | 'region'>,
  argument?: string,
): Promise<void> => {
  const { env } = process;
  const profile = argument || env.AWS_PROFILE || env.AWS_DEFAULT_PROFILE;
  const { configFile, credentialsFile } = await loadSharedConfigFiles({ ignoreCache: true });
  const known = { ...credentialsFile[profile || 'default'], ...configFile[profile || 'default'] };
  if (profile && Object.keys(known).length === 0)
    throw new StageError(
      `There is no profile ${profile} in the AWS configuration of this machine (aws configure list-profiles).`,
    );

  const region = own || env.AWS_REGION || env.AWS_DEFAULT_REGION || known.region;
  if (!region)
    throw new StageError(
      'No region is given: set AWS_REGION, choose a profile that has one (--profile NAME), or name it in the stage (region in cdk.json).',
    );
  checkRegion(region, settings);
  env.AWS_REGION = region;
  env.AWS_DEFAULT_REGION = region;

  const hasKeys = Boolean(env.AWS_ACCESS_KEY_ID);
  delete env.AWS_DEFAULT_PROFILE;
  if (!profile || (argument === undefined && hasKeys)) delete env.AWS_PROFILE;
  else {
    env.AWS_PROFILE = profile;
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']) delete env[name];
  }
};

/** Returns what the credentials of this process change, in words: account with its alias, region and caller. */
export const describeTarget = async (): Promise<string> => {
  const [{ Account, Arn }, alias] = await Promise.all([
    new STSClient({}).send(new GetCallerIdentityCommand({})),
    findAccountAlias(),
  ]);
  return `account ${Account}${alias === undefined ? '' : ` (${alias})`}, region ${process.env.AWS_REGION}, as ${Arn}`;
};

/**
 * Compares the account of the credentials with that of the stage, if the stage has the setting.
 *
 * @throws StageError when they differ, before anything is read or changed
 */
export const checkAccount = async ({ name, account }: Stage): Promise<void> => {
  if (account === undefined) return;
  const { Account } = await new STSClient({}).send(new GetCallerIdentityCommand({}));
  if (Account === account) return;
  throw new StageError(
    `Stage ${name} belongs to account ${account}, and these credentials are of ${Account}: choose another profile (--profile NAME), or change account in cdk.json.`,
  );
};
