import { createClient } from '../../../client/src/create-client.ts';
import { ImageUrlError } from '../../../client/src/image-url-error.ts';
import type { NamedTemplate } from '../../../client/src/minting.ts';
import type { SignRequest } from '../../../client/src/signing.ts';
import { findProject } from '../config.ts';
import type { Answer, Context } from '../context.ts';
import { readSigningKey } from '../credentials.ts';
import { wrongUse } from '../failure.ts';
import type { ImageFlags } from '../image-flags.ts';
import { getImageHost } from '../image-host.ts';
import { namedTemplate } from '../template-id.ts';
import { getVariables } from '../variables.ts';

export type SignOptions = ImageFlags & {
  readonly var?: readonly string[];
  readonly templateVersion?: number;
  readonly lastDay?: string;
  readonly imageHost?: string;
};

/** Returns a template; with the lock file's version, variables and format if it is given by name or file. */
const getTemplate = async (context: Context, given: string): Promise<NamedTemplate> => {
  if (!findProject(context)) return { templateId: given };
  const { templateId, version, variables, format } = await namedTemplate(context, given);
  return given === templateId || version === undefined ? { templateId } : { templateId, version, variables, format };
};

/** `image-url sign`: prints an on-demand URL, without a request. */
export const sign = async (
  context: Context,
  given: string,
  { var: variables, templateVersion, imageHost: givenHost, ...options }: SignOptions,
): Promise<Answer> => {
  const imageHost = getImageHost(context, givenHost);
  const signingKey = readSigningKey(context, imageHost);
  const templates = { [given]: await getTemplate(context, given) };
  try {
    const url = createClient({ imageHost, signingKey, templates }).sign({
      ...options,
      template: given,
      ...(templateVersion !== undefined && { version: templateVersion }),
      ...(variables && { variables: getVariables(variables) }),
    } as SignRequest);
    return { json: { url }, text: url };
  } catch (error) {
    if (error instanceof ImageUrlError) throw wrongUse(error.code, error.message, error);
    throw error;
  }
};
