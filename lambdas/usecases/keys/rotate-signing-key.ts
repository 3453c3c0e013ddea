import { firstKeyId, type Keyring } from '../../core/signing/keyring.ts';
import { maySucceed, nextKeyring } from '../../core/signing/rotation.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { KeyringVersion } from '../../ports/signing-keys.ts';

type RotationPorts = Pick<PortsOf<'rotateSigningKey'>, 'keyring:rotate' | 'edgeKeys:write'>;

/** The steps Secrets Manager asks for, one call each; any of them may come again. */
export const rotationSteps = ['createSecret', 'setSecret', 'testSecret', 'finishSecret'] as const;
export type RotationStep = (typeof rotationSteps)[number];

const proposedKeyring = async (ports: RotationPorts, version: string) => {
  const keyring = (await ports['keyring:rotate'].find({ version }))?.keyring;
  if (!keyring) throw new Error(`The keyring has no version ${version}.`);
  return keyring;
};

const getIds = (version: KeyringVersion | undefined): string[] => version?.keyring?.keys.map(({ id }) => id) ?? [];

/**
 * A secret without a keyring gets a first one only where there never was another. One that was overwritten had keys that
 * published URLs need: with a first keyring instead of them, these URLs would be forgeries.
 *
 * @throws when the version before, the one proposed last or the edge knows of a keyring.
 */
const refuseToClear = async (ports: RotationPorts): Promise<void> => {
  const store = ports['keyring:rotate'];
  const [previous, pending] = [await store.find('previous'), await store.find('pending')];
  // a first key may have been proposed by a deployment that was cut short
  const later = [...getIds(pending), ...(await ports['edgeKeys:write'].ids())].filter((id) => id !== firstKeyId);
  if (previous?.keyring || later.length > 0)
    throw new Error('The secret holds no keyring, but it had a keyring: take that version into use again.');
};

/** The version proposed last; one that was in use before is not under way, though its label may still say so. */
const underWay = async (ports: RotationPorts): Promise<KeyringVersion | undefined> => {
  const store = ports['keyring:rotate'];
  const [previous, pending] = [await store.find('previous'), await store.find('pending')];
  return pending?.version === previous?.version ? undefined : pending;
};

/**
 * A keyring in use that lacks keys the edge knows is an older one that somebody brought back.
 *
 * @throws naming those keys.
 */
const refuseOlder = async (ports: RotationPorts, current: KeyringVersion): Promise<void> => {
  // a rotation under way has told the edge its key
  const known = [...getIds(current), ...getIds(await underWay(ports))];
  const lost = (await ports['edgeKeys:write'].ids()).filter((id) => !known.includes(id));
  if (lost.length > 0) throw new Error(`The edge knows keys that the secret lacks: ${lost.join(', ')}.`);
};

/** Makes the next keyring, not in use yet. A version that is there stays as it is. */
const createSecret = async (ports: RotationPorts, runtime: Runtime, version: string): Promise<void> => {
  const store = ports['keyring:rotate'];
  const current = await store.find('current');
  if (!current?.keyring) await refuseToClear(ports);
  if ((await store.find({ version }))?.keyring) return;
  const unfinished = await underWay(ports);
  await store.propose(version, nextKeyring(current?.keyring, runtime.randomBytes, runtime.now()));
  // one that never came to its end would leave a key at the edge that no keyring has
  if (unfinished?.version !== current?.version) await dropKeys(ports, unfinished, current);
};

/** Writes the proposed keys to the edge before anything signs with the new one. Returns false when another rotation took over. */
const setSecret = async (ports: RotationPorts, runtime: Runtime, version: string): Promise<boolean> => {
  const proposed = { version, keyring: await proposedKeyring(ports, version) };
  if (await isOvertaken(ports, runtime, proposed)) return false;
  await ports['edgeKeys:write'].put(proposed.keyring.keys);
  // another may have begun meanwhile, and taken what this one told the edge from it just before
  if (!(await isOvertaken(ports, runtime, proposed))) return true;
  await dropKeys(ports, proposed, await ports['keyring:rotate'].find('current'));
  return false;
};

/** Whether a proposed version that is not in use no longer can be: another one was proposed, or it comes too late. */
const isOvertaken = async (ports: RotationPorts, runtime: Runtime, { version, keyring }: Required<KeyringVersion>) => {
  const store = ports['keyring:rotate'];
  const [current, pending] = [await store.find('current'), await store.find('pending')];
  if (current?.version === version) return false;
  return pending?.version !== version || !maySucceed(keyring, current?.keyring, runtime.now());
};

const overtaken = () => new Error('The rotation was overtaken or took too long; start another.');

/**
 * Whether the edge has every key of the new version. Secrets Manager tries this step alone when a rotation is scheduled,
 * with a version of its own that proposes nothing.
 */
const testSecret = async (ports: RotationPorts, version: string): Promise<void> => {
  const [proposed, current] = await Promise.all([
    ports['keyring:rotate'].find({ version }),
    ports['keyring:rotate'].find('current'),
  ]);
  const { keys } = proposed?.keyring ?? { keys: [] };
  const known = new Set(current?.keyring?.keys.map(({ id }) => id));
  if (keys.every(({ id }) => known.has(id))) return;
  if (!(await ports['edgeKeys:write'].holds(keys))) throw new Error(notAtEdge);
};
const notAtEdge = 'The edge does not have every key of the keyring.';

/** Takes from the edge the keys of one version that another no longer has. */
const dropKeys = async (ports: RotationPorts, from: KeyringVersion | undefined, cached: KeyringVersion | undefined) => {
  const cachedIds = new Set(cached?.keyring?.keys.map(({ id }) => id));
  const ids = from?.keyring?.keys.map(({ id }) => id).filter((id) => !cachedIds.has(id)) ?? [];
  if (ids.length > 0) await ports['edgeKeys:write'].drop(ids);
};

/** What became of a version whose last step was asked for; `notAtEdge` when the edge lacks its keys: that step comes before. */
type Outcome = 'inUse' | 'overtaken' | 'notAtEdge';

/**
 * Takes the new version into use. One that another rotation has overtaken, or that took so long that its key would sign
 * before every cache knows it, is withdrawn: the keyring in use stays as it is, and the next rotation starts afresh.
 */
const finishSecret = async (ports: RotationPorts, runtime: Runtime, version: string): Promise<Outcome> => {
  const store = ports['keyring:rotate'];
  const current = await store.find('current');
  if (current?.version === version) {
    await dropKeys(ports, await store.find('previous'), current);
    return 'inUse';
  }

  const keyring = await proposedKeyring(ports, version);
  const mayFollow = !(await isOvertaken(ports, runtime, { version, keyring }));
  if (mayFollow && !(await ports['edgeKeys:write'].holds(keyring.keys))) return 'notAtEdge';
  const isAccepted = mayFollow && (await store.accept(version, current?.version));
  // a repetition of this very call may have been faster
  const latest = isAccepted ? { version, keyring } : await store.find('current');
  if (latest?.version === version) {
    await dropKeys(ports, current, latest);
    return 'inUse';
  }
  await store.withdraw(version);
  await dropKeys(ports, { version, keyring }, latest);
  return 'overtaken';
};

/**
 * One step of a rotation of the signing keyring: adds a key, and drops those no living URL needs. Every step may run again
 * or twice at once, but none before the one it follows.
 *
 * @param version name of the new version, the same in all steps.
 * @throws when the version cannot come into use, or a step was left out; nothing has changed then.
 */
export const rotateSigningKey = async (
  ports: RotationPorts,
  runtime: Runtime,
  step: RotationStep,
  version: string,
): Promise<void> => {
  if (step === 'createSecret') return createSecret(ports, runtime, version);
  if (step === 'testSecret') return testSecret(ports, version);
  if (step === 'setSecret') {
    if (!(await setSecret(ports, runtime, version))) throw overtaken();
    return;
  }
  const outcome = await finishSecret(ports, runtime, version);
  if (outcome === 'notAtEdge') throw new Error(notAtEdge);
  if (outcome === 'overtaken') throw overtaken();
};

/** Name of a first version: one for all deployments that begin at once. */
const firstVersion = 'first-keyring-00000000-0000-0000-0000';

/** How often a first version is proposed again when something else took its label: a test of the rotation takes it once. */
const firstVersionTries = 5;

/**
 * Makes the first keyring. Until there is one, nothing else may hold the label `AWSPENDING`: Secrets Manager attaches it to an empty
 * version while it tests a new rotation schedule, and a rotation cannot succeed before there is a key.
 */
const makeFirstKeyring = async (ports: RotationPorts, runtime: Runtime): Promise<void> => {
  await createSecret(ports, runtime, firstVersion);
  const unfinished = await underWay(ports);
  const dropItsKeys = async () => {
    if (unfinished?.version !== firstVersion)
      await dropKeys(ports, unfinished, await ports['keyring:rotate'].find('current'));
  };
  // before, because a call that is cut off after the claim no longer knows them; after, because they may come again until then
  await dropItsKeys();
  await ports['keyring:rotate'].claim(firstVersion);
  await dropItsKeys();
  if (await setSecret(ports, runtime, firstVersion)) await finishSecret(ports, runtime, firstVersion);
};

/** Takes the label from a first version that another keyring came before: Secrets Manager would start no rotation any more. */
const withdrawFirst = async (ports: RotationPorts, current: KeyringVersion): Promise<void> => {
  if (current.version === firstVersion) return;
  const pending = await ports['keyring:rotate'].find('pending');
  if (pending?.version === firstVersion) await ports['keyring:rotate'].withdraw(firstVersion);
};

/**
 * Writes every key of the keyring to the edge, after a deployment that may have made the edge's store; makes the first key
 * where there is none. Changes nothing when all is there.
 *
 * @returns the keyring in use.
 * @throws when the secret has lost keys that the edge, or the secret's own history, knows of; nothing has changed then.
 */
export const fillEdge = async (ports: RotationPorts, runtime: Runtime): Promise<Keyring> => {
  for (let tries = 0; tries <= firstVersionTries; tries += 1) {
    const current = await ports['keyring:rotate'].find('current');
    if (current?.keyring) {
      await refuseOlder(ports, current);
      await ports['edgeKeys:write'].put(current.keyring.keys);
      await withdrawFirst(ports, current);
      return current.keyring;
    }
    await makeFirstKeyring(ports, runtime);
  }
  throw overtaken();
};
