import { expect, it } from 'vitest';
import { effort, figure } from '../support/effort.ts';
import { mutated, tenFonts } from '../support/font-mutations.ts';
import { getUpload } from '../support/fonts.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { anAccount, type Caller, openCard, send } from '../support/service.ts';

const code = openCard.replace('fontSize', "fontFamily: 'Broken', fontSize");

/** Uploads a broken font and, where it is taken, has a card rendered with it. */
const tryOne = async (caller: Caller, font: Buffer): Promise<string> => {
  const { status, json } = await send('POST', '/v1/fonts', { caller, body: getUpload(font, 'Broken') });
  if (status !== 201) return `${status} ${json.code}`;
  const engines = ['satori', 'takumi'].map((engine) =>
    code.replace("format: 'png'", `format: 'png', engine: '${engine}'`),
  );
  for (const source of engines) {
    const check = await send('POST', '/v1/templates/check', { caller, body: { code: source, image: true } });
    expect(check.status).toBe(200);
  }
  await send('DELETE', `/v1/fonts/${json.fontId}`, { caller });
  return '201';
};

const tryMany = async (caller: Caller, fonts: readonly Buffer[], random: Random, count: number) => {
  const outcomes: Record<string, number> = {};
  for (let n = 0; n < count; n += 1) {
    const outcome = await tryOne(caller, mutated(random.pick(fonts), random));
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return outcomes;
};

it('mutations of ten fonts are refused or rendered with, and the service goes on', async () => {
  const fonts = await tenFonts();
  const accounts = [await anAccount(), await anAccount()];
  const count = effort(10, 5_000);

  const outcomes = await Promise.all(
    accounts.map((caller, n) => tryMany(caller, fonts, randomFrom(Number(process.env.FONT_SEED ?? 240) + n), count)),
  );

  for (const [n, outcome] of outcomes.entries()) figure(`mutated fonts ${n}`, JSON.stringify(outcome));
  const answers = new Set(outcomes.flatMap((outcome) => Object.keys(outcome)));
  expect(answers.difference(new Set(['201', '400 INVALID_FONT']))).toEqual(new Set());
  // a good one is still taken, and the same process is still there
  for (const caller of accounts)
    expect((await send('POST', '/v1/fonts', { caller, body: getUpload(fonts[0] as Buffer) })).status).toBe(201);
});
