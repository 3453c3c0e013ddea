import { limits } from 'image-url-contract/limits.ts';
import { describe, expect, it } from 'vitest';
import { engineNames } from '#engine/engine-names.ts';
import { anAccount, aTemplate, type Caller, card, openCard, readUsage, send } from '../support/service.ts';

const check = (caller: Caller, body: object) => send('POST', '/v1/templates/check', { caller, body });

describe('a check', () => {
  it('describes a template, stores nothing and consumes no quota', async () => {
    const caller = await anAccount();

    const { status, json } = await check(caller, { code: card });

    expect([status, json]).toEqual([
      200,
      {
        ok: true,
        errors: [],
        warnings: [
          {
            code: 'required-variable',
            message: 'author is required: a URL without it is refused; give it a default if it may be missing.',
            line: 2,
            column: 49,
            endLine: 2,
            endColumn: 55,
          },
        ],
        variables: [
          { name: 'title', defaultValue: 'Hello', required: false },
          { name: 'author', defaultValue: '', required: true },
        ],
        options: { width: 320, height: 160, format: 'png', devicePixelRatio: 1, engine: 'takumi' },
        image: null,
      },
    ]);
    expect((await send('GET', '/v1/templates?scope=mine', { caller })).json.templates).toEqual([]);
    expect(await readUsage(caller)).toEqual({ mints: 0, generations: 0 });
  });

  it('renders the image a URL with the same variables and options shows, byte for byte', async () => {
    const caller = await anAccount();
    const code = card.replace('{title} {author}', '{title} {author} {Math.random()}');
    const asked = { variables: { author: 'Ada' }, width: 400, format: 'webp', devicePixelRatio: 1.5 };

    const { image } = (await check(caller, { code, ...asked, image: true })).json;
    const templateId = await aTemplate(caller, code);
    const { url } = (await send('POST', '/v1/url', { caller, body: { templateId, ...asked } })).json;
    const published = Buffer.from(await (await fetch(url)).arrayBuffer());

    expect(image).toMatchObject({ contentType: 'image/webp', width: 600, height: 240, bytes: published.length });
    expect(Buffer.from(image.data, 'base64').equals(published)).toBe(true);
  });

  it('renders what link previewers get of the same URL, byte for byte', async () => {
    const caller = await anAccount();
    const body = { code: card, variables: { author: 'Ada' }, format: 'webp', image: true };

    const { image } = (await check(caller, { ...body, clientClass: 'previewer' })).json;
    const templateId = await aTemplate(caller, card);
    const minted = { templateId, variables: body.variables, format: 'webp' };
    const { url } = (await send('POST', '/v1/url', { caller, body: minted })).json;
    const seen = await fetch(url, { headers: { 'user-agent': 'LinkedInBot/1.0' } });
    const published = Buffer.from(await seen.arrayBuffer());

    expect(image.contentType).toBe(seen.headers.get('content-type'));
    expect(Buffer.from(image.data, 'base64').equals(published)).toBe(true);
    expect((await check(caller, { ...body, clientClass: 'other' })).json.image.contentType).toBe('image/webp');
    expect((await check(caller, { ...body, clientClass: 'LinkedIn' })).json).toMatchObject({ code: 'INVALID_BODY' });
  });

  it('reports text under a label that X shows over the image, for link previewers only', async () => {
    const caller = await anAccount();
    const at = (height: number, place: string) => ({
      code: `export const options = { width: 1200, height: ${height} };
export default () => (
  <div tw="relative flex w-full h-full bg-white text-[40px]">
    <div tw="absolute ${place}">Ana</div>
  </div>
);`,
      image: true,
    });
    const labels = async (body: object) =>
      (await check(caller, body)).json.warnings.filter(({ code }: { code: string }) => code === 'platform-label');

    expect(await labels({ ...at(630, 'left-[60px] bottom-[60px]'), clientClass: 'previewer' })).toEqual([
      {
        code: 'platform-label',
        message: 'X shows the page\'s domain over "Ana": leave 427 x 113 px of the lower left corner free.',
        ...{ line: 4, column: 5, endLine: 4, endColumn: 9 },
      },
    ]);
    expect(await labels(at(630, 'left-[60px] bottom-[60px]'))).toEqual([]);
    for (const [height, place] of [
      [630, 'left-[60px] top-[60px]'],
      [630, 'right-[60px] bottom-[60px]'],
      [630, 'left-[60px] bottom-[140px]'],
      // X cuts this at its lower end
      [1000, 'left-[60px] bottom-[60px]'],
      // a square image stands beside the words
      [1200, 'left-[60px] bottom-[60px]'],
    ] as const)
      expect([height, place, await labels({ ...at(height, place), clientClass: 'previewer' })]).toEqual([
        height,
        place,
        [],
      ]);
  });

  it.each(engineNames)('returns the positions of the elements in its image, rendered by %s', async (engine) => {
    const caller = await anAccount();
    const code = `export const options = { width: 300, height: 100, engine: '${engine}' };
export default ({ rows = ['a', 'b'] }) => (
  <div style={{ display: 'flex', width: '100%', height: '100%', padding: 10 }}>
    {rows.map((row) => <p key={row} style={{ width: 50, height: 20, margin: 0 }}>{row}</p>)}
  </div>
);`;
    const asked = { code, image: true, devicePixelRatio: 2 };

    const { boxes, image } = (await check(caller, { ...asked, boxes: true })).json;
    const plain = (await check(caller, asked)).json;

    const row = { element: 'p', width: 50, height: 20, y: 10, line: 4, column: 24 };
    expect(boxes).toEqual([
      { element: 'div', x: 0, y: 0, width: 300, height: 100, line: 3, column: 3 },
      { ...row, x: 10 },
      { ...row, x: 60 },
    ]);
    expect(image).toEqual(plain.image);
    expect(plain).not.toHaveProperty('boxes');
    expect((await check(caller, { ...asked, image: false, boxes: true })).json).not.toHaveProperty('boxes');
    expect((await check(caller, { ...asked, boxes: 1 })).json).toMatchObject({ code: 'INVALID_BODY' });
  });

  it('returns at most the limit of boxes', async () => {
    const code =
      'export default () => <div tw="flex flex-wrap">{Array(900).fill(0).map((_, n) => <i key={n} />)}</div>;';
    const { boxes } = (await check(await anAccount(), { code, image: true, boxes: true })).json;
    expect(boxes).toHaveLength(limits.checkedBoxes);
  });

  it('of a saved template needs its id only, and starters can be checked by everybody', async () => {
    const [caller, other] = [await anAccount(), await anAccount()];
    const templateId = await aTemplate(caller);
    expect((await check(caller, { templateId })).json).toMatchObject({ ok: true, options: { width: 320 } });
    expect((await check(other, { templateId: 'starter-article', image: true })).json).toMatchObject({
      ok: true,
      image: { contentType: 'image/webp', width: 1200, height: 630 },
    });
  });

  it.each([
    ['cannot be read', 'export default () => <div>', { code: 'syntax', line: 1 }],
    [
      'does not run',
      'export default ({ a }) => {\n  return <div>{nothing.at(0)}</div>;\n};',
      { code: 'undefined-name', line: 2, column: 16, endLine: 2, endColumn: 23 },
    ],
    [
      'reads a name that it found missing',
      'export default ({ a }) => (\n  <div>{typeof nothing === "undefined" && nothing.at(0)}</div>\n);',
      { code: 'does-not-run', line: 2, message: expect.stringContaining('nothing') },
    ],
    [
      'throws with these variables',
      "export default ({ n = 1 }) => {\n  if (n > 1) throw new Error('too many');\n  return <div>{n}</div>;\n};",
      { code: 'does-not-run', line: 2, message: expect.stringContaining('too many') },
    ],
  ])('succeeds when the code %s, and says where', async (_what, code, problem) => {
    const { status, json } = await check(await anAccount(), { code, variables: { n: 2 }, image: true });
    expect(status).toBe(200);
    expect(json).toMatchObject({ ok: false, image: null });
    expect(json.errors[0]).toMatchObject(problem);
  });

  it('with an image finds what only a rendering shows', async () => {
    const caller = await anAccount();
    const long = `export const options = { width: 200, height: 100 };
export default ({ title = 'short' }) => (
  <div style={{ display: 'flex', width: 200, height: 100, background: '#fff', fontSize: 60, whiteSpace: 'nowrap' }}>
    <span>{title}</span>
  </div>
);`;
    const getCodes = async (body: object) =>
      (await check(caller, { code: long, ...body })).json.warnings.map(({ code }: { code: string }) => code);

    const variables = { title: 'far too long for this' };
    expect(await getCodes({ variables })).toEqual([]);
    expect(await getCodes({ variables, image: true })).toContain('overflow');
    expect(await getCodes({ image: true })).toEqual([]);
  });

  it('reports which remote images are missing', async () => {
    const code = openCard.replace('{title}', '<img src="https://[2001:db8::1]/a.png" width="10" height="10" />');
    const { json } = await check(await anAccount(), { code, image: true });
    expect(json.ok).toBe(true);
    expect(json.warnings).toContainEqual({
      code: 'missing-image',
      message: expect.stringContaining('https://[2001:db8::1]/a.png'),
    });
  });

  it.each([
    ['written out', '() => <img src="https://10.0.0.7/a.png" width="10" height="10" />'],
    ['with a variable in its path', '({ id }) => <img src={"https://10.0.0.7/" + id} width="10" height="10" />'],
  ])('reports an image on a private host once: %s', async (_how, card) => {
    const { json } = await check(await anAccount(), { code: `export default ${card};`, image: true });
    const about = json.warnings.filter(({ message }: { message: string }) => message.includes('10.0.0.7'));
    expect(about).toMatchObject([{ code: 'image-address', message: expect.stringContaining('does not reach') }]);
  });

  it.each([
    ['both code and id', { code: openCard, templateId: 'starter-article' }, 'either code or templateId'],
    ['neither', {}, 'either code or templateId'],
    ['an image that is neither true nor false', { code: openCard, image: 'yes' }, 'image'],
    ['an id that is no text', { templateId: 7 }, 'templateId'],
    ['a quality out of range', { code: openCard, quality: 101 }, 'quality'],
  ])('with %s is refused and names the field', async (_what, body, named) => {
    const { status, json } = await check(await anAccount(), body);
    expect([status, json.code]).toEqual([400, 'INVALID_BODY']);
    expect(json.message).toContain(named);
  });
});
