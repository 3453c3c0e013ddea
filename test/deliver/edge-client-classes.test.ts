import { edgeHeaders } from 'image-url-contract/edge.ts';
import { limits } from 'image-url-contract/limits.ts';
import { describe, expect, it } from 'vitest';
import { agentCharacters, getPreviewerWords, previewers } from '#engine/client-classes.ts';
import { type EdgeEvent, loadEdgeFunction } from '../../local/edge-function.ts';
import { edgeSource, getEdgeKeys, hasNjs, imageEvent, runUnderNjs } from '../support/edge.ts';
import { fc } from '../support/fast-check.ts';
import { userAgents } from '../support/user-agents.ts';
import file from './vectors.json' with { type: 'json' };

/**
 * @promise URLs, keys and accounts: A viewer who chooses another client class, or fills caches with one image under
 *   many
 * @how the edge function overwrites the class that was sent; there are two
 * @also test/deliver/edge-node.test.ts, test/deliver/client-classes.slow.test.ts
 * @figure 10,000 clients: one render, two cached objects
 */

/**
 * @promise Client classes: The class follows from the table whatever a viewer sends, in Node, in a strict context and
 *   in njs
 * @figure 60 clients; njs 0.7.9
 */

const { now, keys } = file;
const query = file.vectors[0]?.query ?? '';
const edge = loadEdgeFunction(edgeSource, getEdgeKeys(keys), () => now);

const getEvent = (agent: string | undefined): EdgeEvent =>
  imageEvent(query, { [edgeHeaders.clientClass]: 'forged', ...(agent !== undefined && { 'user-agent': agent }) });
const classIn = (answer: Awaited<ReturnType<typeof edge>>) => answer.headers[edgeHeaders.clientClass]?.value;
const getClass = async (agent: string | undefined) => classIn(await edge(getEvent(agent)));
/** The rule of the table, in other words than the edge function's. */
const getExpected = (agent: string) => {
  const message = agent.slice(0, agentCharacters).toLowerCase();
  return getPreviewerWords().some((word) => message.includes(word)) ? 'previewer' : 'other';
};

it.each(previewers)(
  'the previewer $name takes JPEG and PNG, has the byte limit, and is recognised by plain words',
  (previewer) => {
    const { agents, shows = ['jpeg', 'png'], bytes = limits.previewerBytes, source } = previewer;
    expect(shows).toEqual(expect.arrayContaining(['jpeg', 'png']));
    expect(bytes).toBeGreaterThanOrEqual(limits.previewerBytes);
    expect(source).toMatch(/^https:/);
    for (const word of agents) expect(word).toMatch(/^[a-z0-9][a-z0-9 /.-]{4,}$/);
  },
);

describe('the edge function', () => {
  it('recognises sixty user agents by their class, whatever class they claim', async () => {
    expect(userAgents).toHaveLength(60);
    expect(userAgents.filter(([agent]) => agent.length > 8_000)).toHaveLength(2);
    for (const [agent, expected] of userAgents) expect(await getClass(agent), agent.slice(0, 100)).toBe(expected);
    expect(await getClass(undefined)).toBe('other');
  });

  it('goes by the words of the table and nothing else, for any text', async () => {
    const word = fc.constantFrom(...getPreviewerWords(), 'TwitterBot', 'whats', 'bot', 'Preview');
    // a header holds single bytes
    const bytes = fc.uint8Array().map((some) => Buffer.from(some).toString('latin1'));
    const agents = fc.array(fc.oneof(word, fc.string(), bytes), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(agents, async (parts) => {
        const agent = parts.join(' ');
        expect(await getClass(agent)).toBe(getExpected(agent));
      }),
    );
  });

  it('says on an answer of which there are two what they differ by', async () => {
    const answered = async (headers: Record<string, string>) => {
      const values = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }]));
      const event = getEvent('x');
      const context = { ...event.context, eventType: 'viewer-response' as const };
      return (await edge({ ...event, context, response: { statusCode: 200, headers: values } })).headers;
    };

    expect(await answered({ [edgeHeaders.clientClass]: 'other' })).toHaveProperty('vary', { value: 'User-Agent' });
    expect(await answered({ etag: '"x"' })).not.toHaveProperty('vary');
  });

  it.skipIf(!hasNjs)('is of the same opinion under njs', () => {
    const events = userAgents.map(([agent]) => getEvent(agent));
    expect(runUnderNjs(events, keys, now).map(classIn)).toEqual(userAgents.map(([, expected]) => expected));
  });
});
