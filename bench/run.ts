import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus } from 'node:os';
import { measureAgainst } from './against.ts';
import { measureBursts } from './burst.ts';
import { measureCold } from './cold.ts';
import { measureCounting } from './counting.ts';
import { type HostedEngine, hostEngine } from './engine-host.ts';
import { type EngineName, engines } from './engines/index.ts';
import { timeFirstRequests } from './first-requests.ts';
import { measureLarge, measureMemory } from './memory.ts';
import { measureOnDemand } from './on-demand.ts';
import { compare, describeRatio } from './ratios.ts';
import { againstTable, ratioTable, stageTable, table, timeTable } from './report.ts';
import { timeService } from './service.ts';
import { readSettings } from './settings.ts';
import { describeTiming } from './timing.ts';
import { formats, type Measured, measureWarm, renderingAlone } from './warm.ts';

const settings = readSettings();
const lines: string[] = [];
const say = (text: string) => {
  lines.push(text);
  console.log(text);
};
const title = (text: string) => say(`\n### ${text}\n`);

const service = async () => {
  title('The whole service on this machine');
  const { mint, render } = await timeService(settings.requests);
  say(
    table(
      ['request', 'median (tenth to ninetieth percentile)'],
      [
        ['mint, warm', describeTiming(mint)],
        ['1200 x 630 webp, never rendered', describeTiming(render)],
      ],
    ),
  );
};

/** This project's engines among the compared ones. */
const own = ['ours-satori', 'ours-takumi'] as const satisfies readonly EngineName[];

/** Prints a table for each of our engines, as the promise compares both with takumi and @vercel/og. */
const sayRatios = (measured: readonly Measured[]) => {
  for (const engine of own)
    for (const [what, times] of [
      ['with the template', measured],
      ['rendering alone', measured.map(renderingAlone)],
    ] as const)
      say(`\nTheir time and bytes over ${engine}, ${what}:\n\n${ratioTable(times, engine)}`);
};

const peers = async () => {
  const started: HostedEngine[] = [];
  for (const name of Object.keys(engines) as EngineName[]) {
    const engine = await hostEngine(name);
    if (typeof engine === 'string') say(`Not measured: ${name}. ${engine}`);
    else started.push(engine);
  }
  if (settings.has('warm')) {
    title('Warm, with changing variables');
    const measured = await measureWarm(started, settings);
    sayRatios(measured);
    for (const format of formats) say(`\n${timeTable(measured, format)}`);
    for (const engine of own) {
      title(`Where the time of ${engine} goes`);
      say(stageTable(measured, engine));
    }
  }
  if (settings.has('first')) {
    title('Templates nobody has rendered before');
    sayRatios(await measureWarm(started, { ...settings, isNeverSeen: true }));
  }
  await Promise.all(started.map((engine) => engine.stop()));
};

const bursts = async () => {
  title('Sixty templates parsed at once');
  say(await measureBursts(settings.bursts));
};

const cold = async () => {
  title('From the start of a process to its first image');
  const measured = await measureCold(Object.keys(engines) as EngineName[], settings.starts);
  const rows = [...measured].map(([name, timing]) => [
    name,
    typeof timing === 'string' ? 'not measured' : describeTiming(timing),
  ]);
  say(table(['engine', 'median (tenth to ninetieth percentile)'], rows));
};

const firstRequests = async () => {
  title('From the start of a function to its first answer, as it is deployed');
  const rows = [...(await timeFirstRequests(settings.starts))].map(([what, timing]) => [what, describeTiming(timing)]);
  say(table(['first request', 'median (tenth to ninetieth percentile)'], rows));
};

const memory = async () => {
  if (settings.has('large')) {
    title('4096 x 4096');
    const rows: string[][] = [];
    for (const format of formats) {
      const { peak, time, length } = await measureLarge(format);
      rows.push([format, `${peak.toFixed(0)} MB`, `${time.toFixed(0)} ms`, `${(length / 1024).toFixed(0)} KB`]);
    }
    say(table(['format', 'highest memory of the render worker', 'time', 'size'], rows));
  }
  if (settings.has('memory')) {
    title('Memory of the render worker, all cards and formats in turn');
    const found = await measureMemory(settings.memoryMarks);
    say(
      table(
        ['images rendered', 'memory'],
        [...found].map(([rendered, megabytes]) => [`${rendered}`, `${megabytes.toFixed(0)} MB`]),
      ),
    );
  }
};

/** @returns whether this tree is at most a tenth slower */
const against = async (ref: string): Promise<boolean> => {
  title(`This tree against ${ref}`);
  const measured = await measureAgainst(ref, settings.turns);
  say(againstTable(measured, ref));
  const worst = formats.map((format) => compare(measured, format, ['ours-takumi', ref], ({ time }) => time.median));
  say(`\nTime over that of ${ref}: ${formats.map((format, at) => `${format} ${describeRatio(worst[at])}`).join(', ')}`);
  return worst.every((ratio) => ratio === undefined || ratio.mean <= 1.1);
};

/** Measures the cost of consuming quota; exits with 1 when it exceeds the promise. */
const counting = async () => {
  const { text, isHeld } = await measureCounting(settings.countedCalls, settings.countedAtMost);
  console.log(`\n### Counting\n\n${text}`);
  if (settings.isWritten) writeBetween('counting', text);
  if (isHeld) return;
  console.error(`Consuming quota costs more than ${settings.countedAtMost} write units.`);
  process.exitCode = 1;
};

/** Compares first requests for on-demand URLs with minting and fetching. */
const onDemand = async () => {
  const text = await measureOnDemand(settings);
  console.log(`\n### On-demand URLs\n\n${text}`);
  if (settings.isWritten) writeBetween('on-demand', text);
};

const writeBetween = (name: string, text: string) => {
  const file = new URL('./README.md', import.meta.url);
  const part = new RegExp(`<!-- ${name} -->[\\s\\S]*<!-- end of ${name} -->`);
  const [before = '', after = ''] = readFileSync(file, 'utf8').split(part);
  writeFileSync(file, `${before}<!-- ${name} -->\n\n${text}\n\n<!-- end of ${name} -->${after}`);
};

const writeReadme = () => {
  const runtime = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'} (${arch()}), Node ${process.versions.node}`;
  writeBetween('figures', `On ${runtime}.\n${lines.join('\n')}`);
};

if (settings.against !== undefined) {
  if (!(await against(settings.against))) {
    console.error('More than a tenth slower.');
    process.exitCode = 1;
  }
} else {
  if (settings.has('counting')) await counting();
  if (settings.has('on-demand')) await onDemand();
  if (settings.has('service')) await service();
  if (settings.has('burst')) await bursts();
  if (settings.has('warm') || settings.has('first')) await peers();
  if (settings.has('cold')) await cold();
  if (settings.has('functions')) await firstRequests();
  await memory();
  // figures of parts that did not run are unchanged
  if (settings.isWritten && lines.length > 0) writeReadme();
}
