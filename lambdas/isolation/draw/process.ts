import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Stage } from '../../core/engines/engine.ts';
import { tellKill } from '../kills.ts';
import { type ProcessUse, processUse } from '../process-use.ts';
import type { Drawing, DrawRequest } from './drawing.ts';
import type { DrawOrder, DrawReport } from './messages.ts';

/** How one drawing ended. After anything but a drawing or a plain error the process is not used again. */
export type DrawOutcome =
  | { readonly kind: 'drawn'; readonly drawing: Drawing }
  | {
      readonly kind: 'failed';
      readonly stage: Stage;
      readonly reason: string;
      readonly cause: DrawFailureCause;
      /** What the engine wants to be asked for where its process ended. */
      readonly otherWay: string | undefined;
    };

/** What one drawing may take. */
export interface DrawAllowance {
  /** Milliseconds by the clock on the wall, unless the machine is too busy to give it a third of a processor. */
  readonly wallMs: number;
  /** Milliseconds by that clock, however busy the machine is. */
  readonly starvedMs: number;
  /** Milliseconds of processor time: what a drawing needs however busy the machine is. */
  readonly cpuMs: number;
}

/** `memory`, `processor` and `clock` are allowances a drawing has used up. */
export type DrawFailureCause = 'threw' | 'poisoned' | 'crashed' | 'memory' | 'processor' | 'clock';

const startDeadlineMs = 15_000;
/** A process that holds more than this after a drawing is replaced by a new one. */
const largestRssBytes = 900 << 20;
/** One that holds more than this at any time is ended, before the function's memory is: native memory knows no limit. */
const endingRssBytes = 1_400 << 20;
/** How often a drawing under way is looked at. */
const watchMs = 50;
const heapMib = 1024;
const keptErrorCharacters = 2_000;

/** One process that draws, one thing at a time. */
export class DrawProcess {
  /** Nothing but a first drawing can be blamed on itself. */
  drawings = 0;
  private readonly child: ChildProcess;
  private readonly ready: Promise<void>;
  private isGone = false;
  private isWorn = false;
  private hasYielded = false;
  private errors = '';
  private onReport: ((report: DrawReport) => void) | undefined;
  private onEnd: ((how: string) => void) | undefined;

  constructor() {
    this.child = startChild();
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.errors = (this.errors + chunk.toString('utf8')).slice(-keptErrorCharacters);
    });
    this.child.on('message', (report: DrawReport) => this.onReport?.(report));
    this.child.on('exit', (code, signal) => this.end(`the process ended with ${signal ?? code}`));
    this.child.on('error', (error) => this.end(error.message));
    this.ready = new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`The drawing process did not start. ${this.errors}`));
        this.stop();
      }, startDeadlineMs);
      const settle = (then: () => void) => {
        clearTimeout(timer);
        then();
      };
      this.onReport = (report) => report.kind === 'ready' && settle(resolve);
      this.onEnd = (how) =>
        settle(() => reject(new Error(`The drawing process did not start: ${how}. ${this.errors}`)));
    });
    // Whoever waits for it gets the error; nobody may be waiting.
    this.ready.catch(() => {});
    // Waiting for work keeps nobody alive.
    this.child.unref();
    this.child.channel?.unref();
    (this.child.stderr as { unref?: () => void } | null)?.unref?.();
  }

  whenReady(): Promise<void> {
    return this.hold(() => this.ready);
  }

  /** Whether it can take another drawing. */
  get isUsable(): boolean {
    return !this.isGone && !this.isWorn;
  }

  /** Lets other processes go first from now on. That cannot be taken back, so it is the last thing this one draws. */
  yieldToOthers(): void {
    this.isWorn = true;
    this.hasYielded = true;
    try {
      setPriority(this.child.pid ?? 0, constants.priority.PRIORITY_LOW);
    } catch {
      // it has just ended
    }
  }

  async draw(request: DrawRequest, otherWay: string | undefined, allowance: DrawAllowance): Promise<DrawOutcome> {
    await this.whenReady();
    this.drawings += 1;
    const started = performance.now();
    const before = this.use();
    const id = this.drawings;
    return this.hold(
      () =>
        new Promise<DrawOutcome>((resolve) => {
          let reached: { stage: Stage; otherWay: string | undefined } = { stage: 'layout', otherWay: undefined };
          const finish = (outcome: DrawOutcome) => {
            clearInterval(watch);
            this.onReport = undefined;
            this.onEnd = undefined;
            resolve(outcome);
          };
          const failed = (cause: DrawFailureCause, reason: string) => {
            if (cause !== 'threw') {
              this.stop();
              tellKill();
            }
            finish({ kind: 'failed', ...reached, reason, cause });
          };
          const watch = setInterval(() => {
            // one that lets others go first gets little because it took long, and no more time for that
            const allowed = this.hasYielded ? { ...allowance, starvedMs: allowance.wallMs } : allowance;
            const over = overstepped(performance.now() - started, before, this.use(), allowed);
            if (over) failed(over.cause, over.reason);
          }, watchMs);
          this.onEnd = (how) => failed('crashed', `${how}. ${this.errors}`);
          this.onReport = (report) => {
            if (report.kind === 'ready' || report.id !== id) return;
            if (report.kind === 'stage') {
              reached = report;
            } else if (report.kind === 'drawn') {
              this.isWorn = report.rssBytes > largestRssBytes;
              finish({ kind: 'drawn', drawing: report.drawing });
            } else {
              reached = { ...reached, stage: report.stage };
              failed(report.isPoisoned ? 'poisoned' : 'threw', report.message);
            }
          };
          const order: DrawOrder = { id, request, otherWay };
          this.child.send(order, (error) => error && this.end(error.message));
        }),
    );
  }

  stop(): void {
    this.isGone = true;
    this.child.kill('SIGKILL');
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

/** What of its allowance a drawing has used up; undefined when nothing. */
const overstepped = (
  wallMs: number,
  before: ProcessUse | undefined,
  now: ProcessUse | undefined,
  { cpuMs, wallMs: allowedMs, starvedMs }: DrawAllowance,
): { cause: DrawFailureCause; reason: string } | undefined => {
  const usedMs = before && now ? now.cpuMs - before.cpuMs : wallMs;
  if (now && now.rssBytes > endingRssBytes)
    return { cause: 'memory', reason: `more than ${endingRssBytes >> 20} MiB of memory` };
  if (usedMs > cpuMs) return { cause: 'processor', reason: `more than ${cpuMs} ms of processor time` };
  const isStarved = usedMs < wallMs / 3;
  return wallMs > (isStarved ? starvedMs : allowedMs) ? { cause: 'clock', reason: 'it takes too long' } : undefined;
};

const startChild = (): ChildProcess => {
  const file = new URL(`./draw-child${extname(fileURLToPath(import.meta.url))}`, import.meta.url);
  const path = fileURLToPath(file);
  const modules = modulesDirectory();
  return fork(path, [modules], {
    env: {},
    execArgv: [
      '--permission',
      '--allow-addons',
      ...readable(path, modules).map((directory) => `--allow-fs-read=${directory}`),
      `--max-old-space-size=${heapMib}`,
      '--no-warnings',
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
};

/** Where rasteriser, encoder, fonts and emoji are installed: a layer's directory, or the project's. */
const modulesDirectory = (): string =>
  dirname(dirname(dirname(createRequire(import.meta.url).resolve('@resvg/resvg-js/package.json'))));

/**
 * What the drawing process may read: its own code, and the modules. Bundled, its code is one directory. Where the project's
 * modules are a link, it may read the link as well as what it leads to.
 */
const readable = (child: string, modules: string): string[] => {
  const own = dirname(child);
  if (!child.endsWith('.ts')) return [modules, own];
  const sources = dirname(dirname(own));
  const project = dirname(sources);
  return [...new Set([modules, join(project, 'node_modules')]), sources, join(project, 'package.json')];
};
