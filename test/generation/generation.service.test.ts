import { describe, expect, it } from 'vitest';
import { plans } from '../../lambdas/domain/quota/plans.ts';
import { anAccount, type Caller, readUsage, send } from '../support/service.ts';

const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const generate = (caller: Caller, ...items: object[]) =>
  send('POST', '/v1/templates/generate', { caller, body: { items } });

describe('POST /v1/templates/generate', () => {
  it('saves what the model wrote as a template of the caller, in the size asked for', async () => {
    const caller = await anAccount();

    const { status, json } = await generate(caller, { prompt: 'good card', width: 1080, height: 1080 });

    expect(status).toBe(200);
    const [{ ok, result, report }] = json.results;
    expect(ok).toBe(true);
    expect(report).toEqual({ rounds: 1, fixed: [], findings: [] });
    expect(result.template).toMatchObject({ _id: result.templateId, name: 'good card', width: 1080, height: 1080 });
    const { json: fetched } = await send('GET', `/v1/templates/${result.templateId}`, { caller });
    expect(fetched.template.code).toMatch(/^export const options/);
    expect(await readUsage(caller)).toEqual({ mints: 0, generations: 1 });
  });

  it('lets items fail on their own, in order, and charges those that worked', async () => {
    const caller = await anAccount();

    const { json } = await generate(
      caller,
      { prompt: 'prose' },
      { prompt: 'good card' },
      { prompt: 'repaired twice' },
      { prompt: 'always broken' },
      { prompt: 'server error' },
    );
    const unusable = await generate(caller, { prompt: 'undrawable' }, { prompt: 'nonsense' });

    const outcomes = json.results.map(({ ok, error }: { ok: boolean; error?: { code: string } }) =>
      ok ? 'ok' : error?.code,
    );
    expect(outcomes).toEqual(['PARSE_FAILED', 'ok', 'ok', 'PARSE_FAILED', 'GENERATION_FAILED']);
    expect(unusable.json.results).toEqual(
      ['PARSE_FAILED', 'GENERATION_FAILED'].map((code) => ({
        ok: false,
        error: { code, message: expect.any(String) },
      })),
    );
    expect(await readUsage(caller)).toEqual({ mints: 0, generations: 2 });
    expect((await send('GET', '/v1/templates?scope=mine', { caller })).json.templates).toHaveLength(2);
  });

  it('shows the model what it made: the line of what is found, and images', async () => {
    const caller = await anAccount();

    const { json } = await generate(caller, { prompt: 'overflows at first' });

    const [{ result, report }] = json.results;
    expect(report).toMatchObject({ rounds: 2, findings: [] });
    expect(report.fixed[0]).toEqual({ code: 'overflow', message: expect.stringContaining('overflows its box') });
    // the scripted model echoes what it was sent
    expect(result.template.variables[0].defaultValue).toBe('line 3, 2 images');
    expect((await readUsage(caller)).generations).toBe(1);
  });

  it('waits for a model that is throttled, or slow', async () => {
    const { status, json } = await generate(await anAccount(), { prompt: 'throttled twice' }, { prompt: 'slow' });
    expect([status, ...json.results.map(({ ok }: { ok: boolean }) => ok)]).toEqual([200, true, true]);
  });

  it('hands the reference image to the model', async () => {
    const caller = await anAccount();
    const { json } = await generate(caller, { prompt: 'count images', imageDataUrl: png });
    const { template } = json.results[0].result;
    expect(template.variables).toEqual([{ name: 'title', defaultValue: '1 images, 1 system', required: false }]);
  });

  it('stops where the quota ends midway', async () => {
    const caller = await anAccount({ plan: 'starter', generationsUsed: plans.starter.generations - 1 });

    const { json } = await generate(caller, { prompt: 'good card' }, { prompt: 'good card' }, { prompt: 'good card' });

    const codes = json.results
      .map(({ ok, error }: { ok: boolean; error?: { code: string } }) => (ok ? 'ok' : error?.code))
      .sort();
    expect(codes).toEqual(['QUOTA_EXCEEDED', 'QUOTA_EXCEEDED', 'ok']);
    expect((await readUsage(caller)).generations).toBe(plans.starter.generations);
    expect((await send('GET', '/v1/templates?scope=mine', { caller })).json.templates).toHaveLength(1);
  });

  it.each([
    ['no prompt', {}, /^prompt/],
    ['a prompt of white space', { prompt: ' \n' }, /^prompt/],
    ['a prompt too long', { prompt: 'x'.repeat(2001) }, /^prompt/],
    ['a width of none', { prompt: 'x', width: 0 }, /^width/],
    ['a height that is text', { prompt: 'x', height: '630' }, /^height/],
    ['an image that is no data URL', { prompt: 'x', imageDataUrl: 'https://example.com/a.png' }, /^imageDataUrl/],
    [
      'an image whose bytes are no image',
      { prompt: 'x', imageDataUrl: 'data:image/png;base64,aGVsbG8gd29ybGQ=' },
      /^imageDataUrl/,
    ],
    ['an item that is no object', 'x', /^An item must be an object/],
  ])('refuses an item with %s', async (_what, item, message) => {
    const caller = await anAccount();
    const body = { items: [{ prompt: 'good card' }, item] };
    const { status, json } = await send('POST', '/v1/templates/generate', { caller, body });
    expect([status, json.code, json.item]).toEqual([400, 'INVALID_ITEMS', 1]);
    expect(json.message).toMatch(message);
    expect(await readUsage(caller)).toEqual({ mints: 0, generations: 0 });
  });
});
