import { parseArgs } from 'node:util';
import { type EngineName, engineNames, usualEngine } from 'image-url-engine/engine-names.ts';
import { findNearestWord } from 'image-url-engine/words.ts';

export const usage = `npm run dev -- [--port 8787] [--image-port 8788] [--studio-port 8789] [--data .local] [--bedrock MODEL] [--engine ${engineNames.join('|')}] [--json]`;

const options = {
  port: { type: 'string', default: '8787' },
  'image-port': { type: 'string', default: '8788' },
  'studio-port': { type: 'string', default: '8789' },
  data: { type: 'string', default: '.local' },
  bedrock: { type: 'string' },
  engine: { type: 'string', default: usualEngine },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** An invalid option, or a port or folder in use by another program. Only its message is printed. */
export class DevError extends Error {}

const portOptions = ['port', 'image-port', 'studio-port'] as const;
type PortOption = (typeof portOptions)[number];

export interface DevOptions {
  readonly ports: Readonly<Record<PortOption, number>>;
  readonly data: string;
  readonly bedrock: string | undefined;
  readonly engine: EngineName;
  readonly isJson: boolean;
  readonly isHelp: boolean;
}

/** Parses the command line of `npm run dev`. @throws DevError naming the invalid option */
export const readDevOptions = (args: readonly string[]): DevOptions => {
  const { values, tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional') throw new DevError(`"${token.value}" is not an option.\n${usage}`);
    if (token.kind !== 'option') continue;
    const option = (options as Record<string, { type: string }>)[token.name];
    const meant = findNearestWord(token.name, Object.keys(options));
    if (!option)
      throw new DevError(`There is no option ${token.rawName}${meant ? `: do you mean --${meant}?` : '.'}\n${usage}`);
    if (option.type === 'string' && (token.value === undefined || token.value === ''))
      throw new DevError(`--${token.name} needs a value.\n${usage}`);
  }
  const engine = engineNames.find((name) => name === values.engine);
  if (!engine) throw new DevError(`--engine: expected ${engineNames.join(' or ')}, got "${values.engine}".`);
  const getPort = (name: PortOption): number => {
    const port = Number(values[name]);
    if (!/^\d{1,5}$/.test(String(values[name])) || port > 65_535)
      throw new DevError(`--${name}: expected a port from 0 to 65535, got "${values[name]}".`);
    return port;
  };
  const ports = { port: getPort('port'), 'image-port': getPort('image-port'), 'studio-port': getPort('studio-port') };
  for (const name of portOptions) {
    const other = portOptions.find((one) => one !== name && ports[one] === ports[name] && ports[name] !== 0);
    if (other) throw new DevError(`--${name} and --${other} are both ${ports[name]}: give each its own.`);
  }
  const { data, bedrock } = values as { data: string; bedrock?: string };
  return { ports, data, bedrock, engine, isJson: values.json === true, isHelp: values.help === true };
};

/** Returns an error and all its causes. */
const getChain = (error: unknown): { code?: unknown; port?: unknown; message?: unknown }[] => {
  const chain = [];
  for (let one = error; one instanceof Error && chain.length < 10; one = one.cause) chain.push(one);
  return chain;
};

/** Returns a DevError with instructions for a known failure of the start; any other error unchanged. */
export const toDevError = (error: unknown, { ports, data }: Pick<DevOptions, 'ports' | 'data'>): unknown => {
  for (const { code, port, message } of getChain(error)) {
    if (code === 'EADDRINUSE' || code === 'EACCES') {
      const name = portOptions.find((option) => ports[option] === port) ?? 'port';
      const what = code === 'EACCES' ? 'needs rights that this program does not have' : 'is in use';
      return new DevError(`Port ${port} ${what}: choose another with --${name}.`);
    }
    if (code === 'ENOSPC' || /no space left on device/i.test(String(message)))
      return new DevError(`The disk of ${data} is full: free some space, or choose another folder with --data.`);
    if (code === 'LEVEL_LOCKED')
      return new DevError(
        `The data in ${data} is in use by another "npm run dev": end that one, or choose another folder with --data.`,
      );
  }
  return error;
};
