import { describe, expect, it, vi } from 'vitest';
import { createClient } from '../../../packages/client/src/index.ts';
import { isBrowser } from '../../../packages/client/src/service.ts';
import { emulator, failed, minted, type Reply } from './emulator.ts';

const failure = async (options: Parameters<typeof createClient>[0], request: object = { templateId: 'a' }) => {
  const error = await createClient(options)
    .mint(request as { templateId: string })
    .then(
      () => undefined,
      (error) => error,
    );
  // what every message ends with is tested beside the adapters
  return [error?.code, error?.message.replace(/ \(template .*\)$/, '')];
};

describe('settings', () => {
  const baseUrl = 'http://127.0.0.1:1';

  it.each([
    [undefined, 'MISSING_API_KEY', 'There is no API key: give createClient an apiKey, best from the environment.'],
    ['', 'MISSING_API_KEY', expect.any(String)],
    ['iu_…', 'INVALID_API_KEY', 'The apiKey has characters that no API key has: was it copied whole?'],
    ['iu_a\niu_b', 'INVALID_API_KEY', expect.any(String)],
  ])('a key that is none: %j', async (apiKey, code, message) => {
    expect(await failure({ baseUrl, apiKey })).toEqual([code, message]);
  });

  const noAddresses = [undefined, '', 'localhost:8787', '127.0.0.1:8787', 'ftp://a.test', 'https://me:secret@a.test'];
  it.each(noAddresses)('an address that is none: %j', async (given) => {
    const [code, message] = await failure({ baseUrl: given, apiKey: 'iu_test' });
    expect(code).toBe('INVALID_BASE_URL');
    expect(message).toContain('give createClient a baseUrl like https://api.example.com.');
  });

  it('a missing key is named as the key, also where the address is missing too', async () => {
    expect(await failure({})).toEqual([
      'MISSING_API_KEY',
      expect.stringMatching(/IMAGE_URL_SIGNING_KEY.*IMAGE_URL_API_KEY/),
    ]);
    const { sign } = createClient({});
    expect(() => sign({ templateId: 'a' })).toThrow(/There is no signing key/);
  });

  it('a key with a line’s end behind it, and an address with a slash, are what they mean', async () => {
    const { options, requests } = await emulator();
    await createClient({ baseUrl: `${options.baseUrl}/`, apiKey: 'iu_test\n' }).mint({ templateId: 'a' });
    expect(requests[0]?.headers.authorization).toBe('Bearer iu_test');
  });

  it('variables that are no JSON, and an unknown template name', async () => {
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const options = { baseUrl, apiKey: 'iu_test', templates: { article: { templateId: 'a' } } };

    expect(await failure(options, { templateId: 'a', variables: { circular } })).toEqual([
      'INVALID_VARIABLES',
      expect.stringMatching(/^variables cannot be written as JSON: .*\.$/),
    ]);
    expect(await failure(options, { templateId: 'a', variables: { n: 1n } })).toEqual([
      'INVALID_VARIABLES',
      'variables cannot be written as JSON: Do not know how to serialize a BigInt.',
    ]);
    expect(await failure(options, { template: 'toString' })).toEqual([
      'TEMPLATE_NOT_FOUND',
      'createClient was told of no template "toString"; its templates: article.',
    ]);
  });
});

describe('a browser', () => {
  it('is refused with a key', () => {
    vi.stubGlobal('document', {});
    vi.stubGlobal('process', undefined);
    try {
      expect(() => createClient({ baseUrl: 'https://a.test', apiKey: 'iu_test' })).toThrow(
        'A key in a browser is public: mint or sign on the server, and send the URL to the page.',
      );
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('is a page or a worker, and no server with a made-up document', () => {
    const node = { versions: { node: '20.0.0' } };
    expect(isBrowser({ document: {} })).toBe(true);
    expect(isBrowser({ importScripts: () => {} })).toBe(true);
    expect(isBrowser({ document: {}, process: {} })).toBe(true);
    expect(isBrowser({ document: {}, process: node })).toBe(false);
    expect(isBrowser({})).toBe(false);
  });
});

describe('a server that', () => {
  /** The message about an answer of what is no service. */
  const isNone = (what: string) => (at: string) =>
    `${at}/v1/urls ${what}, as no image URL service does: is baseUrl the address of its API?`;
  const older = (at: string) =>
    `The service at ${at} is older than this client: it says nothing of the images (details). Update the service.`;
  const location = 'https://elsewhere.test/';
  const bare = { templateId: 'a', url: 'http://x.test', expiresAt: 1 };

  it.each<[string, Reply, string, (baseUrl: string) => string]>([
    ['knows no such page', { status: 404, body: '<html>' }, 'NOT_THE_SERVICE', isNone('answered 404')],
    ['answers with a page', { status: 200, body: '<html>' }, 'NOT_THE_SERVICE', isNone('answered 200')],
    ['answers with other JSON', { status: 200, body: '[1]' }, 'NOT_THE_SERVICE', isNone('answered 200')],
    ['is the service at another path', failed('NOT_FOUND'), 'NOT_THE_SERVICE', isNone('answered 404')],
    ['answers fewer URLs than it was asked for', minted([]), 'NOT_THE_SERVICE', isNone('answered 200')],
    [
      'leads elsewhere',
      { status: 308, headers: { location }, body: '' },
      'NOT_THE_SERVICE',
      isNone(`leads to ${location}`),
    ],
    ['is older than the client', { status: 200, body: { urls: [bare] } }, 'SERVICE_TOO_OLD', older],
  ])('%s', async (_what, reply, code, message) => {
    const { options, requests } = await emulator(() => reply);
    expect(await failure(options)).toEqual([code, message(options.baseUrl)]);
    expect(requests).toHaveLength(1);
  });

  it('is not there', async () => {
    const { baseUrl, close } = await emulator();
    await close();
    const options = { baseUrl, apiKey: 'iu_secret', timeoutMs: 100 };
    const [code, message] = await failure(options);
    expect(code).toBe('UNREACHABLE');
    expect(message).toBe(`${baseUrl} cannot be reached: connect ECONNREFUSED ${baseUrl.slice('http://'.length)}.`);
  });

  it('does not answer', async () => {
    const { options } = await emulator(() => 'silence');
    expect(await failure({ ...options, timeoutMs: 50 })).toEqual([
      'UNREACHABLE',
      `${options.baseUrl} cannot be reached: The operation was aborted due to timeout.`,
    ]);
  });
});
