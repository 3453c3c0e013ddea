import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { engineNames } from '#engine/engine-names.ts';
import { imageFormats } from '#engine/image-formats.ts';
import { plans } from '../../lambdas/domain/quota/plans.ts';
import { aSigningKey } from '../contract/errors/render-on-demand.ts';
import { anOwner } from '../support/an-owner.ts';
import { effort, seed } from '../support/effort.ts';
import { fc } from '../support/fast-check.ts';
import { onDemandPath } from '../support/on-demand.ts';
import { anAccount, aTemplate, type Caller, openCard, readUsage, send, service } from '../support/service.ts';

const sized = (options = "{ sizes: { og: [300, 160], square: [200, 200], story: [90, 160] }, format: 'png' }") => `
export const options = ${options};
export default function Sized({ title = 'Title', size }) {
  return (
    <div style={{ width: '100%', height: '100%', background: size.name === 'og' ? '#fff' : '#cde', fontSize: size.width / 10 }}>
      {title} {size.name} {size.width}x{size.height}
    </div>
  );
}`;

const mint = (caller: Caller, body: object) => send('POST', '/v1/url', { caller, body });
const getMints = async (caller: Caller) => (await readUsage(caller)).mints;
const getImage = async (url: string) => {
  const response = await fetch(url);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, bytes };
};
const getSides = async (url: string) => {
  const { width, height } = await sharp((await getImage(url)).bytes).metadata();
  return [width, height];
};

describe('a template with sizes', () => {
  it('says them in every response, and has no variable size', async () => {
    const ana = await anAccount();
    const saved = await send('POST', '/v1/templates', { caller: ana, body: { name: 'sized', code: sized() } });
    const sizes = [
      { name: 'og', width: 300, height: 160 },
      { name: 'square', width: 200, height: 200 },
      { name: 'story', width: 90, height: 160 },
    ];
    expect(saved.json.template).toMatchObject({ sizes, width: 300, height: 160 });
    expect(saved.json.template.variables.map(({ name }: { name: string }) => name)).toEqual(['title']);
    const path = `/v1/templates/${saved.json.templateId}`;
    const [one, listed, checked] = await Promise.all([
      send('GET', path, { caller: ana }),
      send('GET', '/v1/templates?scope=mine', { caller: ana }),
      send('POST', '/v1/templates/check', { caller: ana, body: { code: sized(), size: 'square', image: true } }),
    ]);
    expect([one.json.template.sizes, listed.json.templates[0].sizes, checked.json.sizes]).toEqual([
      sizes,
      sizes,
      sizes,
    ]);
    expect(checked.json).toMatchObject({
      ok: true,
      options: { width: 200, height: 200 },
      image: { width: 200, height: 200 },
    });
  });

  it('renders the first size unless another is named, and the prop says which', async () => {
    const { caller: ana, templateId } = await anOwner(sized());
    const asked = [{}, { size: 'og' }, { size: 'square' }, { width: 250 }];
    const answers = await Promise.all(asked.map((one) => mint(ana, { templateId, details: true, ...one })));
    expect(answers.map(({ json }) => [json.details.width, json.details.height])).toEqual([
      [300, 160],
      [300, 160],
      [200, 200],
      [250, 160],
    ]);
    const [plain, named, square, wide] = answers.map(({ json }) => json.url as string);
    expect(named).toBe(plain);
    // a tree of its own for each size, which no request can replace
    expect(new Set([plain, square, wide].map((url) => new URL(url as string).searchParams.get('rv'))).size).toBe(3);
    expect(await Promise.all([plain, square, wide].map((url) => getSides(url as string)))).toEqual([
      [300, 160],
      [200, 200],
      [250, 160],
    ]);
  });

  it.each([
    ['an unknown name', { size: 'tall' }, /no size tall: its sizes are og, square, story/],
    ['an unknown name in a set', { sizes: ['og', 'tall'] }, /no size tall/],
    ['a name in capitals', { size: 'OG' }, /begins with a letter from a to z/],
    ['a number', { size: 1 }, /size must be the name/],
    ['an empty set', { sizes: [] }, /a list of 1 to 6 names/],
    ['a set that repeats', { sizes: ['og', 'og'] }, /each once/],
    ['a set of seven', { sizes: [...'abcdefg'] }, /1 to 6/],
    ['a set that is no list', { sizes: 'og' }, /a list/],
    ['both', { size: 'og', sizes: ['og'] }, /Send one of/],
    ['a size with a width', { size: 'og', width: 10 }, /Send one of/],
    ['a set with a height', { sizes: ['og'], height: 10 }, /Send one of/],
    ['a set of the form path', { sizes: ['og'], form: 'path' }, /form "path"/],
  ])('refuses %s, and counts nothing', async (_what, body, message) => {
    const { caller: ana, templateId } = await anOwner(sized());
    const { status, json } = await mint(ana, { templateId, ...body });
    expect([status, json.code]).toEqual([400, 'INVALID_SIZE']);
    expect(json.message).toMatch(message);
    expect(await getMints(ana)).toBe(0);
  });

  it('refuses sizes in a batch, and a size of a template without any', async () => {
    const { caller: ana, templateId } = await anOwner(openCard);
    const batch = await send('POST', '/v1/urls', { caller: ana, body: { items: [{ templateId, sizes: ['og'] }] } });
    const alone = await mint(ana, { templateId, size: 'og' });
    const message = expect.stringMatching(/an item for each/);
    expect(batch.json).toEqual({ code: 'INVALID_SIZE', message, item: 0 });
    expect([alone.json.code, alone.json.message]).toEqual(['INVALID_SIZE', expect.stringMatching(/it has no sizes/)]);
  });

  it.each([
    ['a name with a hyphen', "{ sizes: { 'og-image': [300, 160] } }"],
    ['one side', '{ sizes: { og: [300] } }'],
    ['a side of 5000', '{ sizes: { og: [5000, 160] } }'],
    ['no size', '{ sizes: {} }'],
    ['seven', '{ sizes: { a: [9, 9], b: [9, 9], c: [9, 9], d: [9, 9], e: [9, 9], f: [9, 9], g: [9, 9] } }'],
    ['a list', '{ sizes: [[300, 160]] }'],
    ['a width beside them', '{ width: 300, sizes: { og: [300, 160] } }'],
    ['too many pixels in the second', '{ devicePixelRatio: 4, sizes: { og: [300, 160], big: [4096, 4096] } }'],
  ])('is not saved with %s', async (_what, options) => {
    const ana = await anAccount();
    const { json } = await send('POST', '/v1/templates', { caller: ana, body: { name: 'x', code: sized(options) } });
    expect([json.code, json.message]).toEqual([
      'COMPILE_ERROR',
      expect.stringMatching(/options\.(sizes|width|devicePixelRatio)/),
    ]);
  });

  it('is checked at every size when it is saved', async () => {
    const ana = await anAccount();
    const fails = sized().replace('{title} {size.name}', "{size.name === 'story' ? size.missing.more : title}");
    const text = "<div style={{ whiteSpace: 'nowrap', fontSize: 24 }}>Twenty letters wide!</div>";
    const wide = sized().replace('{title} {size.name}', text);
    const save = (code: string) => send('POST', '/v1/templates', { caller: ana, body: { name: 'x', code } });
    const [failed, overflowing] = await Promise.all([fails, wide].map(save));
    expect([failed?.json.code, failed?.json.message]).toEqual(['COMPILE_ERROR', expect.stringMatching(/story: /)]);
    const warnings = overflowing?.json.template.warnings.map(({ message }: { message: string }) => message);
    expect(warnings.filter((text: string) => /^(square|story): /.test(text)).length).toBeGreaterThan(0);
  });

  it('leaves a variable of that name out, and a template without sizes has it as before', async () => {
    const { caller: ana, templateId } = await anOwner(sized());
    const other = await aTemplate(ana, "export default ({ size = 'S' }) => <div>{size}</div>;");
    const [ours, theirs] = await Promise.all([
      mint(ana, { templateId, variables: { size: 'none' } }),
      mint(ana, { templateId: other, variables: { size: 'L' } }),
    ]);
    expect(ours.json.warnings).toEqual([expect.stringMatching(/^size is not a variable/)]);
    expect(new URL(theirs.json.url).searchParams.get('v_size')).toBe('L');
  });
});

describe('a set', () => {
  it('is one request and one unit for each size, by name', async () => {
    const { caller: ana, templateId } = await anOwner(sized());
    const headers = { 'idempotency-key': 'a set' };
    const body = { templateId, sizes: ['story', 'og'], details: true, prewarm: true };
    const [first, again] = [
      await send('POST', '/v1/url', { caller: ana, body, headers }),
      await send('POST', '/v1/url', { caller: ana, body, headers }),
    ];
    expect([first.status, Object.keys(first.json.urls), again.json]).toEqual([200, ['story', 'og'], first.json]);
    expect(await getSides(first.json.urls.story.url)).toEqual([90, 160]);
    expect(await getSides(first.json.urls.og.url)).toEqual([300, 160]);
    expect(await getMints(ana)).toBe(2);
  });

  it("is minted as a whole or not at all at the quota's edge", async () => {
    const sizes = ['og', 'square', 'story'];
    for (const left of [0, 1, 2, 3]) {
      const { caller: ana, templateId } = await anOwner(sized(), { plan: 'free', mintsUsed: plans.free.mints - left });
      const { status, json } = await mint(ana, { templateId, sizes });
      expect([left, status, json.code]).toEqual([left, left < 3 ? 429 : 200, left < 3 ? 'QUOTA_EXCEEDED' : undefined]);
      expect(await getMints(ana)).toBe(left < 3 ? plans.free.mints - left : plans.free.mints);
    }
  });

  it('of several requests at once never takes a part', async () => {
    const { caller: ana, templateId } = await anOwner(sized(), { plan: 'free', mintsUsed: plans.free.mints - 7 });
    const requests = Array.from({ length: 5 }, (_, n) =>
      mint(ana, { templateId, sizes: ['og', 'square', 'story'], variables: { title: `${n}` } }),
    );
    const granted = (await Promise.all(requests)).filter(({ status }) => status === 200).length;
    expect([granted, await getMints(ana)]).toEqual([2, plans.free.mints - 1]);
  });
});

describe('an on-demand URL with a size', () => {
  it('renders it, and a size that there is not is a failure of the variables', async () => {
    const { caller: ana, templateId } = await anOwner(sized());
    const signingKey = await aSigningKey(ana);
    const at = (size: string) =>
      service.imageUrl + onDemandPath(signingKey, { templateId, format: 'png', size, payload: '-' });
    expect(await getSides(at('square'))).toEqual([200, 200]);
    const refused = await fetch(at('tall'));
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([422, 'INVALID_VARIABLES']);
    expect(await getMints(ana)).toBe(1);
  });

  it('is what a mint of the form path answers', async () => {
    const { caller: ana, templateId } = await anOwner(sized());
    const { json } = await mint(ana, { templateId, size: 'story', form: 'path', format: 'png' });
    expect(json.url).toContain('/sstory/');
    expect(await getSides(json.url)).toEqual([90, 160]);
  });
});

it('images have exactly the size that is named, on both engines, in every format and at any pixel ratio', async () => {
  const ana = await anAccount();
  const side = fc.integer({ min: 1, max: 400 });
  const property = fc.asyncProperty(
    fc.record({
      sizes: fc.uniqueArray(fc.tuple(side, side), { minLength: 1, maxLength: 3 }),
      format: fc.constantFrom(...imageFormats),
      engine: fc.constantFrom(...engineNames),
      ratio: fc.constantFrom(1, 1.5, 2),
    }),
    async ({ sizes, format, engine, ratio }) => {
      const named = Object.fromEntries(sizes.map((size, n) => [`s${n}`, size]));
      const options = JSON.stringify({ sizes: named, format, engine, devicePixelRatio: ratio });
      const templateId = await aTemplate(ana, sized(options));
      const { json } = await mint(ana, { templateId, sizes: Object.keys(named) });
      for (const [name, [width, height]] of Object.entries(named))
        expect(await getSides(json.urls[name].url)).toEqual([Math.round(width * ratio), Math.round(height * ratio)]);
    },
  );
  await fc.assert(property, { numRuns: effort(6, 300), seed });
});
