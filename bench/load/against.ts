import { fork } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { checkOut } from '../checkout.ts';
import { disconnect, nextMessage } from '../child-messages.ts';
import { projectRoot } from '../project-root.ts';
import { table } from '../report.ts';

const turns = 3;

const startHeld = async (root: string) => {
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
  const child = fork(join(root, 'bench/load/held-process.ts'), { cwd: root, stdio: [...stdio] });
  await nextMessage(child, root);
  return {
    measure: async (): Promise<number> => {
      const measured = nextMessage<number>(child, root);
      child.send('measure');
      return measured;
    },
    stop: () => disconnect(child),
  };
};

/**
 * Returns a table of the first on-demand requests that this tree holds in a second, and that another revision holds, in
 * alternating order: the highest of each.
 */
export const measureHeldAgainst = async (ref: string): Promise<string> => {
  const then = await checkOut(ref, { isInstalled: true });
  try {
    const script = 'bench/load/held-process.ts';
    cpSync(join(projectRoot, script), join(then.root, script));
    const services = [await startHeld(projectRoot), await startHeld(then.root)] as const;
    const rates: [number, number] = [0, 0];
    for (let turn = 0; turn < turns; turn += 1)
      for (const n of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
        rates[n] = Math.max(rates[n], await services[n].measure());
    await Promise.all(services.map(({ stop }) => stop()));
    const cells = rates.map((rate) => rate.toFixed(1));
    return table(
      ['first on-demand requests held in a second', then.commit.slice(0, 8), 'over that'],
      [[...cells, (rates[0] / rates[1]).toFixed(2)]],
    );
  } finally {
    then.remove();
  }
};
