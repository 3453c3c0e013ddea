import { type EngineName, engineNames } from '#engine/engine-names.ts';
import { applyLayoutRules } from '#engine/engines/takumi/tree/prepare-tree.ts';
import { getElements } from '#engine/vnode/vnode.ts';
import { blockDifferences, type Pixels, tolerance } from '../../test/engine/fidelity/blocks.ts';
import { framesPerPage, type SceneBrowser } from './chromium.ts';
import type { RenderScene } from './engines.ts';
import { type Scene, scenes } from './scenes.ts';

export interface Declaration {
  readonly property: string;
  readonly form: string;
  readonly value: string;
}

/** As the browser, otherwise, without effect, with an effect that could not be compared, or that Chromium does not have. */
export type Verdict = '=' | '~' | '-' | '+' | '*';

export interface Measured extends Declaration {
  /** Whether Chromium reads the declaration. */
  readonly isRead: boolean;
  /** Undefined if no effect was seen in any scene. */
  readonly scene?: string;
  readonly verdicts?: Readonly<Partial<Record<EngineName, Verdict>>>;
}

/** Declarations that are tried at once in one frame: most of them change nothing. */
const groupSize = 24;
/** Least difference of a channel, of 255, that counts, and number of such pixels. */
const leastDifference = 12;
const leastPixels = 4;
/** Share of the changed blocks that may look different from Chromium's. */
const mostUnlike = 0.25;
/** Share of a scene's blocks that may look different from Chromium's before anything is declared. */
const mostUnlikeBase = 0.03;
/** Declarations that the engines render at the same time. */
const atOnce = 8;
/** Scenes in which a declaration is tried until both engines show what Chromium shows. */
const furtherScenes = 5;

const countChanged = ({ data: a }: Pixels, { data: b }: Pixels): number => {
  let changed = 0;
  for (let at = 0; at < a.length; at += 4)
    for (let channel = 0; channel < 3; channel += 1)
      if (Math.abs((a[at + channel] as number) - (b[at + channel] as number)) >= leastDifference) {
        changed += 1;
        break;
      }
  return changed;
};
export const isChanged = (a: Pixels, b: Pixels): boolean => countChanged(a, b) >= leastPixels;

const toCamelCase = (name: string): string =>
  name
    .replace(/^-(?=webkit|moz)/, '')
    .replaceAll(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase())
    .replace(/^(?:webkit|moz)(?=[A-Z])/, (prefix) => `${prefix.charAt(0).toUpperCase()}${prefix.slice(1)}`);

/** Returns the style of a scene's subject with a declaration; empty if a style sheet sets it. */
const getSubjectStyle = ({ build }: Scene, declaration: Readonly<Record<string, string>>) => {
  const tree = build({ '--subject': '1', ...declaration });
  const styles = [...getElements(tree)].map(({ props }) => props.style as Record<string, string | number> | undefined);
  return { ...styles.find((style) => style !== undefined && Object.hasOwn(style, '--subject')) };
};

/** Returns a declaration for Chromium, with the layout rules of this project. */
const getBrowserText = (scene: Scene, { property, value }: Declaration): string => {
  const own = getSubjectStyle(scene, { [toCamelCase(property)]: value });
  const { display } = own;
  applyLayoutRules(own);
  return `${property}:${value}${own.display === display ? '' : `;display:${own.display}`}`;
};

export type SceneEngines = Readonly<Record<EngineName, RenderScene>>;

/**
 * Measures each declaration in the first scene in which Chromium shows an effect, and those that Chromium does not read
 * on the engines alone.
 */
export const measureDeclarations = async (
  declarations: readonly Declaration[],
  browser: SceneBrowser,
  engines: SceneEngines,
  report: (line: string) => void,
): Promise<Measured[]> => {
  const found = new Map<Declaration, Measured>();
  const tries = new Map<Declaration, number>();
  const supported = await browser.filterSupported(declarations.map(({ property, value }) => [property, value]));
  const isSupported = new Map(declarations.map((declaration, index) => [declaration, supported[index]]));
  for (const scene of scenes) {
    const isOpen = (one: Declaration) => {
      const known = found.get(one)?.verdicts;
      return !known || (Object.values(known).some(isOpenVerdict) && (tries.get(one) ?? 0) < furtherScenes);
    };
    const candidates = declarations.filter((one) => isSupported.get(one) && isOpen(one));
    const effective = await findEffective(scene, candidates, browser);
    const [base] = await browser.render(scene, ['']);
    const bases = new Map<EngineName, Pixels | undefined>();
    for (const engine of engineNames) bases.set(engine, await engines[engine](scene.build({})));
    const judge = async (declaration: Declaration, shown: Pixels) => {
      const before = found.get(declaration);
      const verdicts = await Promise.all(
        engineNames.map(async (engine): Promise<[EngineName, Verdict]> => {
          const known = before?.verdicts?.[engine];
          if (known !== undefined && !isOpenVerdict(known)) return [engine, known];
          const image = await engines[engine](scene.build({ [toCamelCase(declaration.property)]: declaration.value }));
          const verdict = compare(bases.get(engine), image, base as Pixels, shown);
          if (known === undefined || known === verdict) return [engine, verdict];
          // in one scene so, in another otherwise
          return [engine, isOpenVerdict(verdict) ? '~' : '+'];
        }),
      );
      tries.set(declaration, (tries.get(declaration) ?? 0) + 1);
      found.set(declaration, {
        ...declaration,
        isRead: true,
        scene: before?.scene ?? scene.name,
        verdicts: Object.fromEntries(verdicts),
      });
    };
    await inBatches([...effective], ([declaration, shown]) => judge(declaration, shown));
    report(`${scene.name}: ${effective.size} of ${candidates.length}`);
  }
  await measureAlone(declarations, (one) => isSupported.get(one) === true, found, engines);
  report(`with an effect: ${found.size} of ${declarations.length}`);
  return declarations.map(
    (declaration) => found.get(declaration) ?? { ...declaration, isRead: isSupported.get(declaration) === true },
  );
};

const inBatches = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  for (let start = 0; start < items.length; start += atOnce)
    await Promise.all(items.slice(start, start + atOnce).map(work));
};

const isOpenVerdict = (verdict: Verdict): boolean => verdict === '-' || verdict === '~';

/** Finds effects that an engine shows in any scene, of declarations of which none is known yet. */
const measureAlone = async (
  declarations: readonly Declaration[],
  isRead: (declaration: Declaration) => boolean,
  found: Map<Declaration, Measured>,
  engines: SceneEngines,
): Promise<void> => {
  const isKnown = (one: Declaration, engine: EngineName) =>
    ![undefined, '-'].includes(found.get(one)?.verdicts?.[engine]);
  for (const engine of engineNames) {
    const rejected = new Set<Declaration>();
    for (const scene of scenes) {
      const { name, build } = scene;
      const base = await engines[engine](build({}));
      if (!base) continue;
      const renderWith = (ones: readonly Declaration[]) =>
        engines[engine](build(Object.fromEntries(ones.map(({ property, value }) => [toCamelCase(property), value]))));
      const tryAlone = async (one: Declaration) => {
        const image = await renderWith([one]);
        if (!image) rejected.add(one);
        if (!image || !isChanged(base, image)) return;
        const before = found.get(one) ?? { ...one, isRead: isRead(one), scene: name };
        found.set(one, { ...before, verdicts: { ...before.verdicts, [engine]: before.isRead ? '+' : '*' } });
      };
      // a value that is not read takes away what the scene itself sets
      const style = getSubjectStyle(scene, {});
      const open = declarations.filter(
        (one) => !isKnown(one, engine) && !rejected.has(one) && !Object.hasOwn(style, toCamelCase(one.property)),
      );
      await inBatches(getGroups(open), async (group) => {
        const image = await renderWith(group);
        // a value that the engine rejects hides the others of its group
        if (!image || isChanged(base, image)) for (const one of group) await tryAlone(one);
      });
    }
  }
};

/** Returns groups of declarations of different properties. */
const getGroups = (declarations: readonly Declaration[]): readonly (readonly Declaration[])[] => {
  const groups: Declaration[][] = [];
  for (const declaration of declarations) {
    const group = groups.find(
      (one) => one.length < groupSize && one.every(({ property }) => property !== declaration.property),
    );
    if (group) group.push(declaration);
    else groups.push([declaration]);
  }
  return groups;
};

/** Returns the declarations with an effect in Chromium, with their image. */
const findEffective = async (
  scene: Scene,
  declarations: readonly Declaration[],
  browser: SceneBrowser,
): Promise<ReadonlyMap<Declaration, Pixels>> => {
  // a shorthand before its longhands
  const groups = getGroups(declarations.toSorted((a, b) => a.property.length - b.property.length));
  const text = (one: Declaration) => getBrowserText(scene, one);
  // the edges of a rounded corner depend on where the frame is
  const bases = await browser.render(scene, Array(framesPerPage).fill(''));
  const baseAt = (index: number) => bases[index % framesPerPage] as Pixels;
  const images = await browser.render(
    scene,
    groups.map((group) => group.map(text).join(';')),
  );
  const changed = groups.filter((_group, index) => isChanged(baseAt(index), images[index] as Pixels)).flat();
  const findAlone = async (ones: readonly Declaration[]) => {
    const alone = await browser.render(scene, ones.map(text));
    return new Map(
      ones.flatMap((declaration, index) => {
        const image = alone[index] as Pixels;
        return isChanged(baseAt(index), image) ? [[declaration, image] as const] : [];
      }),
    );
  };
  // what is beside a frame can change its edges: an effect is seen in two places
  const first = await findAlone(changed);
  return findAlone([...first.keys()].reverse());
};

/** @param before, after of the engine, undefined where it rejects the tree. @param base, shown of Chromium. */
export const compare = (
  before: Pixels | undefined,
  after: Pixels | undefined,
  base: Pixels,
  shown: Pixels,
): Verdict => {
  if (!before || !after) return '-';
  const wrong = (differences: readonly number[]) => differences.map((difference) => difference > tolerance);
  const [atFirst, theirs, ours, unlike] = [
    [base, before],
    [base, shown],
    [before, after],
    [shown, after],
  ].map(([a, b]) => wrong(blockDifferences(a as Pixels, b as Pixels))) as [boolean[], boolean[], boolean[], boolean[]];
  const isComparable = atFirst.filter(Boolean).length <= atFirst.length * mostUnlikeBase;
  const touched = theirs.filter((is, index) => is || ours[index]).length;
  const bad = unlike.filter((is, index) => is && !atFirst[index]).length;
  const isLike = bad <= touched * mostUnlike;
  // what changes nothing may be right already, as in a box that is clipped without being told so
  if (!isChanged(before, after)) return touched === 0 || unlike.every((is) => !is) ? '=' : '-';
  if (!isComparable) return '+';
  return bad <= 1 || isLike ? '=' : '~';
};
