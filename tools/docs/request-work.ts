import recorded from '../../bench/rounds/recorded.json' with { type: 'json' };

const count = (name: keyof typeof recorded.warm.plain) => {
  const { rounds: _rounds, calls: _calls, before: _before, after: _after, ...counts } = recorded.warm.plain[name];
  return counts;
};

/**
 * What the function that answers a request reads and writes, if its process is warm: as recorded for a card of the
 * benchmark, without events that follow; of a table: of the one that it uses most. Verified through the hosts by
 * `test/infra/request-work.alone.slow.test.ts`.
 */
export const requestWork = {
  mint: { title: 'mint', function: 'mintUrl', ...count('mint') },
  firstImage: { title: 'first request for an image', function: 'renderImage', ...count('first image') },
  firstOnDemand: { title: 'first on-demand request', function: 'renderOnDemand', ...count('first on-demand image') },
  storedImage: { title: 'stored image, not cached at the edge', function: 'renderImage', ...count('stored image') },
} as const;
