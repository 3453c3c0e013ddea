import { onKill } from '#engine/isolation/kills.ts';

/** How many workers are killed from now on. */
export const countKills = (): (() => number) => {
  let kills = 0;
  onKill(() => {
    kills += 1;
  });
  return () => kills;
};
