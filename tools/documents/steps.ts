import type { DocumentedCommand } from './commands.ts';

/** What earlier commands have printed, by name: keys, ids, addresses. */
export type Known = Readonly<Record<string, string>>;

/** How one or several documented commands are run. */
export interface Step {
  /** Of the text of its commands. */
  readonly text: RegExp;
  /** Of the document. @default any */
  readonly file?: RegExp;
  /** Folder in which they are typed: `clone`, or an empty one of this name. */
  readonly place: string;
  /** Keeps running; the next step begins once its output matches. */
  readonly until?: RegExp;
  /** Whether what runs is ended before. @default false */
  readonly ends?: boolean;
  /** Words of the document that stand for the reader's own. */
  readonly words?: (known: Known) => Readonly<Record<string, string>>;
  /** Commands that prose names, typed in the clone before: how packages come that are on no registry. */
  readonly before?: readonly string[];
  /** Files that the reader has, by name. */
  readonly given?: Readonly<Record<string, string>>;
  /** What their output says for later steps; the first group is the value. */
  readonly learns?: Readonly<Record<string, RegExp>>;
  /** What their output must match. @default nothing */
  readonly prints?: RegExp;
  /** Status with which they may end, other than 0. */
  readonly status?: number;
}

/** Packages that are on no registry yet are files of the clone. */
const fromClone = ({ clone = '' }: Known): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['client', 'cli', 'engine', 'cdk', 'layer'].map((name) => [
      `image-url-${name}`,
      `${clone}/image-url-${name}-*.tgz`,
    ]),
  );

const minted = /"url": ?"([^"]+)"/;
const admin = (text: RegExp, more: Partial<Step> = {}): Step => ({
  text: new RegExp(`^npm run admin -- --stage \\S+ ${text.source}`),
  place: 'clone',
  words: (known) => ({
    '--stage …': '--data .local',
    '--stage dev': '--data .local',
    "'https://…'": `'${known.minted}'`,
    REVOCATIONID: known.revocation ?? '',
    ACCOUNT: known.owner ?? '',
    'template ID': 'template starter-quote',
    'site ID': `site ${known.site}`,
    ID: known.account ?? '',
    PLAN: 'own',
    STATUS: 'active',
    PART: 'a',
    '--limit N': '--limit 5',
  }),
  ...more,
});
const card = `export default function Card() {
  return <div tw="flex w-full h-full items-center justify-center text-[64px]">A card</div>;
}
`;
const started = /API key +(iu_\S+)/;
const dev: Partial<Step> = { place: 'clone', until: started, learns: { key: started } };
const cli = (text: RegExp, more: Partial<Step> = {}): Step => ({ text, file: /cli/, place: 'cli', ...more });
const tarballs = 'npm pack --workspace packages/cdk --workspace packages/layer --workspace packages/layer-han';

/** The part of docs/deploying.md that ends with a synthesised stack, which every version of Node runs. */
export const constructSteps: readonly Step[] = [
  { text: /^npm ci$/, place: 'clone' },
  { text: /^npm run (?:layer|studio)$/, file: /deploying/, place: 'clone' },
  { text: new RegExp(`^${tarballs}$`), place: 'clone' },
  { text: /^npm install --save-dev CLONE\//, place: 'infrastructure', words: ({ clone = '' }) => ({ CLONE: clone }) },
  { text: /^npx cdk synth --strict$/, place: 'infrastructure', prints: /ImageUrl/ },
];

/** All that are run, in this order. Those of a step are in the order of the documents, each text once. */
export const steps: readonly Step[] = [
  { ...dev, text: /^npm ci && npm run dev$/, place: 'clone' },
  { text: /^curl .*\/v1\/url /, place: 'clone', learns: { minted } },
  { text: /^curl .*\/v1\/signing-keys /, place: 'clone', learns: { signingKey: /"signingKey": ?"([^"]+)"/ } },
  { text: /^curl .*\/v1\/sites /, place: 'clone', learns: { site: /"siteId": ?"([^"]+)"/ } },
  { text: /^curl .*\/v1\/fonts /, place: 'clone', prints: /"fontId"/ },
  { text: /^npm run create -- \.\.\/my-images$/, place: 'clone', prints: /npm run dev/ },
  admin(/setup/, { learns: { account: /"accountId": "([^"]+)"/ } }),
  admin(/account (?:list|set)\b/),
  admin(/key list\b/, { prints: /iu_|keyId/ }),
  admin(/usage (?:export|top)\b/),
  admin(/deny\b/),
  admin(/revoke url\b/, { learns: { owner: /"accountId": "([^"]+)"/, revocation: /"revocationId": "([^"]+)"/ } }),
  admin(/revoke list\b/, {
    prints: /"revocationId"/,
    words: ({ owner = '' }) => ({ '--stage …': '--data .local', ID: owner }),
  }),
  admin(/revoke lift\b/),
  admin(/audit\b/, { prints: /deny/ }),
  admin(/account suspend\b/),
  admin(/account delete\b/),
  { text: /^npm pack --workspace=image-url-client$/, place: 'clone' },
  { text: /^npm install image-url-client$/, place: 'client', words: fromClone },
  { text: /^npm install uqr && /, place: 'client' },
  {
    text: /^npm install image-url-engine$/,
    place: 'engine',
    before: ['npx node packages/engine/build.ts', 'npm pack ./packages/engine/dist'],
    words: fromClone,
  },
  // with the service of the first step
  cli(/^npm install --save-dev image-url-cli$/, { before: ['npm pack --workspace=image-url-cli'], words: fromClone }),
  cli(/^npx --package=image-url-cli image-url init$/),
  cli(/^npx --package=image-url-cli image-url check$/),
  cli(/^npx --package=image-url-cli image-url dev$/, { until: /http:\/\/127\.0\.0\.1:\d+/ }),
  cli(/^export /),
  cli(/^npx --package=image-url-cli image-url push$/),
  cli(/^npx --package=image-url-cli image-url mint /, { prints: /http/ }),
  cli(/^npx --package=image-url-cli image-url sign /, { learns: { signed: /(http\S+)/ } }),
  cli(/^npx --package=image-url-cli image-url explain /, {
    words: ({ signed = '' }) => ({ 'https://img.example.com/v1/i/...': signed }),
  }),
  cli(/^npx --package=image-url-cli image-url warm /, {
    words: ({ pages = '' }) => ({ 'https://example.com': pages }),
  }),
  // that page has only an image, and http, which it is told
  cli(/^npx --package=image-url-cli image-url preview /, {
    words: ({ pages = '' }) => ({ 'http://localhost:3000': pages }),
    prints: /og:title/,
    status: 1,
  }),
  { ...dev, text: /^npm run dev$/, file: /^(?!packages)/, place: 'clone', ends: true },
  {
    text: /^npx node bench\/ai\/emulator\.ts /,
    place: 'clone',
    ends: true,
    given: { 'first.jsx': card, 'better.jsx': card.replace('64px', '72px') },
    until: /http:\/\/127\.0\.0\.1:\d+/,
    learns: { model: /(http:\/\/127\.0\.0\.1:\d+)/ },
  },
  {
    ...dev,
    text: /^AWS_ENDPOINT_URL_BEDROCK_RUNTIME=/,
    place: 'clone',
    words: ({ model = '' }) => ({ 'http://127.0.0.1:...': model }),
  },
  { text: /^curl .*\/v1\/templates\/generate /, place: 'clone', prints: /"templateId"/ },
  { text: /^npx vitest run test\/engine\//, place: 'clone', ends: true, prints: /passed/ },
  ...constructSteps,
  { text: /^npm install --save-dev image-url-cdk image-url-layer$/, place: 'layer', words: fromClone },
  {
    text: /^npm install --save-dev image-url-cdk image-url-layer aws-cdk-lib constructs$/,
    place: 'cdk',
    words: fromClone,
  },
  {
    text: /^npx cdk synth -c '@aws-cdk\/core:permissionsBoundary=/,
    place: 'clone',
    prints: /Successfully synthesized/,
  },
];

const account = 'needs an AWS account';
const wholeRun = '.ci/run runs it';
const registry = 'needs a registry that has the packages; .ci/packages runs it with one on this machine';

/** Those that are not run, and why. */
export const notRun: readonly (readonly [text: RegExp, reason: string, file?: RegExp])[] = [
  [/^npm (?:test|run test:rest|run check)$/, wholeRun],
  [/^npx vitest run test\/mint$/, 'a part of npm test, which .ci/run runs'],
  [/^npm run test:slow$/, 'npm test again, at the speed of half a processor; .github/workflows/slow.yml runs it'],
  [/^npm (?:create|install|run dev)\b|^cd my-images$/, registry, /create/],
  [/npm run deploy\b/, account],
  [/^aws /, account],
  [/^(?:sha256sum|unzip) /, 'needs the files of a release'],
];

/** Returns the first step that runs a command. */
export const findStep = ({ file, text }: DocumentedCommand): Step | undefined =>
  steps.find((step) => step.text.test(text) && (step.file?.test(file) ?? true));

/** Returns why a command is not run. */
export const findReason = ({ file, text }: DocumentedCommand): string | undefined =>
  notRun.find(([pattern, , where]) => pattern.test(text) && (where?.test(file) ?? true))?.[1];
