import { checkOut, git } from './checkout.ts';
import { type HostedEngine, hostEngine } from './engine-host.ts';
import { ownEngines } from './engines/index.ts';
import type { Measurement } from './measurement.ts';
import { compare, describeRatio } from './ratios.ts';
import { againstTable } from './report.ts';
import type { PartSettings } from './settings.ts';
import { formats, measureWarm } from './warm.ts';

/** Highest time over that of the other revision, geometric mean over the cards. */
const atMost = 1.1;

/**
 * Times this tree against another revision of the repository, alternating. The revision is checked out inside the
 * project, so both use the installed packages, and both get the cards of this tree.
 */
export const measureAgainst = async (settings: PartSettings): Promise<Measurement> => {
  const ref = settings.against;
  const { commit, root, remove } = await checkOut(ref);
  const started: HostedEngine[] = [];
  try {
    for (const name of ownEngines) {
      started.push(await hostEngine(name, { label: labelThen(name), root }));
      started.push(await hostEngine(name));
    }
    const measured = await measureWarm(started, settings);
    const tables = ownEngines.map((name) => {
      const pair = [name, labelThen(name)] as const;
      const ratios = formats.map((format) => compare(measured, format, pair, ({ time }) => time.median));
      const slower = ratios.flatMap((ratio, at) =>
        ratio && ratio.mean > atMost
          ? [`${name}, ${formats[at]}: ${ratio.mean.toFixed(2)} times as slow as ${ref}.`]
          : [],
      );
      const summary = formats.map((format, at) => `${format} ${describeRatio(ratios[at])}`).join(', ');
      return { slower, text: `${name}: time over that of ${ref}: ${summary}\n\n${againstTable(measured, pair)}` };
    });
    return {
      text: [...tables.map(({ text }) => text), ...differences(commit)].join('\n\n'),
      problems: tables.flatMap(({ slower }) => slower),
    };
  } finally {
    await Promise.all(started.map((engine) => engine.stop()));
    remove();
  }
};

const labelThen = (name: string): string => `${name} then`;

/** Returns what else differs between the revisions and is not compared. */
const differences = (commit: string): string[] =>
  git('diff', '--name-only', commit, '--', 'package-lock.json') === ''
    ? []
    : ['package-lock.json differs: both were measured with the packages of this tree.'];
