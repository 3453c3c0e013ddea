import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { service } from '../support/the-service.ts';
import { beginFrom, describeInBrowser } from './browser.ts';

const { studioUrl } = service;

/** A photograph much larger than where it is shown: each pixel another, so that it does not compress. */
const aPhotograph = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 3000,
      height: 2000,
      channels: 3,
      background: '#c03',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 95 })
    .withExif({ IFD0: { Copyright: 'Ana' } })
    .toBuffer();

const aLogo = (): Promise<Buffer> =>
  sharp({ create: { width: 400, height: 400, channels: 4, background: '#0a0' } })
    .png()
    .toBuffer();

const card = `export const options = { width: 1200, height: 630, format: 'png' };
export default ({ name = 'Ana', photo = '' }) => (
  <div style={{ display: 'flex', width: '100%', height: '100%', background: 'white' }}>
    {photo && <img src={photo} alt="" width={300} height={200} style={{ objectFit: 'cover' }} />}
    <p>{name}</p>
  </div>
);
`;

const code = (page: Page) => page.getByRole('textbox', { name: 'Code of the template' });

/** Replaces what is in the editor. */
const write = async (page: Page, text: string): Promise<void> => {
  await code(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press('ControlOrMeta+v');
  await code(page).filter({ hasText: 'Ana' }).waitFor();
};

/** Dispatches an event with a picture at a place, as the browser does when a person drops or pastes a file. */
const give = (page: Page, event: 'drop' | 'paste', selector: string, picture: Buffer, at = { x: 0.5, y: 0.5 }) =>
  page.evaluate(
    `(() => {
      const target = document.querySelector(${JSON.stringify(selector)});
      const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (one) => one.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], 'picture.png', { type: 'image/png' }));
      const { left, top, width, height } = target.getBoundingClientRect();
      const place = { clientX: left + width * ${at.x}, clientY: top + height * ${at.y} };
      const given = { bubbles: true, cancelable: true, ...place };
      target.dispatchEvent(${
        event === 'drop'
          ? "new DragEvent('drop', { ...given, dataTransfer: data })"
          : "new ClipboardEvent('paste', { ...given, clipboardData: data })"
      });
    })()`,
  );

describeInBrowser('pictures of one’s own in the studio', (open) => {
  let page: Page;
  let close: () => Promise<void>;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, close, complaints } = await open(studioUrl));
    await beginFrom(page, 'Blank card');
    await write(page, card);
    await page.getByLabel('Photo', { exact: true }).waitFor();
  });
  afterAll(() => close());

  const address = () => page.getByLabel('Photo', { exact: true }).inputValue();
  const until = (holds: () => Promise<boolean>) => expect.poll(holds, { timeout: 120_000 }).toBe(true);

  it('a photograph that is chosen is shrunk to twice where it is shown, uploaded without what it says of its place, and stands as an address', async () => {
    const photograph = await aPhotograph();
    await page
      .locator('.picture input[type=file]')
      .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: photograph });
    await until(async () => (await address()).includes('/v1/a/'));

    const response = await fetch(await address());
    const bytes = Buffer.from(await response.arrayBuffer());
    const { format, width, height, exif } = await sharp(bytes).metadata();

    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect({ format, exif }).toEqual({ format: 'jpeg', exif: undefined });
    // it is shown nowhere yet: as large as the image needs at most
    expect([width, height]).toEqual([1200, 800]);
    expect(bytes.length).toBeLessThan(photograph.length / 3);
    expect(complaints).toEqual([]);
  });

  it('a picture that is dropped on the image replaces the one that is shown there, as large as twice its box', async () => {
    const before = await address();
    await page.locator('.boxes').waitFor();
    await give(page, 'drop', '.rendered', await aLogo(), { x: 0.1, y: 0.1 });
    await until(async () => (await address()) !== before);

    const { width, height } = await sharp(Buffer.from(await (await fetch(await address())).arrayBuffer())).metadata();
    expect([width, height]).toEqual([400, 400]);
  });

  it('a picture that is pasted among elements of the code stands there with its size', async () => {
    await code(page).getByText('{name}').click();
    await page.keyboard.press('End');
    await give(page, 'paste', '.cm-content', await aLogo());
    await expect
      .poll(() => code(page).innerText(), { timeout: 120_000 })
      .toMatch(/<p>\{name\}<\/p><img src="http[^"]+\/v1\/a\/[^"]+" width=\{315\} height=\{315\} alt="" \/>/);
  });
});
