import { timeBudget } from '../../time-budget.ts';
import { type Ending, openTurns, type Places } from './turns.ts';
import { closed, late, NoTurn, type Waiting, waitForTurn } from './waiting.ts';

/** A process as its pool sees it. */
export interface PooledProcess {
  readonly isUsable: boolean;
  whenReady(): Promise<void>;
  /** Milliseconds of processor time its current or last work has taken; of elapsed time where the system does not report the former. */
  spentMs(): number;
  /** Lowers its priority for good. */
  yieldToOthers(): void;
  /** Ends its work, and so the process, to make room for other work; false when it is idle. */
  recall(): boolean;
  /** Ends it; resolves once the process is gone. */
  stop(): Promise<void>;
}

export interface PoolSettings<P> {
  readonly start: () => P;
  readonly places: Places;
  /** Idle processes kept ready, besides those with long work. */
  readonly kept: number;
}

/** The account and kind of a piece of work, how long it may wait, and when it has to make room. */
export interface Claim {
  readonly account: string;
  readonly kind: string;
  readonly waitMs: number;
  /** Milliseconds of processor time after which the work counts as long and makes room for other accounts. */
  readonly slowMs: number;
}

export interface Done<T> {
  readonly result: T;
  /** Whether it used up its allowance. */
  readonly hasOverrun: boolean;
}

export interface Pool<P> {
  /**
   * Runs work in a process of its own when its turn comes. Long work may be ended while other accounts wait, and
   * begun again from its start later.
   *
   * @throws NoTurn; whatever `work` throws; the reason why no process can be started.
   */
  run<T>(claim: Claim, work: (process: P) => Promise<Done<T>>): Promise<T>;
  /** Starts the processes that are kept and waits until each is ready. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds until work is looked at again that has not had its processor time yet. */
const lookMs = 50;
/** Milliseconds that abandoned work gets to end by itself, because ending it costs a process. */
const graceMs = 200;

interface Entry<P> extends Waiting {
  readonly begin: (process: P) => void;
  process: P | undefined;
  /** It takes long. */
  isOverdue: boolean;
  isRecalled: boolean;
}

/** Processes for untrusted work, and whose turn it is. */
export const openPool = <P extends PooledProcess>({ start, places, kept }: PoolSettings<P>): Pool<P> => {
  const turns = openTurns<Entry<P>>(places);
  const starting = new Map<P, Promise<void>>();
  const alive = new Set<P>();
  let idle: P[] = [];
  let isClosed = false;

  const startOne = (): void => {
    const process = start();
    alive.add(process);
    const ready = process.whenReady().then(
      () => {
        starting.delete(process);
        idle.push(process);
        dispatch();
      },
      (error: unknown) => {
        starting.delete(process);
        alive.delete(process);
        // each failure rejects one waiting request, so that a program that cannot start is not tried for ever
        const [unlucky] = turns.waiting();
        if (unlucky && turns.leave(unlucky)) unlucky.refuse(error);
        if (turns.waiting().length > 0) dispatch();
        throw error;
      },
    );
    ready.catch(() => {});
    starting.set(process, ready);
  };
  const refill = (): void => {
    if (isClosed) return;
    // where one is enough it also is while it is at work that takes long
    const atWork = [...turns.quick(), ...turns.slow()].filter(({ isOverdue }) => kept === 1 || !isOverdue);
    const needed = Math.max(kept - atWork.length, turns.hasNext() ? 1 : 0);
    while (idle.length + starting.size < needed) startOne();
  };
  const discard = (process: P): void => {
    alive.delete(process);
    void process.stop();
  };

  /** Makes long work give up its place when another account waits for it. */
  const makeRoom = (): void => {
    for (const entry of turns.quick()) if (entry.isOverdue) turns.moveAside(entry);
    if (turns.quick().length < places.quick || turns.quick().some(({ isRecalled }) => isRecalled)) return;
    const overdue = turns.quick().find((entry) => entry.isOverdue && turns.othersWait(entry));
    if (overdue?.process?.recall()) overdue.isRecalled = true;
  };
  /** Where many accounts share the processes, the last idle one is reserved for proven accounts. */
  const nextTurn = () => (idle.length > 0 ? turns.next(kept > 1 && idle.length === 1 ? 'last' : 'any') : undefined);
  const dispatch = (): void => {
    makeRoom();
    for (const process of idle.filter(({ isUsable }) => !isUsable)) discard(process);
    idle = idle.filter(({ isUsable }) => isUsable);
    for (let next = nextTurn(); next; next = nextTurn()) next.begin(idle.shift() as P);
    for (const entry of turns.slow())
      if (entry.isOverdue && turns.areOthersQuick(entry)) entry.process?.yieldToOthers();
    refill();
  };

  const turnOf = ({ account, kind }: Claim, endsAt: number) => {
    const { promise, resolve, reject } = Promise.withResolvers<Entry<P>>();
    const entry: Entry<P> = {
      account,
      kind,
      process: undefined,
      isOverdue: false,
      isRecalled: false,
      begin: (process) => {
        entry.process = process;
        resolve(entry);
      },
      refuse: reject,
    };
    return promise.finally(waitForTurn(turns, entry, endsAt, dispatch));
  };

  const workOn = async <T>(
    entry: Entry<P>,
    work: (process: P) => Promise<Done<T>>,
    slowMs: number,
    budget: AbortSignal | undefined,
  ) => {
    const process = entry.process as P;
    let timer: NodeJS.Timeout | undefined;
    const lookAfter = (ms: number) => {
      timer = setTimeout(() => {
        const leftMs = slowMs - process.spentMs();
        // a busy machine must not make an account count as slow
        if (leftMs > 0) return lookAfter(Math.max(lookMs, leftMs));
        entry.isOverdue = true;
        dispatch();
      }, ms);
    };
    lookAfter(slowMs);
    let grace: NodeJS.Timeout | undefined;
    const giveUp = () => {
      grace = setTimeout(() => process.recall(), graceMs);
    };
    budget?.addEventListener('abort', giveUp, { once: true });
    let how: Ending | undefined;
    try {
      if (isClosed) throw new NoTurn(closed);
      if (budget?.aborted) throw new NoTurn(late);
      const done = await work(process);
      how = done.hasOverrun ? 'overran' : 'done';
      return done;
    } finally {
      clearTimeout(timer);
      clearTimeout(grace);
      budget?.removeEventListener('abort', giveUp);
      // abandoned work was ended, or would have been: its time proves nothing about its account
      turns.end(entry, process.spentMs(), entry.isRecalled ? 'recalled' : budget?.aborted ? undefined : how);
      const isWanted = idle.length + starting.size < Math.max(kept, places.quick);
      if (process.isUsable && isWanted && !isClosed) idle.unshift(process);
      else discard(process);
      dispatch();
    }
  };

  const run = async <T>(claim: Claim, work: (process: P) => Promise<Done<T>>): Promise<T> => {
    const budget = timeBudget();
    const endsAt = performance.now() + claim.waitMs;
    for (;;) {
      if (isClosed) throw new NoTurn(closed);
      if (budget?.aborted) throw new NoTurn(late);
      const entry = await turnOf(claim, endsAt);
      const { result } = await workOn(entry, work, claim.slowMs, budget);
      if (isClosed) throw new NoTurn(closed);
      if (budget?.aborted) throw new NoTurn(late);
      if (!entry.isRecalled) return result;
    }
  };

  const warm = async (): Promise<void> => {
    refill();
    await Promise.all(starting.values());
  };
  const close = async (): Promise<void> => {
    isClosed = true;
    for (const entry of turns.waiting()) if (turns.leave(entry)) entry.refuse(new NoTurn(closed));
    await Promise.all([...alive].map((process) => process.stop()));
  };
  return { run, warm, close };
};
