import { createAccount, createKey, setAccount, showAccount } from '../../admin/administer-accounts.ts';
import { administration } from '../../admin/administration.ts';
import { useDeployedCloud } from '../../bin/deployed-cloud.ts';
import type { PlanName } from '../../lambdas/domain/quota/plans.ts';
import type { AccountStatus } from '../../lambdas/domain/quota/subscription.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { useLocalCloud } from '../../local/local-cloud.ts';
import { type BudgetName, getUseUp } from './budgets.ts';
import { service } from './the-service.ts';

export { service };

await (service.stage === undefined ? useLocalCloud(service.dataDir) : useDeployedCloud(service.stage));
/** The admin program's ports on the running service's data. */
export const { store, ports: adminPorts } = administration();

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every route; each test says what it expects
  readonly json: any;
}

export interface Caller {
  readonly accountId: string;
  readonly apiKey: string;
  /** Of another service than the one that all tests of a folder share. */
  readonly baseUrl?: string;
}

/** An account of its own for one test, so that no test sees another's counts. */
export const anAccount = async (
  wanted: {
    plan?: PlanName;
    status?: AccountStatus;
    periodEnd?: Date;
    mintsUsed?: number;
    generationsUsed?: number;
  } = {},
): Promise<Caller> => {
  const { plan = 'scale', ...change } = wanted;
  const { accountId } = await createAccount(store, runtime, { plan });
  if (Object.keys(change).length > 0) await setAccount(store, runtime, accountId, change);
  const { apiKey } = await createKey(store, runtime, accountId);
  return { accountId, apiKey };
};

export const readUsage = async ({ accountId }: Caller) => {
  const { imageMints, aiGenerations } = await showAccount(store, runtime, accountId);
  return { mints: imageMints.used, generations: aiGenerations.used };
};

/** Sends a request; a body that is no string is sent as JSON. */
export const send = async (
  method: string,
  path: string,
  {
    caller,
    body,
    headers = {},
  }: { caller?: Pick<Caller, 'apiKey' | 'baseUrl'>; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> => {
  const response = await fetch((caller?.baseUrl ?? service.baseUrl) + path, {
    method,
    headers: { ...(caller && { authorization: `Bearer ${caller.apiKey}` }), ...headers },
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
    }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text === '' ? undefined : JSON.parse(text) };
};

export const card = `export const options = { width: 320, height: 160, format: 'png' };
export default function Card({ title = 'Hello', author }) {
  return <div style={{ width: '100%', height: '100%', background: '#fff', fontSize: 32 }}>{title} {author}</div>;
}
`;
export const openCard = card.replace(', author }', ' }').replace(' {author}', '');

/** A template of the caller's; `openCard` has no required variable, `card` needs an author. */
export const aTemplate = async (caller: Caller, code = openCard, name = 'Card'): Promise<string> => {
  const { status, json } = await send('POST', '/v1/templates', { caller, body: { name, code } });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(json)}`);
  return json.templateId;
};

export const useUp = ({ accountId }: Pick<Caller, 'accountId'>, which: BudgetName): Promise<void> =>
  getUseUp(store, accountId, which);
