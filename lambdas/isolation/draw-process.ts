import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rasteriser } from '../core/render/rasterise.ts';
import type { DrawOrder, DrawReport, DrawStage } from './draw-messages.ts';
import type { Drawing, DrawRequest } from './drawing.ts';

/** How one drawing ended. A `gone` process has ended or must not be used again. */
export type DrawOutcome =
  | { readonly kind: 'drawn'; readonly drawing: Drawing }
  | { readonly kind: 'failed'; readonly stage: DrawStage; readonly reason: string; readonly cause: DrawFailureCause };

export type DrawFailureCause = 'threw' | 'poisoned' | 'crashed' | 'overran';

const startDeadlineMs = 15_000;
/** A process that holds more than this after a drawing is replaced by a new one. */
const largestRssBytes = 900 << 20;
const heapMib = 1024;
const keptErrorCharacters = 2_000;

/** One process that draws, one thing at a time. */
export class DrawProcess {
  /** Nothing but a first drawing can be blamed on itself. */
  drawings = 0;
  private readonly child: ChildProcess;
  private readonly ready: Promise<void>;
  private isGone = false;
  private isLarge = false;
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
    return !this.isGone && !this.isLarge;
  }

  async draw(request: DrawRequest, rasteriser: Rasteriser, deadlineMs: number): Promise<DrawOutcome> {
    await this.whenReady();
    this.drawings += 1;
    const id = this.drawings;
    return this.hold(
      () =>
        new Promise<DrawOutcome>((resolve) => {
          let stage: DrawStage = 'layout';
          const finish = (outcome: DrawOutcome) => {
            clearTimeout(timer);
            this.onReport = undefined;
            this.onEnd = undefined;
            resolve(outcome);
          };
          const failed = (cause: DrawFailureCause, reason: string) => {
            if (cause !== 'threw') this.stop();
            finish({ kind: 'failed', stage, reason, cause });
          };
          const timer = setTimeout(() => failed('overran', `no picture within ${deadlineMs} ms`), deadlineMs);
          this.onEnd = (how) => failed('crashed', `${how}. ${this.errors}`);
          this.onReport = (report) => {
            if (report.kind === 'ready' || report.id !== id) return;
            if (report.kind === 'stage') {
              stage = report.stage;
            } else if (report.kind === 'drawn') {
              this.isLarge = report.rssBytes > largestRssBytes;
              finish({ kind: 'drawn', drawing: report.drawing });
            } else {
              stage = report.stage;
              failed(report.isPoisoned ? 'poisoned' : 'threw', report.message);
            }
          };
          const order: DrawOrder = { id, request, rasteriser };
          this.child.send(order, (error) => error && this.end(error.message));
        }),
    );
  }

  stop(): void {
    this.isGone = true;
    this.child.kill('SIGKILL');
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

/** What the drawing process may read: its own code, and the modules. Bundled, its code is one directory. */
const readable = (child: string, modules: string): string[] => {
  const own = dirname(child);
  return [modules, ...(child.endsWith('.ts') ? [dirname(own), join(dirname(dirname(own)), 'package.json')] : [own])];
};
