import quickJsDefault from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import { threadTime } from '../thread-time.ts';
import { prelude } from './guest/prelude.ts';
import { answerHostCall } from './host-calls.ts';

// the package's types describe its CommonJS form, where the default is one level further in
const quickJsVariant = quickJsDefault as unknown as QuickJSSyncVariant;

const pageBytes = 65_536;
/** What a guest may allocate; the ceiling of the memory itself holds where the guest's own accounting does not. */
const guestBytes = 64 << 20;
const ceilingPages = (96 << 20) / pageBytes;
const guestStackBytes = 512 << 10;
/** A machine whose memory has grown past this is given back: WebAssembly memory never shrinks. */
const wornBytes = 48 << 20;
export const scriptName = 'template';

/** One call of a script inside a guest. */
export interface GuestCall {
  readonly entry: 'evaluate' | 'inspect';
  readonly script: string;
  readonly given: readonly string[];
  readonly settings: { readonly clock: number; readonly seed: readonly number[]; readonly keepsPlaces: boolean };
  /** Milliseconds by `threadTime()`. */
  readonly deadline: number;
}

/** How a call ended: with the guest's answer as text, or without one. */
export type GuestEnd =
  | { readonly text: string }
  | { readonly ranOut: 'time'; readonly stack: string }
  | { readonly ranOut: 'memory' };

/** An interpreter in memory of its own. Every call runs in a runtime nothing has run in before. */
export interface Machine {
  call(call: GuestCall): GuestEnd;
  /** Makes the runtime of the next call ahead of it; that takes longer than most templates do. */
  prepare(): void;
  /** Memory has grown so far that the machine should not be kept. */
  isWorn(): boolean;
}

/** Shows at the start that the prelude works; afterwards every failure is a template's own. */
const trial: GuestCall = {
  entry: 'inspect',
  script: '(function () {})',
  given: [],
  settings: { clock: 0, seed: [0, 0, 0, 0], keepsPlaces: false },
  deadline: Number.POSITIVE_INFINITY,
};

/** A runtime with the prelude loaded, waiting for a template. */
interface Guest {
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  /** The prelude's function; absent when not even that could be loaded. */
  readonly start: QuickJSHandle | undefined;
  readonly clock: { deadline: number; isOver: boolean };
}

export const openMachine = async (): Promise<Machine> => {
  const memory = new WebAssembly.Memory({ initial: 256, maximum: ceilingPages });
  const module = await newQuickJSWASMModuleFromVariant(newVariant(quickJsVariant, { wasmMemory: memory }));
  let next: Guest | undefined;
  const call = (given: GuestCall): GuestEnd => {
    const guest = next ?? openGuest(module);
    next = undefined;
    return runIn(guest, given);
  };
  if (!('text' in call(trial))) throw new Error('The prelude does not run: was it bundled with names kept?');
  return {
    call,
    prepare: () => {
      next ??= openGuest(module);
    },
    isWorn: () => memory.buffer.byteLength > wornBytes,
  };
};

const openGuest = (module: QuickJSWASMModule): Guest => {
  const clock = { deadline: Number.POSITIVE_INFINITY, isOver: false };
  const runtime = module.newRuntime({
    memoryLimitBytes: guestBytes,
    maxStackSizeBytes: guestStackBytes,
    interruptHandler: () => {
      clock.isOver ||= threadTime() > clock.deadline;
      return clock.isOver;
    },
  });
  const context = runtime.newContext();
  const { error, value } = context.evalCode(prelude, 'prelude') as { error?: QuickJSHandle; value?: QuickJSHandle };
  error?.dispose();
  return { runtime, context, start: value, clock };
};

const runIn = ({ runtime, context, start, clock }: Guest, call: GuestCall): GuestEnd => {
  const open: QuickJSHandle[] = start ? [start] : [];
  clock.deadline = call.deadline;
  try {
    return answerOf(context, start, call, clock, (handle) => {
      open.push(handle);
      return handle;
    });
  } finally {
    for (const handle of open.reverse()) handle.dispose();
    context.dispose();
    runtime.dispose();
  }
};

const answerOf = (
  context: QuickJSContext,
  start: QuickJSHandle | undefined,
  call: GuestCall,
  clock: Guest['clock'],
  own: (handle: QuickJSHandle) => QuickJSHandle,
): GuestEnd => {
  let failure: { name?: unknown; message?: unknown; stack?: unknown } | undefined;
  /** The value of a step, or nothing when it failed beyond what the guest itself can report. */
  const done = (result: ReturnType<QuickJSContext['evalCode']>): QuickJSHandle | undefined => {
    if (!result.error) return own(result.value);
    failure = (context.dump(own(result.error)) as typeof failure) ?? {};
    return undefined;
  };
  const host = own(
    context.newFunction('host', (request) => context.newString(answerHostCall(context.getString(request)))),
  );
  const settings = own(context.newString(JSON.stringify(call.settings)));
  const runner = start && done(context.callFunction(start, context.undefined, host, settings));
  const script = runner && done(context.evalCode(call.script, scriptName));
  const entry = script && own(context.getProp(runner, call.entry));
  const given = call.given.map((argument) => own(context.newString(argument)));
  const answer = entry && done(context.callFunction(entry, context.undefined, script, ...given));
  if (clock.isOver) return { ranOut: 'time', stack: String(failure?.stack ?? '') };
  if (answer) return { text: context.getString(answer) };
  // a script that cannot even be read; what else fails here had no memory left to be reported
  const { name, message, stack = '' } = failure ?? {};
  return name === 'SyntaxError' ? { text: JSON.stringify({ threw: { name, message, stack } }) } : { ranOut: 'memory' };
};
