import type { Random } from './random.ts';

/** Ways to get past whatever stands before the clock; what one catches is in `caught`. */
const clockTricks: readonly string[] = [
  'const before = Reflect.construct; Reflect.construct = (target, args, made) => { caught.push(target, made); return before(target, args, made); }; new Date(); Reflect.construct = before;',
  'const before = Function.prototype.call; Function.prototype.call = function (...all) { caught.push(this, ...all); return Reflect.apply(before, this, all); }; new Date().toLocaleString(); Function.prototype.call = before;',
  'const before = Function.prototype.apply; Function.prototype.apply = function (...all) { caught.push(this, ...all); return Reflect.apply(before, this, all); }; Date.now(); Function.prototype.apply = before;',
  'Object.prototype.toJSON = function () { return { ...this, consultsClock: false, consulted: false }; };',
  'JSON.stringify = (answer) => { caught.push(answer); return "{\\"tree\\":{},\\"consultsClock\\":false}"; };',
  'const RealDate = Date; Date = class extends RealDate { constructor(...all) { super(...all); caught.push(new.target, this); } }; new Date();',
  'caught.push(Date.prototype.constructor, new Date(0).constructor, Object.getPrototypeOf(Date), new (class extends Date {})().constructor);',
  'caught.push(...Object.getOwnPropertyNames(globalThis).map((name) => globalThis[name]).filter((value) => typeof value === "function" && /now|time|date|perf/i.test(value.name)));',
  'Object.defineProperty(Date, Symbol.hasInstance, { value: (value) => { caught.push(value); return true; } });',
  'Date.prototype[Symbol.toPrimitive] = function (hint) { caught.push(hint); return 7; };',
  'Date.now = () => 5; Date.prototype.getTime = () => 6; Date.prototype.valueOf = () => 8;',
  'Object.defineProperty(globalThis, "Date", { get() { caught.push("read"); return (() => {}).constructor; } });',
  'caught.push((() => {}).constructor("return Date")(), (function* () {}).constructor("yield Date")().next().value, globalThis["ev" + "al"]("Date"));',
  'Array.from = (...all) => { caught.push(...all); return { length: 3 }; }; new TextDecoder().decode(new Uint8Array(2));',
  'const Before = Intl.DateTimeFormat; caught.push(new Before().constructor); Intl.DateTimeFormat = function (...all) { caught.push(...all); return new Before(...all); };',
  'Math.random = ((before) => () => { const n = before(); caught.push(n); return n; })(Math.random);',
  'Object.setPrototypeOf(Date, new Proxy(Function.prototype, { get(target, name) { caught.push(name); return Reflect.get(target, name); } }));',
  'for (const name of Object.getOwnPropertyNames(Reflect)) { const before = Reflect[name]; Reflect[name] = (...all) => { caught.push(...all); return before(...all); }; } new Date();',
  'Error.prepareStackTrace = (error, sites) => { caught.push(...(sites ?? [])); return sites; }; caught.push(new Error("x").stack);',
  'let depth = 0; const deeper = () => { depth += 1; deeper(); }; try { deeper(); } catch {} caught.push(depth);',
  'let depth = 0; const deeper = () => { depth += 1; (1).toLocaleString(); deeper(); }; try { deeper(); } catch {} caught.push(depth);',
  'let turns = 0; for (const start = Date.now(); Date.now() === start && turns < 2000; ) turns += 1; caught.push(turns);',
  'const fading = Array.from({ length: 500 }, () => { const ring = {}; ring.ring = ring; return new WeakRef(ring); }); caught.push(fading.filter((one) => one.deref()).length);',
  'caught.push(typeof performance, typeof Atomics, typeof Temporal, typeof setTimeout, typeof process);',
  'const all = []; [5, 3, 9, 1, 7, 2].sort((a, b) => { all.push(a, b); return a - b; }); caught.push(all.join());',
  'Promise.resolve().then(() => caught.push(Date.now()));',
  'caught.push(new Map([[{}, 1]]), Symbol("s").toString(), Object.keys({ b: 1, 2: 1, a: 1 }).join());',
  'delete globalThis.Date; caught.push(typeof Date);',
];

/** Looks at time and chance, by whatever is left of them. */
const clockLooks: readonly string[] = [
  'Date.now()',
  'new Date().toISOString()',
  'Date()',
  '+new Date()',
  'new Date().getTime()',
  'new Date().getTimezoneOffset()',
  'new Date(2001, 6, 1, 12).getTime()',
  'new Date().toLocaleString()',
  'new Date().toLocaleDateString("de-DE", { dateStyle: "full" })',
  'new Intl.DateTimeFormat().format()',
  'new Intl.DateTimeFormat("en", { timeStyle: "full", timeZone: "Asia/Tokyo" }).format()',
  'Intl.DateTimeFormat().resolvedOptions().timeZone',
  'new Intl.NumberFormat([]).resolvedOptions().locale',
  '(1234.5).toLocaleString("tlh")',
  'structuredClone(new Date()).getTime()',
  'Reflect.construct(Date, []).getTime()',
  'Date.call({})',
  'new (Date.bind(null))().getTime()',
  'new Date(undefined).getTime()',
  'Math.random()',
  'Array.from({ length: 5 }, () => Math.random()).join()',
  '[1, 2, 3, 4, 5, 6].sort(() => Math.random() - 0.5).join()',
  'new URL("https://x.test/?t=" + Date.now()).href',
  'caught.map((one) => { try { return one.now ? one.now() : ""; } catch (e) { return e.name; } }).join()',
  'caught.map((one) => { try { return typeof one === "function" ? String(new one()).slice(0, 60) : String(one).slice(0, 60); } catch (e) { return e.name; } }).join()',
  'caught.map((one) => { try { return typeof one === "function" ? String(one()).slice(0, 60) : typeof one; } catch (e) { return e.name; } }).join()',
];

/**
 * A template that does its worst with clock and chance: some tricks, some looks, in the module, in the component, in its text.
 *
 * @param isShown what it saw is read in the image, not only in the tree.
 */
export const clockTemplate = (random: Random, isShown = false): string => {
  const guarded = (code: string) => `try { ${code} } catch (error) { caught.push(error.name); }`;
  const some = (choices: readonly string[], most: number) =>
    Array.from({ length: random.int(1, most) }, () => random.pick(choices));
  const tricks = some(clockTricks, 3).map(guarded);
  const early = random.int(0, 1) === 0;
  const looks = some(clockLooks, 5).map(
    (look) => `(() => { try { return String(${look}); } catch (error) { return error.name; } })()`,
  );
  const shown = looks.map((look) => (isShown ? `<p style={{ margin: 0 }}>{${look}}</p>` : `<p title={${look}} />`));
  return `const caught = []; ${early ? tricks.join(' ') : ''}
export default function T({ n = 1 }) { ${early ? '' : tricks.join(' ')} return <div>${shown.join('')}</div>; }`;
};
