import { type ApiRouteId, apiRouteIds, type Route, routes } from 'image-url-contract/routes.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { observeCalls } from '../../lambdas/aws/observed-client.ts';
import { getCalls } from '../../local/aws-calls.ts';
import { type Caller, type Request, useFaultyService } from '../support/faults/service.ts';
import { rowsOf } from '../support/rows.ts';

const { service } = useFaultyService({ isFaulty: false });
const writing = /:(Batch)?(Write|Put|Update|Delete)/;
/** Tables of counts and of the days on which keys were used, which every request writes. */
const counting = ['BUDGETS_TABLE', 'KEY_USES_TABLE', 'USAGE_TABLE', 'IDEMPOTENCY_TABLE'];

/** How an audited route is asked for something, after what it needs was made. */
const acts: Readonly<Partial<Record<ApiRouteId, (caller: Caller) => Promise<Request>>>> = {
  createKey: async () => ({ body: { name: 'CI', scopes: ['mint'] } }),
  deleteKey: async (caller) => {
    const { json } = await service.call('createKey', { caller, body: { name: 'CI', scopes: ['mint'] } });
    return { path: { keyId: json.keyId } };
  },
  createSigningKey: async () => ({ body: { name: 'site' } }),
  deleteSigningKey: async (caller) => {
    const { json } = await service.call('createSigningKey', { caller, body: { name: 'site' } });
    return { path: { signingKeyId: json.signingKeyId }, query: { revoke: 'true' } };
  },
  createSite: async (caller) => ({ body: await aSite(caller) }),
  updateSite: async (caller) => ({ ...(await ofSite(caller)), body: { refreshSeconds: 600 } }),
  deleteSite: (caller) => ofSite(caller),
  createRevocation: async (caller) => ({ body: { templateId: await service.aTemplate(caller) } }),
  deleteRevocation: async (caller) => {
    const body = { templateId: await service.aTemplate(caller) };
    const { json } = await service.call('createRevocation', { caller, body });
    return { path: { revocationId: json.revocationId } };
  },
  deleteTemplate: async (caller) => ({ path: { templateId: await service.aTemplate(caller) } }),
};
let sites = 0;
/** A site of an origin that no other has. */
const aSite = async (caller: Caller) => {
  sites += 1;
  return { origin: `https://${sites}.example`, templateId: await service.aTemplate(caller) };
};
const ofSite = async (caller: Caller) => {
  const { json } = await service.call('createSite', { caller, body: await aSite(caller) });
  return { path: { siteId: json.siteId } };
};

/**
 * Ends the process, as far as AWS can see, before a call that writes: neither this nor a later one is sent. Returns what
 * was written: tables, or what is no table.
 */
const endBefore = (nth: number) => {
  const written: string[] = [];
  let writes = 0;
  const stop = observeCalls(async ({ clientName, commandName, input }, sendIt) => {
    const calls = getCalls(clientName, commandName.replace(/Command$/, ''), input);
    const names = calls.filter(({ action }) => writing.test(action)).map(({ resource }) => resource);
    const variables = names.map((name) => Object.keys(process.env).find((key) => process.env[key] === name) ?? name);
    const acting = variables.filter((name) => !counting.includes(name));
    if (acting.length > 0) writes += 1;
    if (writes >= nth) throw new Error('The process has ended.');
    written.push(...acting);
    return sendIt();
  });
  onTestFinished(stop);
  return { written, stop };
};

const entriesOf = async ({ accountId }: Caller, action: string) =>
  (await rowsOf('AUDIT_TABLE')).filter((row) => row.accountId === accountId && row.action === action);

const audited = apiRouteIds.filter((id) => (routes[id] as Route).isAudited);

describe('a process that ends at any write of a route that is in the audit', () => {
  it.each(audited)('%s: leaves an entry, or has changed nothing', async (id) => {
    const caller = await service.anAccount();
    let isEnded = true;
    let nth = 0;
    while (isEnded) {
      nth += 1;
      const request = (await acts[id]?.(caller)) ?? expect.fail(`${id} has no act`);
      const before = await entriesOf(caller, id);
      const { written, stop } = endBefore(nth);
      const { status } = await service.call(id, { caller, ...request });
      stop();
      const added = (await entriesOf(caller, id)).length - before.length;

      expect([id, nth, written[0] ?? 'nothing', added]).toEqual([
        ...[id, nth],
        ...(nth === 1 ? ['nothing', 0] : ['AUDIT_TABLE', 1]),
      ]);
      isEnded = status >= 400;
    }
    expect(nth).toBeGreaterThan(2);
    const { json } = await service.call('listAudit', { caller });
    const outcomes = json.entries.filter((entry: { action: string }) => entry.action === id);
    // the last write of a whole run is that of how it ended: without it the request succeeds all the same
    expect(outcomes.map(({ outcome }: { outcome: string }) => outcome)).toEqual(outcomes.map(() => 'unknown'));
  });
});
