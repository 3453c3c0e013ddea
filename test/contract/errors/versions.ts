import { PutObjectCommand } from '@aws-sdk/client-s3';
import { sha256Hex } from '#engine/hash.ts';
import { objects } from '../../../lambdas/aws/s3/client.ts';
import { anOwner } from '../../support/an-owner.ts';
import { haveAllVersions } from '../../support/budgets.ts';
import { type Caller, card, openCard, send, useUp } from '../../support/service.ts';
import { getAuthRefusals } from './auth.ts';
import type { Refusal, Refusals } from './refusal.ts';
import { failing, refused, refusedForeign } from './requests.ts';
import { setAttribute } from './set-attribute.ts';

type Method = 'GET' | 'POST' | 'DELETE';

/** Sends a request about a template of the caller's own, which has the versions 1 and 2. */
const about =
  (method: Method, rest: string, change: (templateId: string, caller: Caller) => Promise<unknown> = async () => {}) =>
  async (): Promise<Refusal> => {
    const { caller, templateId } = await anOwner(card);
    await send('PATCH', `/v1/templates/${templateId}`, { caller, body: { code: openCard } });
    await change(templateId, caller);
    return { answer: await send(method, `/v1/templates/${templateId}${rest}`, { caller }), caller };
  };

const getRefusals = (method: Method, rest: string) => ({
  ...getAuthRefusals(method, `/v1/templates/x${rest}`),
  MISSING_TEMPLATE_ID: refused(method, `/v1/templates/%20${rest}`),
  TEMPLATE_NOT_FOUND: refusedForeign(method, (templateId) => [`/v1/templates/${templateId}${rest}`]),
});

/** Today's compiler refuses the code that version 1 has from now on. */
const withBrokenPast = async (templateId: string, { accountId }: { readonly accountId: string }) => {
  const code = 'export const nothing = 1;';
  const codeHash = sha256Hex(code);
  const Key = `code/${accountId}/${codeHash}`;
  await objects.send(new PutObjectCommand({ Bucket: process.env.SOURCES_BUCKET, Key, Body: code }));
  await setAttribute(process.env.VERSIONS_TABLE, { templateId, version: '000000001' }, 'codeHash', codeHash);
};

export const deleteTemplate: Refusals<'deleteTemplate'> = {
  ...getRefusals('DELETE', ''),
  TEMPLATE_DELETE_FAILED: failing('DELETE', '/v1/templates/x'),
};

export const listVersions: Refusals<'listVersions'> = {
  ...getRefusals('GET', '/versions'),
  TEMPLATE_FETCH_FAILED: failing('GET', '/v1/templates/x/versions'),
};

export const getVersion: Refusals<'getVersion'> = {
  ...getRefusals('GET', '/versions/1'),
  INVALID_VERSION: about('GET', '/versions/1.0'),
  VERSION_NOT_FOUND: about('GET', '/versions/3'),
  TEMPLATE_FETCH_FAILED: failing('GET', '/v1/templates/x/versions/1'),
};

export const restoreVersion: Refusals<'restoreVersion'> = {
  ...getRefusals('POST', '/versions/1/restore'),
  INVALID_VERSION: about('POST', '/versions/first/restore'),
  VERSION_NOT_FOUND: about('POST', '/versions/3/restore'),
  TOO_MANY_TRIALS: about('POST', '/versions/1/restore', (_, caller) => useUp(caller, 'trials')),
  STORAGE_QUOTA_EXCEEDED: about('POST', '/versions/1/restore', (_, caller) => useUp(caller, 'stored')),
  TOO_MANY_VERSIONS: about('POST', '/versions/1/restore', haveAllVersions),
  COMPILE_ERROR: about('POST', '/versions/1/restore', withBrokenPast),
  TEMPLATE_UPDATE_FAILED: failing('POST', '/v1/templates/x/versions/1/restore'),
};
