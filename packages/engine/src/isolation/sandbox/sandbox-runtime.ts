import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import { answerHostCall } from './host-calls.ts';
import { type Interpreter, openInterpreter, takeSnapshot, withClock } from './interpreter.ts';
import type { RunSettings } from './runtime/run.ts';
import { sandboxRuntime } from './runtime/sandbox-runtime-source.ts';
import { stripProtoKeys } from './tree.ts';

const sandboxStackBytes = 512 << 10;
/** Memory in bytes beyond which a sandbox is replaced, because WebAssembly memory never shrinks. */
const maxRuntimeBytes = 48 << 20;
export const scriptName = 'template';
/** Returns the source that the interpreter is given, to which its positions refer. */
export const toModule = (script: string): string => `export default ${script}`;

/**
 * Returns the processor time that this thread has used, in milliseconds. Template code is limited by it, because
 * elapsed time would end valid templates on a busy machine.
 */
export const threadTime = (): number => {
  // Node 22 lacks the first; this process does nothing else
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
};

/** One call of a script inside a sandbox. */
export interface SandboxCall {
  readonly entry: 'evaluate' | 'inspect';
  readonly script: string;
  /** Unix milliseconds that every clock inside returns. */
  readonly clock: number;
  readonly settings: RunSettings;
  /** Milliseconds of `threadTime()`. */
  readonly deadline: number;
}

/**
 * Result of a call: the sandbox's answer as text, or the limit that it exceeded. Clock reads and limits are recorded
 * outside the sandbox.
 */
export type SandboxOutcome =
  | { readonly text: string; readonly consultsClock: boolean }
  | { readonly ranOut: 'time'; readonly stack: string | undefined }
  | { readonly ranOut: 'memory' };

/** An interpreter with its memory, which is restored between calls, so that every call starts from the same state. */
export interface SandboxRuntime {
  call(call: SandboxCall): SandboxOutcome;
  /** Restores the memory before the next call. */
  prepare(): void;
  /** Returns whether the memory has grown so far that the sandbox should be replaced. */
  isExhausted(): boolean;
}

interface Limit {
  deadline: number;
  isOver: boolean;
  /** An error of the host during a host call; not passed to the sandbox. */
  broke: unknown;
}

export const openSandboxRuntime = async (): Promise<SandboxRuntime> => {
  const interpreter = await openInterpreter();
  // the interpreter seeds itself by the clock, so a fixed clock makes every sandbox the same
  const sandbox = withClock(0, () => loadRuntime(interpreter)).value;
  const putBack = takeSnapshot(interpreter.memory);
  let isTouched = false;
  const prepare = () => {
    if (isTouched) putBack();
    isTouched = false;
  };
  const call = (given: SandboxCall): SandboxOutcome => {
    prepare();
    isTouched = true;
    return runIn(sandbox, given);
  };
  tryOut(call);
  return {
    call,
    prepare,
    isExhausted: () => interpreter.memory.buffer.byteLength > maxRuntimeBytes,
  };
};

/** Verifies that the sandbox runtime works and returns the given time. Later failures are the template's. */
const tryOut = (call: SandboxRuntime['call']): void => {
  const clock = Date.UTC(2001, 1, 3, 4, 5, 6, 789);
  const code = '[Date.now(), new Date().getHours(), new Date(2001, 6, 1).getTimezoneOffset()]';
  const end = call({
    entry: 'evaluate',
    script: `(function (sandbox, exported) { exported.component = () => ${code} + ''; })`,
    clock,
    settings: { seed: [0, 0, 0, 0], retainsSourcePositions: false, variables: {}, anyShapes: {} },
    deadline: Number.POSITIVE_INFINITY,
  });
  if (!('text' in end)) throw new Error('The sandbox runtime does not run: was it bundled with names kept?');
  if (!end.text.includes(`"${clock},4,0"`) || !end.consultsClock)
    throw new Error('The interpreter shows another time than it is given, or another time zone than UTC.');
};

/** An interpreter with the sandbox runtime loaded. `runner` has its entry points. */
type LoadedRuntime = ReturnType<typeof loadRuntime>;
const loadRuntime = ({ module, memory }: Interpreter) => {
  const limit: Limit = { deadline: Number.POSITIVE_INFINITY, isOver: false, broke: undefined };
  const runtime = module.newRuntime({
    maxStackSizeBytes: sandboxStackBytes,
    interruptHandler: () => {
      limit.isOver ||= threadTime() > limit.deadline;
      return limit.isOver || memory.isExhausted || limit.broke !== undefined;
    },
  });
  const context = runtime.newContext();
  const start = context.unwrapResult(context.evalCode(sandboxRuntime, 'prelude', { type: 'global' }));
  const host = context.newFunction('host', (request) => {
    try {
      return context.newString(answerHostCall(context.getString(request)));
    } catch (error) {
      limit.broke ??= error;
      throw error;
    }
  });
  // A limit that ends a job ends the call as well.
  const runJobs = context.newFunction('runJobs', () => {
    const { error } = runtime.executePendingJobs();
    return error ? { error } : context.undefined;
  });
  const runner = context.unwrapResult(context.callFunction(start, context.undefined, host, runJobs));
  return { context, runner, limit, memory };
};

/** Does not dispose of handles: restoring the memory discards their values. */
const runIn = ({ context, runner, limit, memory }: LoadedRuntime, call: SandboxCall): SandboxOutcome => {
  Object.assign(limit, { deadline: call.deadline, isOver: false, broke: undefined });
  memory.isExhausted = false;
  const { value: answer, wasClockRead } = withClock(call.clock, () => getAnswer(context, runner, call));
  if (limit.broke) throw limit.broke;
  if (limit.isOver) return { ranOut: 'time', stack: answer.stack };
  if (memory.isExhausted || answer.text === undefined) return { ranOut: 'memory' };
  return { text: answer.text, consultsClock: wasClockRead };
};

/** Returns the answer as text; if there is none, the stack at which the call ended. */
const getAnswer = (
  context: QuickJSContext,
  runner: QuickJSHandle,
  call: SandboxCall,
): { readonly text?: string | undefined; readonly stack?: string | undefined } => {
  const read = context.evalCode(toModule(call.script), scriptName, { type: 'module' });
  if (read.error) {
    // no code of the template has run, so the error is the interpreter's; null without memory for it
    const { name, message, stack: where } = context.dump(read.error) ?? {};
    return { text: JSON.stringify({ threw: { name, message, where } }) };
  }
  const settings = context.newString(stripProtoKeys(call.settings));
  const [entry, script] = [context.getProp(runner, call.entry), context.getProp(read.value, 'default')];
  const answer = context.callFunction(entry, context.undefined, settings, script);
  return answer.error
    ? { stack: getText(context, context.getProp(answer.error, 'stack')) }
    : { text: getText(context, answer.value) };
};

/** Returns a text value; converting any other value to text would run template code again. */
const getText = (context: QuickJSContext, value: QuickJSHandle): string | undefined =>
  context.typeof(value) === 'string' ? context.getString(value) : undefined;
