import { toCanonicalQuery } from 'image-url-contract/signing/canonical-query.ts';
import { getImagePairs, getSignedQuery } from 'image-url-contract/signing/image-query.ts';
import { describe, expect, it } from 'vitest';
import { imageFormats } from '#engine/image-formats.ts';
import { type EdgeFunction, loadEdgeFunction } from '../../local/edge-function.ts';
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
import { effort, figure, seed } from '../support/effort.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { mutate } from '../support/url-mutations.ts';

/**
 * @promise URLs, keys and accounts: Changed, repeated or differently encoded parameters of a signed URL
 * @how one canonical form, HMAC-SHA256, constant-time comparison; the edge applies the same rules
 * @figure long form: 100,000 mutations: 31,695 mean the same and are valid, 65,844 have a wrong signature, 2,461 have
 *   expired; a second engine gives the same verdict on 20,000 of them
 */

const count = effort(3_000, 100_000);
/** A second engine judges the first of them too. */
const underNjs = count / 5;

const now = 1_800_000_000_000;
const secrets = { '1': Buffer.alloc(32, 1).toString('base64url'), z9: Buffer.alloc(32, 2).toString('base64url') };
const keyring = getKeyring(secrets);

const titles = [
  'Plain',
  'Ünïcödé e\u0301',
  'a+b c&d=e%f',
  '日本語 👩‍👧',
  '~[1,2]',
  '',
  '0',
  '100%25',
  '../\\"\'<>',
  '\u202Eabc',
];

const aSignedUrl = (random: Random) => {
  const key = random.pick(keyring.keys);
  const query = {
    templateId: random.pick(['t-1', 'SsNZIfL7Cvwr9lDMqIxpIw']),
    uid: random.pick(['ana', 'ben']),
    exp: now + random.int(1, 10_000_000),
    rv: 'e1-0123456789abcdef',
    tv: random.pick(['1', '12', 'my+version']),
    options: {
      width: random.int(1, 4096),
      height: random.int(1, 4096),
      format: random.pick(imageFormats),
      devicePixelRatio: random.pick([1, 2, 1.5, 0.5]),
      ...(random.int(0, 1) === 1 && { quality: random.int(0, 100) }),
    },
    variables: { title: random.pick(titles), subtitle: random.pick(titles), n: '~5' },
  };
  return getSignedQuery(query, key);
};

const getText = (query: string): string | undefined => {
  const pairs = getImagePairs(query);
  return pairs && toCanonicalQuery(pairs);
};

/** What is wrong with the verdicts on a changed URL; undefined when nothing is. */
const getProblem = async (edge: EdgeFunction, original: string, mutant: string, service: string) => {
  const atEdge = getVerdict(await edge(imageEvent(mutant)));
  const parsed = getVerdict(await edge(parsedOnly(imageEvent(mutant))));
  if (atEdge.verdict !== service) return `the edge says ${atEdge.verdict}, the service ${service}`;
  if (JSON.stringify(parsed) !== JSON.stringify(atEdge)) return 'the edge judges the parsed query otherwise';
  if (service !== '') return undefined;
  if (getText(mutant) !== getText(original)) return 'a changed meaning is accepted';
  return getText(`${atEdge.cached}&${atEdge.signature}`) === getText(original)
    ? undefined
    : 'the edge changes the meaning';
};

/** Changes signed URLs and has both sides judge them, until they judge one wrongly. */
const tryMutations = async (edge: EdgeFunction, times: number, seed: number) => {
  const random = randomFrom(seed);
  const verdicts: Record<string, number> = {};
  const mutants: string[] = [];
  const problems: string[] = [];
  for (let n = 0; n < times && problems.length === 0; n += 1) {
    const original = aSignedUrl(random);
    const mutant = mutate(original, aSignedUrl(random), random);
    const service = await serviceVerdict(keyring, now, mutant);
    const problem = await getProblem(edge, original, mutant, service);

    if (problem) problems.push(`${problem} (seed ${seed}, mutation ${n}): ${mutant}`);
    verdicts[service || 'good'] = (verdicts[service || 'good'] ?? 0) + 1;
    mutants.push(mutant);
  }
  return { problems, mutants, verdicts };
};

const load = (source: string): EdgeFunction => loadEdgeFunction(source, getEdgeKeys(secrets), () => now);

describe('a signed URL that was changed', () => {
  it('is judged alike by the edge and the service, and never good when it means something else', async () => {
    const edge = load(edgeSource);

    const { problems, mutants, verdicts } = await tryMutations(edge, count, seed);

    figure(`mutated URLs: ${count}, seed ${seed}`, JSON.stringify(verdicts));
    expect(problems).toEqual([]);
    // the mutations reach all three outcomes, or they prove little
    for (const verdict of ['good', 'INVALID_SIGNATURE', 'URL_EXPIRED'])
      expect(verdicts[verdict], verdict).toBeGreaterThan(count / 200);
    if (!hasNjs) return;

    const some = mutants.slice(0, underNjs);
    const expected = [];
    for (const mutant of some) expected.push(getVerdict(await edge(imageEvent(mutant))));
    const answers = runUnderNjs(
      some.map((query) => imageEvent(query)),
      secrets,
      now,
    );
    expect(answers.map(getVerdict)).toEqual(expected);
  });

  it.each([
    ['takes doubles', ' || pairs[name] !== undefined', ''],
    ['knows no plus', ".replace(/\\+/g, ' ')", ''],
    ['takes broken encodings', 'decodeURIComponent(text', 'String(text'],
    ['drops variables', "|| name.slice(0, 2) === 'v_'", ''],
    ['expires too late', '<= Date.now()', '< Date.now()'],
    ['believes any signature', 'return difference === 0;', 'return true;'],
    ['sorts by nothing', '.sort((a, b) => (a[0] < b[0] ? -1 : 1))', ''],
    ['keeps strangers', 'if (!isOurs(name)) continue;', ''],
  ])('is noticed when the edge %s', async (_what, from, to) => {
    const faulty = edgeSource.replace(from, to);
    expect(faulty).not.toBe(edgeSource);

    const { problems } = await tryMutations(load(faulty), 1_500, 1);

    expect(problems).not.toEqual([]);
  });
});
