import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { anAccount, type Caller, send } from '../../support/service.ts';
import { getAuthRefusals } from './auth.ts';
import type { Refusals } from './refusal.ts';
import { failing } from './requests.ts';

/** Sends a generation or revision whose model never answers, and cancels it when the model has been asked. */
export const canceling = async (caller: Caller, path: string, body: object) => {
  const key = randomUUID();
  const at = `/v1/generations/${key}`;
  const generating = send('POST', path, { caller, body, headers: { 'idempotency-key': key } });
  while ((await send('GET', at, { caller })).json.items?.[0].step !== 'writing') await setTimeout(50);
  const canceled = await send('DELETE', at, { caller });
  return { key, canceled, answer: await generating };
};

const path = '/v1/generations/x';
/** What another account asks of a generation that was. */
const ofOther = (method: string) => async () => {
  const [caller, other] = [await anAccount(), await anAccount()];
  const { key } = await canceling(other, '/v1/templates/generate', { items: [{ prompt: 'waits for a cancel' }] });
  return { answer: await send(method, `/v1/generations/${key}`, { caller }), caller };
};

export const getGeneration: Refusals<'getGeneration'> = {
  ...getAuthRefusals('GET', path),
  GENERATION_NOT_FOUND: ofOther('GET'),
  SERVER_ERROR: failing('GET', path),
};
export const cancelGeneration: Refusals<'cancelGeneration'> = {
  ...getAuthRefusals('DELETE', path),
  GENERATION_NOT_FOUND: ofOther('DELETE'),
  SERVER_ERROR: failing('DELETE', path),
};
