import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../packages/client/src/index.ts';
import { hmacSha256 } from '../../../packages/client/src/sha256.ts';
import { readSigningKey, type SignRequest, signer } from '../../../packages/client/src/signing.ts';
import file from '../../deliver/vectors/on-demand-urls.json' with { type: 'json' };

const imageHost = 'https://img.example.com';
const [vector] = file.vectors;
const signingKey = vector?.signingKey ?? '';
const getCode = (run: () => unknown): string => {
  try {
    run();
    return '';
  } catch (error) {
    return `${(error as { code: string }).code}: ${(error as Error).message}`;
  }
};

it('HMAC-SHA256 is what Node computes, for messages of every length around a block and keys up to one', () => {
  for (let length = 0; length < 300; length += 1) {
    const [key, message] = [randomBytes(length % 65), randomBytes(length)];
    const expected = createHmac('sha256', key).update(message).digest('hex');
    expect([length, Buffer.from(hmacSha256(key)(message)).toString('hex')]).toEqual([length, expected]);
  }
});

/** The client writes its JSON itself, and escapes no character that has both halves. */
const escaped = /escaped/;
const getOptions = (options: string) => {
  const tokens = options === '-' ? [] : options.split('-').map((token) => [token.charAt(0), token.slice(1)] as const);
  const names = { v: 'version', s: 'size', w: 'width', h: 'height', x: 'devicePixelRatio', q: 'quality' } as const;
  return Object.fromEntries(
    tokens.map(([letter, value]) =>
      letter === 'e'
        ? ['lastDay', value.replace(/(....)(..)(..)/, '$1-$2-$3')]
        : [names[letter as keyof typeof names], letter === 's' ? value : Number(value)],
    ),
  );
};

describe('a signed URL', () => {
  it.each(file.vectors.filter(({ title }) => !escaped.test(title)))('is that of the shared vector: $title', (one) => {
    const { templateId, options, format, variablesJson, path } = one;
    const sign = signer(readSigningKey(one.signingKey), imageHost);
    expect(sign({ templateId, format, ...getOptions(options) }, variablesJson ?? undefined)).toBe(imageHost + path);
  });

  it('is the same whatever the order of the variables, and leads nowhere by itself', () => {
    const images = createClient({
      imageHost: `${imageHost}/`,
      signingKey,
      templates: { card: { templateId: 't-1', version: 3 } },
    });

    const urls = [
      images.sign({ template: 'card', variables: { a: 1, b: { d: '2', c: [] } } }),
      images.sign({ template: 'card', variables: { b: { c: [], d: '2' }, a: 1, e: undefined } }),
    ];

    expect(urls[0]).toBe(urls[1]);
    expect(urls[0]).toMatch(/^https:\/\/img\.example\.com\/v1\/i\/[A-Za-z0-9-]+\/[\w-]{43}\/t-1\/v3\/[\w-]+\.webp$/);
  });

  it('has only variables that the named template is known to have, and all that it requires', () => {
    const card = { templateId: 't', version: 3, variables: { required: ['title'], optional: ['author'] } };
    const open = { ...card, variables: { ...card.variables, others: true } };
    const images = createClient({ imageHost, signingKey, templates: { card, open } });
    const sign = (variables: object, more: object = {}) =>
      getCode(() => images.sign({ template: 'card', variables, ...more } as SignRequest));

    expect(sign({ title: 'x', author: 'y' })).toBe('');
    expect(sign({ title: 'x', toString: undefined })).toBe('');
    expect(sign({ titel: 'x', constructor: 1 })).toMatch(
      /^INVALID_VARIABLES: .*"titel", "constructor" are not variables of this template, which has title, author\./,
    );
    expect(sign({ author: 'x', title: undefined })).toMatch(/^MISSING_TEMPLATE_VARIABLES: .*"title" must be sent/);
    expect(sign({}, { version: 3 })).toMatch(/^MISSING_TEMPLATE_VARIABLES/);
    expect(sign({ titel: 'x' }, { version: 2 }), 'of another version nothing is known').toBe('');
    expect(sign({ title: 'x', other: 'y' }, { template: 'open' })).toBe('');
    expect(sign({ other: 'y' }, { template: 'open' })).toMatch(/^MISSING_TEMPLATE_VARIABLES/);
  });

  it('is refused by name of what is wrong, without quoting the key', () => {
    const images = createClient({ imageHost, signingKey });
    const sign = (more: object) => getCode(() => images.sign({ templateId: 't', ...more }));

    expect(sign({ variables: { title: 'x\ud83d' } })).toMatch(/^INVALID_VARIABLES: .*surrogate/);
    expect(sign({ variables: { title: 'a backslash and \\ud83d' } })).toBe('');
    expect(sign({ variables: { title: 'x'.repeat(9_000) } })).toMatch(/^INVALID_VARIABLES: .*8192/);
    expect(sign({ width: 1.5 })).toMatch(/^INVALID_BODY: width/);
    expect(sign({ devicePixelRatio: 1e-7 })).toMatch(/^INVALID_BODY: devicePixelRatio/);
    expect(sign({ lastDay: '20300101' })).toMatch(/^INVALID_BODY: lastDay/);
    expect(sign({ format: 'gif' })).toMatch(/^INVALID_FORMAT/);
    expect(sign({ templateId: '../x' })).toMatch(/^MISSING_TEMPLATE_ID/);
    const wrong = getCode(() => createClient({ imageHost, signingKey: 'iusk.secret' }).sign({ templateId: 't' }));
    expect(wrong).toMatch(/^INVALID_SIGNING_KEY/);
    expect(wrong).not.toContain('iusk.secret');
    const homeless = getCode(() => createClient({ signingKey }).sign({ templateId: 't' }));
    expect(homeless).toMatch(/^INVALID_BASE_URL: .*imageHost/);
  });
});
