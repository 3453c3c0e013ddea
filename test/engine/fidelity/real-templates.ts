import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { lintEdgeCases } from '#engine/compile/lint-edge-cases.ts';
import type { EngineName } from '#engine/engine-names.ts';
import { importTemplate } from '#engine/import/import-template.ts';
import { cpuBudget } from '#engine/isolation/worker/cpu-budget.ts';
import type { Json } from '#engine/json.ts';
import type { CaseDiagnostic } from '#engine/lint/values/score.ts';
import { getRemoteImages } from '#engine/vnode/remote-images.ts';
import type { VNode } from '#engine/vnode/vnode.ts';
import { readTemplate } from '../../../packages/cli/src/bundling.ts';
import { installedFonts } from '../../support/font-packs.ts';
import type { GoldenCase } from '../golden/case.ts';
import listed from './real-templates.json' with { type: 'json' };

/** A template in a public repository, which is no part of this one. */
export interface RealTemplate {
  readonly repository: string;
  readonly path: string;
  readonly commit: string;
}

export const realTemplates: readonly RealTemplate[] = listed;

/** Returns where `npm run fidelity:fetch` puts the sources of a template. */
export const getFolder = ({ repository, commit }: RealTemplate): string =>
  resolve('.local/real-templates', repository, commit);

export const isFetched = (template: RealTemplate): boolean => existsSync(join(getFolder(template), template.path));

/** Titles that a template gets beside that of its sample: of 130 characters, and from right to left. */
const titles = {
  long: 'An unusually long title that somebody wrote for an article about image services, with a list of things to learn on the way home',
  'from right to left': 'כותרת ארוכה של מאמר על שירותי תמונות, שנכתבה כדי לראות מה קורה כשהיא נשברת',
} as const;

/** An image of a real template, as a case of its own. */
export interface RealImage {
  readonly golden: GoldenCase;
  readonly diagnostics: readonly CaseDiagnostic[];
}

/** What a diagnostic can say of an image that is unlike a browser's. */
export const isTold = ({ diagnostics }: RealImage): boolean =>
  diagnostics.some(({ code }) => /^(?:no-effect|unlike-browser|unknown-|image-|missing-|sample-values)/.test(code));

const picture = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#94a3b8' } })
  .png()
  .toBuffer();

/** Returns what a template renders, and its diagnostics. */
const lookAt = (source: string, engine: EngineName, given?: Readonly<Record<string, Json>>) => {
  const clock = Date.parse('2026-02-03T00:00:00Z');
  const settings = { clock, defaultEngine: engine, hasEdgeCases: false, fonts: installedFonts() };
  return lintEdgeCases(source, { ...settings, ...(given && { given }) }, cpuBudget(600_000));
};

const toImage = (
  name: string,
  { diagnostics, renderPlan, cases: [{ sample }] }: Awaited<ReturnType<typeof lookAt>>,
): RealImage[] => {
  if (!sample) return [];
  const { width = 1200, height = 630, fontFamily } = renderPlan?.options ?? {};
  const { style } = sample.tree.props;
  const props = { ...sample.tree.props, style: { fontFamily, ...(style as Record<string, Json> | undefined) } };
  const tree = fontFamily === undefined ? sample.tree : { ...sample.tree, props: props as typeof sample.tree.props };
  const images = Object.fromEntries(getRemoteImages(tree).map((address) => [address, picture]));
  return [{ golden: { name, tree, options: { width, height }, images }, diagnostics }];
};

/** The image of a template, and why there is none. */
export interface Look {
  readonly image?: RealImage | undefined;
  /** Messages of errors. */
  readonly refusals: readonly string[];
}

/** Returns what an engine makes of a template without variables. */
export const lookAtTemplate = async (name: string, source: string, engine: EngineName): Promise<Look> => {
  const look = await lookAt(source, engine);
  const [image] = toImage(name, look);
  return { image, refusals: look.errors.map(({ message }) => message) };
};

/** Returns the images of a template with an engine: of its sample, and with other titles. Empty if it gives no sample. */
export const getImages = async (template: RealTemplate, engine: EngineName): Promise<RealImage[]> => {
  const folder = getFolder(template);
  const { code } = await readTemplate(folder, join(folder, template.path), folder);
  // code for Vercel OG is imported for satori
  const source = (importTemplate(code)?.text ?? code).replace(/engine:\s*['"]\w+['"]/, `engine: '${engine}'`);
  const look = (given?: Readonly<Record<string, Json>>) => lookAt(source, engine, given);
  const name = `${template.repository} ${template.path}`;
  const first = await look();
  const sample = first.cases[0].sample;
  const path = sample && findTitle(sample.variables, sample.tree);
  const others = path ? Object.entries(titles) : [];
  const images = toImage(name, first);
  for (const [title, text] of others)
    images.push(...toImage(`${name}, ${title}`, await look(replaceAt(sample?.variables ?? {}, path ?? [], text))));
  return images;
};

type Variables = Readonly<Record<string, Json>>;

const getTexts = (value: Json, path: readonly string[] = []): (readonly [readonly string[], string])[] => {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(Object(value)).flatMap(([key, inner]) => getTexts(inner as Json, [...path, key]));
};

const plain = (text: string): string => text.replaceAll(/\s+/g, '').toLowerCase();
const getShown = (node: VNode): string => (typeof node === 'string' ? node : node.children.map(getShown).join(''));

/** Names of what is a title, the surest first. */
const titleNames = [
  /^(?:title|headline)$/i,
  /title|heading|headline/i,
  /^name$/i,
  /name|text|question|subject/i,
  /(?:)/,
];

/** Returns the path to the variable that is most likely the title of an image, of those that it shows. */
const findTitle = (variables: Variables, tree: VNode): readonly string[] | undefined => {
  const shown = plain(getShown(tree));
  const rank = (path: readonly string[]) => titleNames.findIndex((name) => name.test(path.at(-1) ?? ''));
  const [found] = getTexts(variables)
    .filter(([, text]) => text.length >= 3 && !/^(?:https?:|data:|#)/.test(text) && shown.includes(plain(text)))
    .toSorted(([a, one], [b, other]) => rank(a) - rank(b) || other.length - one.length);
  return found?.[0];
};

const replaceAt = (variables: Variables, path: readonly string[], text: string): Variables => {
  const copy = structuredClone(variables) as Record<string, Json>;
  const holder = path
    .slice(0, -1)
    .reduce<Record<string, Json>>((inner, key) => inner[key] as Record<string, Json>, copy);
  holder[path.at(-1) ?? ''] = text;
  return copy;
};
