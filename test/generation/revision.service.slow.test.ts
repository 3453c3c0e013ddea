import { describe, expect, it } from 'vitest';
import { anOwner } from '../support/an-owner.ts';
import { anAccount, aTemplate, type Caller, readUsage, send } from '../support/service.ts';

const revise = (caller: Caller, templateId: string, body: unknown, headers: Record<string, string> = {}) =>
  send('POST', `/v1/templates/${templateId}/revise`, { caller, body, headers });
const getVersions = async (caller: Caller, templateId: string) =>
  (await send('GET', `/v1/templates/${templateId}/versions`, { caller })).json.versions;

describe('POST /v1/templates/:templateId/revise', () => {
  it('saves what the model changed as a new version, for one unit', async () => {
    const { caller, templateId } = await anOwner();

    const { status, json, headers } = await revise(caller, templateId, { prompt: 'make it dark' });

    expect(status).toBe(200);
    expect(json).toEqual({
      ok: true,
      result: { templateId, template: expect.objectContaining({ _id: templateId, name: 'Card', version: 2 }) },
      report: { rounds: expect.any(Number), fixed: expect.any(Array), findings: expect.any(Array) },
    });
    expect(json.report.rounds).toBeGreaterThan(0);
    expect(await getVersions(caller, templateId)).toHaveLength(2);
    expect(await readUsage(caller)).toEqual({ mints: 0, generations: 1 });
    expect(headers.get('ratelimit-policy')).toContain('generations');
  });

  it('returns the code without a new version with save: false, for one unit', async () => {
    const { caller, templateId } = await anOwner();

    const { status, json } = await revise(caller, templateId, { prompt: 'make it dark', save: false });

    expect([status, json.ok, json.result.template.version]).toEqual([200, true, 1]);
    expect(json.code).toContain('export default');
    expect(await getVersions(caller, templateId)).toHaveLength(1);
    const { json: stored } = await send('GET', `/v1/templates/${templateId}`, { caller });
    expect(stored.template.code).not.toBe(json.code);
    expect(await readUsage(caller)).toEqual({ mints: 0, generations: 1 });
  });

  it('shows the model the code and its image before the wish', async () => {
    const { caller, templateId } = await anOwner();
    const { json } = await revise(caller, templateId, { prompt: 'what is before me' });
    // the scripted model answers with what it was shown
    expect(json.result.template.variables[0].defaultValue).toBe('code true, 2 images');
  });

  it.concurrent.each([
    ['prose', 'PARSE_FAILED'],
    ['always broken', 'PARSE_FAILED'],
    ['server error', 'GENERATION_FAILED'],
    ['the same again', 'PARSE_FAILED'],
  ])('leaves the template as it is when the model answers with %s', async (prompt, code) => {
    const { caller, templateId } = await anOwner();
    const { status, json } = await revise(caller, templateId, { prompt });
    expect([status, json]).toEqual([200, { ok: false, error: { code, message: expect.any(String) } }]);
    expect(await getVersions(caller, templateId)).toHaveLength(1);
    expect(await readUsage(caller)).toEqual({ mints: 0, generations: 0 });
  });

  it('warns of a variable that the revision lost without being asked to', async () => {
    const { caller, templateId } = await anOwner();
    const { json } = await revise(caller, templateId, { prompt: 'in other words' });
    expect(json.report.findings).toContainEqual(
      expect.objectContaining({ code: 'lost-variable', message: expect.stringContaining('title') }),
    );
    expect(json.report.rounds).toBe(2);
  });

  it('is done once for a key, and for one template only', async () => {
    const caller = await anAccount();
    const [one, other] = [await aTemplate(caller), await aTemplate(caller)];
    const headers = { 'idempotency-key': 'again' };

    const first = await revise(caller, one, { prompt: 'make it dark' }, headers);
    const again = await revise(caller, one, { prompt: 'make it dark' }, headers);
    const elsewhere = await revise(caller, other, { prompt: 'make it dark' }, headers);

    expect(again.json).toEqual(first.json);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect([elsewhere.status, elsewhere.json.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(await getVersions(caller, one)).toHaveLength(2);
    expect((await readUsage(caller)).generations).toBe(1);
  });

  it.each([
    ['no prompt', {}, /^prompt must/],
    ['a prompt too long', { prompt: 'x'.repeat(2001) }, /^prompt must/],
    ['an image that is none', { prompt: 'x', imageDataUrl: 'data:image/png;base64,aGVsbG8=' }, /^imageDataUrl must/],
    ['save that is neither', { prompt: 'x', save: 'no' }, /^save must/],
    ['no object', 'x', /./],
  ])('refuses %s', async (_what, body, message) => {
    const caller = await anAccount();
    const { status, json } = await revise(caller, await aTemplate(caller), body);
    expect([status, json.code]).toEqual([400, 'INVALID_BODY']);
    expect(json.message).toMatch(message);
  });
});
