import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { tellKill } from '../kills.ts';
import { type Allowance, spentSince, type UsedUp, usedUp } from './allowance.ts';
import type { Report } from './messages.ts';
import { type ProcessUse, processUse } from './process-use.ts';
import { type Program, startProgram } from './program.ts';

/** How a piece of work ended. After anything but an answer the process is gone. */
export type Outcome<Answer, Progress = never> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | {
      readonly kind: 'ended';
      /** `recalled`: it was ended to make room for other work. */
      readonly cause: UsedUp | 'crashed' | 'recalled';
      readonly reason: string;
      /** The stage it last reported. */
      readonly progress: Progress | undefined;
    };

/** How many looks, one a second, a process may take to start; a machine that sleeps meanwhile uses up one. */
const startLooks = 15;
/** How often a process at work is looked at. */
const watchMs = 50;
const keptErrorCharacters = 2_000;

/** One process that does untrusted work, one piece at a time. */
export class IsolatedProcess<Order, Answer, Progress = never> {
  /** Pieces of work it has begun. */
  begun = 0;
  private readonly child: ChildProcess;
  private readonly ready: Promise<void>;
  private isGone = false;
  private isWorn = false;
  private hasYielded = false;
  private errors = '';
  private onReport: ((report: Report<Answer, Progress>) => void) | undefined;
  private onEnd: ((how: string) => void) | undefined;
  private onRecall: (() => void) | undefined;
  private spent: () => number = () => 0;
  private readonly exited: Promise<unknown>;

  constructor(program: Program) {
    this.child = startProgram(program);
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.errors = (this.errors + chunk.toString('utf8')).slice(-keptErrorCharacters);
    });
    this.child.on('message', (report: Report<Answer, Progress>) => this.onReport?.(report));
    this.exited = once(this.child, 'exit').catch(() => {});
    this.child.on('exit', (code, signal) => this.end(`the process ended with ${signal ?? code}`));
    this.child.on('error', (error) => this.end(error.message));
    this.ready = new Promise((resolve, reject) => {
      const fail = (how: string) => reject(new Error(`${program.name} could not start: ${how}. ${this.errors}`));
      let looks = 0;
      const timer = setInterval(() => {
        looks += 1;
        if (looks < startLooks) return;
        fail('it says nothing');
        this.kill();
      }, 1_000).unref();
      this.onReport = (report) => {
        clearInterval(timer);
        if (report.kind === 'ready') resolve();
      };
      this.onEnd = (how) => {
        clearInterval(timer);
        fail(how);
      };
    });
    // A waiting caller gets the error; there may be none.
    this.ready.catch(() => {});
    // An idle child must not keep this process alive.
    this.child.unref();
    this.child.channel?.unref();
    (this.child.stderr as { unref?: () => void } | null)?.unref?.();
  }

  whenReady(): Promise<void> {
    return this.hold(() => this.ready);
  }

  /** Whether it can do another piece of work. */
  get isUsable(): boolean {
    return !this.isGone && !this.isWorn;
  }

  /** Lowers its priority. That cannot be undone, so its current work is its last. */
  yieldToOthers(): void {
    if (this.hasYielded || this.isGone) return;
    this.isWorn = true;
    this.hasYielded = true;
    try {
      setPriority(this.child.pid ?? 0, constants.priority.PRIORITY_LOW);
    } catch {
      // it has just ended
    }
  }

  /** Runs a piece of work, and ends the process when it exceeds its allowance. */
  async ask(order: Order, allowance: Allowance): Promise<Outcome<Answer, Progress>> {
    await this.whenReady();
    this.begun += 1;
    return this.hold(() => this.answerTo(order, allowance));
  }

  /** Milliseconds of processor time its current or last work has taken; of elapsed time where the system does not report the former. */
  spentMs(): number {
    return this.spent();
  }

  /** Ends its work, and so the process, to make room for other work; false when it is idle. */
  recall(): boolean {
    const isAtWork = this.onRecall !== undefined;
    this.onRecall?.();
    return isAtWork;
  }

  /** Ends it, whatever it does; resolves once the process is gone. */
  async stop(): Promise<void> {
    this.recall();
    this.kill();
    await this.hold(() => this.exited);
  }

  private kill(): void {
    this.isGone = true;
    this.child.kill('SIGKILL');
  }

  private answerTo(order: Order, allowance: Allowance): Promise<Outcome<Answer, Progress>> {
    const started = performance.now();
    const before = this.use();
    let progress: Progress | undefined;
    let isOver = false;
    const { promise, resolve } = Promise.withResolvers<Outcome<Answer, Progress>>();
    const ended = (cause: Extract<Outcome<Answer, Progress>, { kind: 'ended' }>['cause'], reason: string) => {
      if (isOver) return;
      settle();
      this.kill();
      if (cause !== 'recalled') tellKill();
      resolve({ kind: 'ended', cause, reason, progress });
    };
    this.spent = () => spentSince(before, this.use()) ?? performance.now() - started;
    const settle = () => {
      const spentMs = this.spent();
      this.spent = () => spentMs;
    };
    const watch = setInterval(() => {
      const over = usedUp(allowance, performance.now() - started, before, this.use());
      // an answer that has come meanwhile goes first: this process itself may have been late
      if (over) setImmediate(() => ended(over.cause, over.reason));
    }, watchMs);
    this.onEnd = (how) => ended('crashed', `${how}. ${this.errors}`);
    this.onRecall = () => ended('recalled', 'others wait');
    this.onReport = (report) => {
      if (report.kind === 'progress') progress = report.progress;
      if (report.kind !== 'answer') return;
      settle();
      this.isWorn ||= report.isWorn;
      resolve({ kind: 'answered', answer: report.answer });
    };
    this.child.send(order as object, (error) => error && this.end(error.message));
    return promise.finally(() => {
      isOver = true;
      clearInterval(watch);
      this.onEnd = this.onRecall = this.onReport = undefined;
    });
  }

  private use(): ProcessUse | undefined {
    return this.child.pid === undefined ? undefined : processUse(this.child.pid);
  }

  private end(how: string) {
    this.isGone = true;
    this.onEnd?.(how);
  }

  /** Keeps this process alive while the child works, and lets it go afterwards. */
  private async hold<T>(work: () => Promise<T>): Promise<T> {
    this.child.ref();
    this.child.channel?.ref();
    try {
      return await work();
    } finally {
      this.child.unref();
      this.child.channel?.unref();
    }
  }
}
