import { resolve } from 'node:path';
import { siteImagePathOf } from 'image-url-contract/sites/site-path.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createDeskPolicy, type DeskName, desks, getDeskPermissions } from '../../admin/desks.ts';
import { runAdmin } from '../../bin/admin.ts';
import { observeCalls } from '../../lambdas/aws/observed-client.ts';
import { getCalls } from '../../local/aws-calls.ts';
import { aSigningKey } from '../contract/errors/render-on-demand.ts';
import { onDemandPath } from '../support/on-demand.ts';
import { aTemplate, openCard, send, service } from '../support/service.ts';

const note = vi.spyOn(console, 'error').mockReturnValue();
const recorded: Record<string, Set<string>> = {};
let running: string | undefined;
observeCalls(async ({ clientName, commandName, input }, sendIt) => {
  const variables = Object.entries(process.env).filter(([name]) => /^[A-Z]+(_[A-Z]+)+$/.test(name));
  for (const { action, resource, part } of getCalls(clientName, commandName.replace(/Command$/, ''), input)) {
    const [variable = `${clientName}?`] = variables.find(([, value]) => value === resource) ?? [];
    // of an object, the kind: what comes after names accounts and hashes
    const kind = variable.endsWith('_BUCKET') ? part.replace(/^(\/[^/]+\/).*$/, '$1*') : part;
    if (running !== undefined) recorded[running]?.add(`${action} ${variable}${kind}`);
  }
  return sendIt();
});
afterAll(() => {
  observeCalls((_call, sendIt) => sendIt());
  note.mockRestore();
});

/** Returns permissions by command as the formatter of the repository writes them: short lists on one line. */
const format = (calls: Readonly<Record<string, readonly string[]>>): string => {
  const lines = Object.entries(calls).map(([name, list]) => {
    const items = list.map((item) => JSON.stringify(item));
    const line = `  ${JSON.stringify(name)}: [${items.join(', ')}]`;
    return line.length < 120 ? line : `  ${JSON.stringify(name)}: [\n    ${items.join(',\n    ')}\n  ]`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
};

/** Runs a command and records what it calls. */
// biome-ignore lint/suspicious/noExplicitAny: each command prints a value of its own
const record = async (name: string, ...words: string[]): Promise<any> => {
  recorded[name] ??= new Set();
  running = name;
  try {
    return await runAdmin([...name.split(' '), ...words, '--data', service.dataDir]);
  } finally {
    running = undefined;
  }
};

it('every command of a desk calls what is recorded of it, which the policies are made of', async () => {
  const { accountId } = await record('account create', '--plan', 'starter', '--name', 'Desk');
  const key = (await runAdmin(['key', 'create', '--account', accountId, '--data', service.dataDir])) as {
    keyId: string;
    apiKey: string;
  };
  const caller = { accountId, apiKey: key.apiKey };
  const templateId = await aTemplate(caller, openCard);
  const { url } = (await send('POST', '/v1/url', { caller, body: { templateId, variables: { title: 'a' } } })).json;
  const site = { origin: 'https://desk.example.org', templateId };
  const { siteId } = (await send('POST', '/v1/sites', { caller, body: site })).json;
  const others = [
    service.imageUrl + onDemandPath(await aSigningKey(caller), { templateId }),
    service.imageUrl + siteImagePathOf(siteId, '/', 'png'),
  ];
  const month = new Date().toISOString().slice(0, 7);

  await record('account list', '--name', 'Desk');
  await record('account show', accountId);
  await record('account set', accountId, '--plan', 'pro', '--status', 'active', '--mints-used', '3', '--ai-used', '0');
  await record('account recount', accountId);
  await record('key list', '--account', accountId);
  for (const [kind, id] of [
    ['account', accountId],
    ['template', templateId],
    ['site', siteId],
  ] as const) {
    await record('deny', kind, id);
    await record('deny list');
    await record('deny lift', kind, id);
  }
  const { revocationId } = await record('revoke url', url);
  for (const other of others) await record('revoke url', other);
  await record('revoke list');
  await record('revoke list', '--account', accountId);
  await record('revoke lift', accountId, revocationId);
  await record('usage export', '--month', month);
  await record('usage top');
  await record('audit');
  await record('audit', '--account', accountId);
  // an account whose month is over, which the reset changes
  const nextMonth = new Date(Date.now() + 40 * 86_400_000).toISOString();
  expect(await record('quotas reset', '--now', nextMonth)).not.toMatchObject({ rolled: 0 });
  await record('canary run');
  await record('key revoke', key.keyId);
  await record('account suspend', accountId);

  const commands = [...new Set(Object.values(desks).flat())].sort();
  expect(Object.keys(recorded).sort()).toEqual(commands);
  const calls = Object.fromEntries(commands.map((name) => [name, [...(recorded[name] ?? [])].sort()]));
  expect(JSON.stringify(calls)).not.toContain('?');
  await expect(format(calls)).toMatchFileSnapshot(resolve('admin/called-permissions.json'));
});

describe('a desk', () => {
  const target = { account: '111122223333', region: 'eu-west-1', environment: { KEYS_TABLE: 'Stack-Keys' } };
  const writes = (desk: DeskName) =>
    getDeskPermissions(desk)
      .filter((permission) => /:(Put|Update|Delete|BatchWrite)/.test(permission))
      .map((permission) => permission.replace(/^\S+ (\w+).*$/, '$1'));

  it('writes what its commands are about, and nothing else', () => {
    const written = Object.fromEntries(
      (Object.keys(desks) as DeskName[]).map((desk) => [desk, [...new Set(writes(desk))].sort()]),
    );

    expect(written).toMatchInlineSnapshot(`
      {
        "abuse-desk": [
          "ACCOUNTS_TABLE",
          "AUDIT_TABLE",
          "DENIALS_TABLE",
          "EDGE_KEYS",
          "KEYS_TABLE",
          "REVOCATIONS_TABLE",
        ],
        "billing": [
          "ACCOUNTS_TABLE",
          "AUDIT_TABLE",
          "USAGE_TABLE",
        ],
        "on-call": [
          "ACCOUNTS_TABLE",
          "AUDIT_TABLE",
          "BUDGETS_TABLE",
          "KEYS_TABLE",
          "USAGE_TABLE",
        ],
      }
    `);
  });

  it('reads no secret but that which its commands need', () => {
    const secretsOf = (desk: DeskName) => getDeskPermissions(desk).filter((one) => one.startsWith('secretsmanager:'));

    expect(secretsOf('billing')).toEqual([]);
    // the signature of a URL that is revoked is verified
    expect(secretsOf('abuse-desk')).toEqual(['secretsmanager:GetSecretValue SIGNING_SECRET']);
    expect(secretsOf('on-call')).toEqual(['secretsmanager:GetSecretValue CANARY_KEY']);
  });

  it('has a policy of single resources and actions', () => {
    for (const desk of Object.keys(desks)) {
      const { Statement } = createDeskPolicy(desk, target) as { Statement: { Action: string[]; Resource: string }[] };
      for (const { Action, Resource } of Statement) {
        expect(Action.join()).not.toContain('*');
        expect(Resource).not.toBe('*');
      }
    }
    expect(JSON.stringify(createDeskPolicy('abuse-desk', target))).toContain(
      'arn:aws:dynamodb:eu-west-1:111122223333:table/Stack-Keys',
    );
    expect(() => createDeskPolicy('cleaning', target)).toThrow('there are billing, abuse-desk, on-call');
  });
});
