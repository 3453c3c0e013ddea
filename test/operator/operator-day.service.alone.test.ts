import { siteImagePathOf } from 'image-url-contract/sites/site-path.ts';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { runAdmin } from '../../bin/admin.ts';
import { aSigningKey } from '../contract/errors/render-on-demand.ts';
import { onDemandPath } from '../support/on-demand.ts';
import { type Page, startPages } from '../support/page-server.ts';
import { aTemplate, type Caller, openCard, send, service } from '../support/service.ts';

const pages = new Map<string, Page>();
let site: Awaited<ReturnType<typeof startPages>>;
beforeAll(async () => {
  site = await startPages(pages);
});
afterAll(() => site.stop());

/** One command of the operator; its result has been through JSON, as the program prints it. */
// biome-ignore lint/suspicious/noExplicitAny: each command prints a value of its own
const admin = async (...words: string[]): Promise<any> =>
  JSON.parse(JSON.stringify(await runAdmin([...words, '--data', service.dataDir])));

const getStatus = async (url: string): Promise<number> => (await fetch(url)).status;

interface Customer extends Caller {
  readonly templateId: string;
}

const aCustomer = async (name: string): Promise<Customer> => {
  const { accountId } = await admin('account', 'create', '--plan', 'starter', '--name', name, '--anchor', '2026-01-01');
  const { apiKey } = await admin('key', 'create', '--account', accountId);
  return { accountId, apiKey, templateId: await aTemplate({ accountId, apiKey }, openCard) };
};

const mint = async (caller: Customer, title: string): Promise<string> => {
  const { templateId } = caller;
  return (await send('POST', '/v1/url', { caller, body: { templateId, variables: { title } } })).json.url;
};

/** A site of a customer with one page; returns the URL of its image. */
const aSiteImage = async (caller: Customer): Promise<{ readonly siteId: string; readonly url: string }> => {
  const { templateId } = caller;
  const { json } = await send('POST', '/v1/sites', { caller, body: { origin: site.origin, templateId } });
  const path = siteImagePathOf(json.siteId, '/', 'png');
  pages.set('/', `<title>Home</title><meta property="og:image" content="https://img.example${path}">`);
  return { siteId: json.siteId, url: service.imageUrl + path };
};

it('an operator’s day: each step is one command, and each is in the audit', async () => {
  const note = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => note.mockRestore());
  const [acme, bolt, cubic] = [await aCustomer('Acme, Inc.'), await aCustomer('Bolt'), await aCustomer('Cubic')];
  const minted = [await mint(acme, 'one'), await mint(acme, 'two'), await mint(bolt, 'one')];
  const onDemand = service.imageUrl + onDemandPath(await aSigningKey(bolt), { templateId: bolt.templateId });
  const siteImage = await aSiteImage(cubic);
  const images = [...minted, onDemand, siteImage.url];
  expect(await Promise.all(images.map(getStatus))).toEqual(images.map(() => 200));

  // the bill of this month, and who uses most
  const month = new Date().toISOString().slice(0, 7);
  const csv: string = await admin('usage', 'export', '--month', month);
  const own = (customer: Caller) => csv.split('\r\n').find((line) => line.startsWith(customer.accountId)) ?? '';
  expect(csv).toMatch(/^accountId,name,plan,.*,mints,generations,onDemandRenders,/);
  expect(own(acme)).toMatch(/^\w+,"Acme, Inc\.",starter,,.*,open,2,0,0,/);
  expect(own(bolt)).toMatch(/,Bolt,starter,,.*,open,2,0,1,/);
  expect(own(cubic)).toMatch(/,Cubic,starter,,.*,open,1,0,1,/);
  await admin('account', 'set', acme.accountId, '--mints-used', '490');
  const { accounts } = await admin('usage', 'top', '--limit', '1');
  expect(accounts).toEqual([expect.objectContaining({ accountId: acme.accountId, mints: 490 })]);

  // reports of abuse: an image of each kind, a template, a site
  const [, two = ''] = minted;
  await admin('revoke', 'url', two);
  await admin('revoke', '--erase', minted[2] ?? '');
  await admin('revoke', '--erase', onDemand);
  await admin('revoke', '--erase', siteImage.url);
  expect(await Promise.all([two, minted[2] ?? '', onDemand, siteImage.url].map(getStatus))).toEqual(Array(4).fill(410));
  await admin('deny', 'site', siteImage.siteId);
  await admin('deny', 'template', bolt.templateId);

  // a customer who does not pay, and one who leaves
  await admin('account', 'suspend', acme.accountId);
  expect((await send('GET', '/v1/usage', { caller: acme })).json.code).toBe('SUBSCRIPTION_INACTIVE');
  expect(await getStatus(minted[0] ?? '')).toBe(200);
  await admin('account', 'delete', cubic.accountId, '--yes');
  expect(await admin('usage', 'export', '--month', month, '--json')).toContainEqual(
    expect.objectContaining({ accountId: cubic.accountId, name: '', plan: 'starter', mints: 1, onDemandRenders: 1 }),
  );

  const actionsOf = async ({ accountId }: Caller): Promise<string[]> =>
    (await admin('audit', '--account', accountId)).entries
      .filter(({ by }: { by: { kind: string } }) => by.kind === 'operator')
      .map(({ action, by }: { action: string; by: object }) => {
        expect(by).toEqual({ kind: 'operator', identity: 'local' });
        return action;
      })
      .reverse();
  expect(await actionsOf(acme)).toEqual([
    'account create',
    'key create',
    'account set',
    'revoke url',
    'account suspend',
  ]);
  expect(await actionsOf(bolt)).toEqual(['account create', 'key create', ...Array(2).fill('revoke --erase'), 'deny']);
  expect(await actionsOf(cubic)).toEqual(['account create', 'key create', 'revoke --erase', 'deny', 'account delete']);
  const shown = (await send('GET', '/v1/audit', { caller: bolt })).json.entries;
  expect(shown.map(({ by, action }: Record<string, string>) => `${by} ${action}`)).toContain('operator deny');
  expect(JSON.stringify(shown)).not.toContain('local');
});
