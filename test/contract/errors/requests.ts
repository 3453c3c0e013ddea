import { anAccount, aTemplate, type Caller, send, useUp } from '../../support/service.ts';
import { aDamagedAccount } from './auth.ts';
import type { Refusal } from './refusal.ts';

type Provoke = () => Promise<Refusal>;

const sendAs = async (caller: Caller, method: string, path: string, body: unknown): Promise<Refusal> => ({
  answer: await send(method, path, { caller, ...(body !== undefined && { body }) }),
  caller,
});

/** The request of a new account. @param prepare what it does before */
export const refused =
  (method: string, path: string, body?: unknown, prepare?: (caller: Caller) => Promise<unknown>): Provoke =>
  async () => {
    const caller = await anAccount();
    await prepare?.(caller);
    return sendAs(caller, method, path, body);
  };

/** The same of an account that has used up one of its budgets. */
export const refusedWithout = (which: Parameters<typeof useUp>[1], method: string, path: string, body?: unknown) =>
  refused(method, path, body, (caller) => useUp(caller, which));

/** The request of a new account for something that another account owns. */
export const refusedForeign =
  (method: string, request: (templateId: string) => readonly [path: string, body?: unknown]): Provoke =>
  async () => {
    const [path, body] = request(await aTemplate(await anAccount()));
    return sendAs(await anAccount(), method, path, body);
  };

/** The request of an account whose record does not parse. */
export const failing =
  (method: string, path: string, body?: unknown): Provoke =>
  async () => {
    const { answer } = await sendAs(await aDamagedAccount(), method, path, body);
    return { answer };
  };
