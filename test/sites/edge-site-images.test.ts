import { describeMissingFormat, readSitePath } from 'image-url-contract/sites/site-path.ts';
import { describe, expect, it } from 'vitest';
import { formatsByEnding } from '#engine/image-formats.ts';
import { edgeSource } from '../../lib/delivery/edge-source.ts';
import { loadEdgeFunction } from '../../local/edge-function.ts';
import { viewerRequestEvent } from '../../local/edge-node.ts';
import { getEdgeKeys } from '../support/edge.ts';

const source = edgeSource('verify-site-image');
const site = '/v1/s/ana-0123456789abcdef';

/** What the edge answers: '' where it lets a request through. */
const getCode = async (path: string, denied?: Readonly<Record<string, string>>): Promise<string> =>
  (await getAnswer(path, denied)).code ?? '';

const getAnswer = async (
  path: string,
  denied: Readonly<Record<string, string>> = {},
): Promise<{ readonly code?: string; readonly message?: string }> => {
  const edge = loadEdgeFunction(source, getEdgeKeys(denied), () => 0);
  const event = viewerRequestEvent({ method: 'GET', path, query: undefined, headers: {}, requestId: 'r1' });
  const answer = await edge(event);
  return 'statusCode' in answer ? JSON.parse(answer.body?.data ?? '{}') : {};
};

describe('the edge function of site images', () => {
  it.each(Object.keys(formatsByEnding))('and the service accept images that end with .%s', async (ending) => {
    const path = `${site}/blog/a.${ending}`;
    expect(readSitePath(path)).toMatchObject({ page: '/blog/a', format: formatsByEnding[ending] });
    expect(await getCode(path)).toBe('');
    expect(await getCode(path, { 'account:ana': '' })).toBe('URL_DENIED');
  });

  it.each([
    ['another format', `${site}/a.gif`],
    ['no format', `${site}/a`],
    ['no page', `${site}/.jpg`],
    ['an id that is too short', '/v1/s/ana-0123456789abcde/a.jpg'],
    ['a line feed at the end', `${site}/a.jpg\n`],
    ['a space', `${site}/a b.jpg`],
    ['a path that is too long', `${site}/${'a'.repeat(1_000)}.jpg`],
  ])('and the service refuse %s', async (_title, path) => {
    expect(readSitePath(path)).toBeUndefined();
    expect(await getCode(path)).toBe('SITE_NOT_FOUND');
  });

  it('and the service say what a path without a format lacks, and nothing of others', async () => {
    const missing = describeMissingFormat(`${site}/blog/first`);
    expect(missing).toContain('.jpg, .jpeg, .png or .webp');
    expect((await getAnswer(`${site}/blog/first`)).message).toBe(missing);
    const other = '/v1/s/ana-0123456789abcde/blog';
    expect([describeMissingFormat(other), (await getAnswer(other)).message]).toEqual([
      undefined,
      'No such site, or it is not yours.',
    ]);
  });
});
