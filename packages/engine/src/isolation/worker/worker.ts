import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { countKill } from '../kills.ts';
import { canReadUsage, type ProcessUsage, readProcessUsage } from './process-usage.ts';
import { type Program, startProgram } from './program.ts';
import type { Report } from './serve.ts';

/** Limits of one job; a worker that exceeds one is killed. */
export interface JobLimits {
  /** Processor time in milliseconds, which does not depend on how busy the machine is. */
  readonly cpuMs: number;
  /** Resident memory in bytes; nothing else limits native memory. */
  readonly rssBytes: number;
  /** Processor time in milliseconds that the job may still take once its request is over. @default 500 */
  readonly leftCpuMs?: number;
  /** The same in elapsed milliseconds, for a job that hangs. @default 5,000 */
  readonly leftWallMs?: number;
}

/** Limits that a job can exceed. `clock`: for a job that hangs without using the processor. */
export type Exceeded = 'memory' | 'processor' | 'clock';

/** Result of a job. If it was not answered, the worker was killed or has crashed. */
export type Outcome<Answer> = {
  /** Processor time of the job in milliseconds; elapsed time if the system does not report it. */
  readonly cpuMs: number;
} & (
  | { readonly kind: 'answered'; readonly answer: Answer }
  | {
      readonly kind: 'ended';
      /** `aborted`: the request ended. */
      readonly cause: Exceeded | 'crashed' | 'aborted';
      readonly reason: string;
    }
);
type Ended = Extract<Outcome<unknown>, { kind: 'ended' }>;

/**
 * Limit of elapsed time of a job: this multiple of its processor time, but at least `leastWallMs`. Valid jobs on busy
 * machines stay below. In Lambda the end of the request aborts the job earlier.
 */
const [wallFactor, leastWallMs] = [10, 120_000];
/** Limit of elapsed time for starting a worker. */
const startMs = 60_000;
/** Starting another worker takes half a second of processor time: a short job is left to end, and its worker goes on. */
const [usualLeftCpuMs, usualLeftWallMs] = [500, 5_000];
/** Interval at which a busy worker's usage is read. */
const watchMs = 50;
const maxErrorCharacters = 2_000;
const requestIsOver = 'the request is over';

/** A process that runs untrusted jobs, one at a time. */
export class Worker<Job, Answer> {
  private readonly child: ChildProcess;
  /** Resolves once the process can take a job. Rejects with an Error when it cannot be started. */
  readonly ready: Promise<void>;
  /** Whether it can take another job. */
  isUsable = true;
  /** Resolves once it works on nothing any more: for a request that is over, after the outcome. */
  idle: Promise<void> = Promise.resolve();
  private readonly exited: Promise<unknown>;
  private errors = '';
  private onReport: ((report: Report<Answer>) => void) | undefined;
  private onExit: ((how: string) => void) | undefined;

  constructor(program: Program) {
    this.child = startProgram(program);
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.errors = (this.errors + chunk.toString('utf8')).slice(-maxErrorCharacters);
    });
    this.child.on('message', (report: Report<Answer>) => this.onReport?.(report));
    this.exited = once(this.child, 'exit').catch(() => {});
    this.child.on('exit', (code, signal) => this.handleExit(`the process ended with ${signal ?? code}`));
    this.child.on('error', (error) => this.handleExit(error.message));
    this.ready = this.start(program.name);
    // who awaits `ready` gets the error; without one it would be unhandled
    this.ready.catch(() => {});
    // an idle worker does not prevent the parent process from exiting; timers do while it starts or runs a job
    this.child.unref();
    this.child.channel?.unref();
    (this.child.stderr as { unref?: () => void } | null)?.unref?.();
  }

  private start(name: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const fail = (how: string) => reject(new Error(`${name} could not start: ${how}. ${this.errors}`));
    const timer = setTimeout(() => {
      fail(`not ready after ${startMs / 1_000} s`);
      this.kill();
    }, startMs);
    this.onReport = ({ kind }) => kind === 'ready' && resolve();
    this.onExit = fail;
    return promise.finally(() => clearTimeout(timer));
  }

  /**
   * Runs a job, and kills the process when it exceeds its limits. When the signal fires, the outcome is known at once;
   * the process has `leftCpuMs` to end the job, until it is `idle`.
   *
   * @throws Error when the process could not be started
   */
  async run(job: Job, limits: JobLimits, signal?: AbortSignal): Promise<Outcome<Answer>> {
    await this.ready;
    const started = performance.now();
    const { leftCpuMs = usualLeftCpuMs, leftWallMs = usualLeftWallMs } = limits;
    let before = await this.readUsage();
    let latest = before;
    let isOver = false;
    /** When the request was over. */
    let left: { readonly cpuMs: number; readonly at: number } | undefined;
    const { promise, resolve } = Promise.withResolvers<Outcome<Answer>>();
    const { promise: idle, resolve: setIdle } = Promise.withResolvers<void>();
    this.idle = idle;
    const rest = () => {
      clearInterval(timer);
      signal?.removeEventListener('abort', abort);
      this.onExit = this.onReport = undefined;
      setIdle();
    };
    const cpuMs = () => (latest && before ? latest.cpuMs - before.cpuMs : performance.now() - started);
    const end = (cause: Ended['cause'], reason: string) => {
      if (isOver) return;
      isOver = true;
      this.kill();
      if (cause !== 'aborted') countKill();
      resolve({ kind: 'ended', cause, reason, cpuMs: cpuMs() });
      rest();
    };
    const abort = () => {
      left ??= { cpuMs: cpuMs(), at: performance.now() };
      resolve({ kind: 'ended', cause: 'aborted', reason: requestIsOver, cpuMs: left.cpuMs });
    };
    const watch = async () => {
      latest = await this.readUsage();
      const isLeft = left && (cpuMs() - left.cpuMs > leftCpuMs || performance.now() - left.at > leftWallMs);
      if (isLeft) end('aborted', requestIsOver);
      const excess = getExceededLimit(limits, cpuMs(), latest, performance.now() - started);
      // an answer that has already arrived comes first: this process may have been late
      if (excess) setImmediate(() => end(excess.cause, excess.reason));
    };
    const timer = setInterval(() => {
      // a worker that cannot be watched must not run
      watch().catch((error: Error) => end('crashed', `its usage cannot be read (${error.message})`));
    }, watchMs);
    this.onExit = (how) => end('crashed', `${how}. ${this.errors}`);
    this.onReport = async (report) => {
      // loading code for the job does not count against its limits
      if (report.kind === 'loaded') before = await this.readUsage().catch(() => before);
      if (report.kind !== 'answer' || isOver) return;
      isOver = true;
      this.isUsable &&= !report.isExhausted;
      latest = await this.readUsage().catch(() => latest);
      resolve({ kind: 'answered', answer: report.answer, cpuMs: cpuMs() });
      rest();
    };
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) {
      // nothing was sent to it, so it can take another job
      abort();
      rest();
    } else this.child.send(job as object, (error) => error && this.handleExit(error.message));
    return promise;
  }

  /** Kills the process; resolves once it has ended. */
  async stop(): Promise<void> {
    this.kill();
    this.child.ref();
    await this.exited;
  }

  private async readUsage(): Promise<ProcessUsage | undefined> {
    return canReadUsage ? readProcessUsage(this.child.pid ?? 0) : undefined;
  }

  private kill(): void {
    this.isUsable = false;
    this.child.kill('SIGKILL');
  }

  private handleExit(how: string): void {
    this.isUsable = false;
    this.onExit?.(how);
  }
}

/** Returns the limit that a job has exceeded, with a reason for the log; undefined if none. */
const getExceededLimit = (
  { cpuMs: maxCpuMs, rssBytes }: JobLimits,
  cpuMs: number,
  usage: ProcessUsage | undefined,
  wallMs: number,
): { readonly cause: Exceeded; readonly reason: string } | undefined => {
  if (usage && usage.rssBytes > rssBytes)
    return { cause: 'memory', reason: `more than ${Math.round(rssBytes / 2 ** 20)} MiB of memory` };
  if (cpuMs > maxCpuMs) return { cause: 'processor', reason: `more than ${maxCpuMs} ms of processor time` };
  const maxWallMs = Math.max(leastWallMs, wallFactor * maxCpuMs);
  return wallMs > maxWallMs ? { cause: 'clock', reason: `no answer after ${maxWallMs} ms` } : undefined;
};
