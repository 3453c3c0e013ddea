import { toCanonicalQuery } from 'image-url-contract/signing/canonical-query.ts';
import { getImagePairs } from 'image-url-contract/signing/image-query.ts';
import { describe, expect, it } from 'vitest';
import { loadEdgeFunction } from '../../local/edge-function.ts';
import {
  edgeSource,
  getEdgeKeys,
  getKeyring,
  getVerdict,
  hasNjs,
  imageEvent,
  parsedOnly,
  runUnderNjs,
  serviceVerdict,
} from '../support/edge.ts';
import file from './vectors.json' with { type: 'json' };

interface Vector {
  readonly title: string;
  readonly query: string;
  /** Code of the refusal; '' for a URL that is good. */
  readonly verdict: string;
  /** The query behind the edge, which is the cache key. */
  readonly cached?: string;
}
const vectors: readonly Vector[] = file.vectors;
const { now, keys } = file;
const good = vectors.filter(({ verdict }) => verdict === '');

const authorising = ['exp', 'sig', 'uid'];
/** What a good vector must become: the cached query, and the rest in the header. */
const expected = ({ query, verdict, cached }: Vector) => {
  if (verdict !== '') return { verdict };
  const rest = [...(getImagePairs(query) ?? [])].filter(([name]) => authorising.includes(name));
  return { verdict, cached, signature: toCanonicalQuery(rest) };
};

it('the vectors hold good and bad URLs', () => {
  expect(good.length).toBeGreaterThan(15);
  expect(vectors.length - good.length).toBeGreaterThan(50);
});

describe('the service', () => {
  it.each(vectors)('judges a URL $title', async ({ query, verdict }) => {
    expect(await serviceVerdict(getKeyring(keys), now, query)).toBe(verdict);
  });

  it.each(good)('writes the canonical form of a URL $title', ({ query, cached }) => {
    const pairs = getImagePairs(query) ?? expect.fail('unreadable');
    expect(toCanonicalQuery([...pairs].filter(([name]) => !authorising.includes(name)))).toBe(cached);
  });

  it.each(good)('accepts what the edge makes of a URL $title', async (vector) => {
    const { cached, signature } = expected(vector);
    expect(await serviceVerdict(getKeyring(keys), now, `${cached}&${signature}`)).toBe('');
  });
});

const edge = loadEdgeFunction(edgeSource, getEdgeKeys(keys), () => now);

it.each(vectors)('the edge function judges a URL $title', async (vector) => {
  expect(getVerdict(await edge(imageEvent(vector.query)))).toEqual(expected(vector));
  expect(getVerdict(await edge(parsedOnly(imageEvent(vector.query))))).toEqual(expected(vector));
});

it.skipIf(!hasNjs)('the edge function under njs judges every URL in the same way', () => {
  const events = vectors.map(({ query }) => imageEvent(query));
  const raw = runUnderNjs(events, keys, now);
  const parsed = runUnderNjs(events.map(parsedOnly), keys, now);
  vectors.forEach((vector, n) => {
    for (const answers of [raw, parsed])
      expect(getVerdict(answers[n] ?? expect.fail('no answer')), vector.title).toEqual(expected(vector));
  });
});
