import { beforeAll, expect, it } from 'vitest';
import { getUpload } from '../support/fonts.ts';
import { anAccount, type Caller, openCard, send } from '../support/service.ts';
import { tenFonts, withoutTable } from '../support/ten-fonts.ts';

const code = openCard.replace('fontSize', "fontFamily: 'Damaged', fontSize");
let fonts: readonly Buffer[];
let caller: Caller;
beforeAll(async () => {
  fonts = await tenFonts();
  caller = await anAccount();
});

/** Uploads a font and, where it is taken, has a card rendered with it by both engines. */
const upload = async (font: Buffer): Promise<string> => {
  const { status, json } = await send('POST', '/v1/fonts', { caller, body: getUpload(font, 'Damaged') });
  if (status !== 201) return `${status} ${json.code}`;
  for (const engine of ['satori', 'takumi']) {
    const source = code.replace("format: 'png'", `format: 'png', engine: '${engine}'`);
    const check = await send('POST', '/v1/templates/check', { caller, body: { code: source, image: true } });
    expect(check.status).toBe(200);
  }
  await send('DELETE', `/v1/fonts/${json.fontId}`, { caller });
  return '201';
};

it('a font that is cut off is refused, and the next one is taken', async () => {
  for (const font of fonts) expect(await upload(font.subarray(0, font.length / 2))).toBe('400 INVALID_FONT');
  expect(await upload(fonts[0] as Buffer)).toBe('201');
});

it('a font without a table that it need not have is rendered', async () => {
  expect(await upload(withoutTable(fonts[0] as Buffer, 'GPOS'))).toBe('201');
});
