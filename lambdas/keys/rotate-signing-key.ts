import { dayMs } from 'image-url-contract/days.ts';
import { firstKeyId, type Keyring } from 'image-url-contract/signing/keyring.ts';
import { createNextKeyring, maySucceed } from '../domain/signing/rotation.ts';
import type { KeyringVersion } from '../ports/keyring.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';

type RotationPorts = Pick<PortsOf<'rotateSigningKey'>, 'keyring:rotate' | 'edgeKeys:write'>;

/** The rotation steps of Secrets Manager, one invocation each. Any of them may be repeated. */
export const rotationSteps = ['createSecret', 'setSecret', 'testSecret', 'finishSecret'] as const;
export type RotationStep = (typeof rotationSteps)[number];

const readProposedKeyring = async (ports: RotationPorts, version: string) => {
  const keyring = (await ports['keyring:rotate'].find({ version }))?.keyring;
  if (!keyring) throw new Error(`The keyring has no version ${version}.`);
  return keyring;
};

const getIds = (version: KeyringVersion | undefined): string[] => version?.keyring?.keys.map(({ id }) => id) ?? [];

/**
 * Rejects a first keyring if there ever was another one: published URLs need its keys and would no longer verify.
 *
 * @throws Error when the previous version, the pending version or the edge has keys of another keyring
 */
const rejectLostKeyring = async (ports: RotationPorts): Promise<void> => {
  const store = ports['keyring:rotate'];
  const [previous, pending] = [await store.find('previous'), await store.find('pending')];
  // an interrupted deployment may have proposed a first key
  const later = [...getIds(pending), ...(await ports['edgeKeys:write'].ids())].filter((id) => id !== firstKeyId);
  if (previous?.keyring || later.length > 0)
    throw new Error('The secret holds no keyring, but it had a keyring: take that version into use again.');
};

/** Returns the pending version; undefined if it is the previous one, which may still have the label `AWSPENDING`. */
const findPending = async (ports: RotationPorts): Promise<KeyringVersion | undefined> => {
  const store = ports['keyring:rotate'];
  const [previous, pending] = [await store.find('previous'), await store.find('pending')];
  return pending?.version === previous?.version ? undefined : pending;
};

/**
 * Rejects a current keyring without keys that the edge has: it is an older version that was restored.
 *
 * @throws Error with the ids of those keys
 */
const rejectOlderKeyring = async (ports: RotationPorts, current: KeyringVersion): Promise<void> => {
  // a pending rotation may have written its key to the edge
  const known = [...getIds(current), ...getIds(await findPending(ports))];
  const lost = (await ports['edgeKeys:write'].ids()).filter((id) => !known.includes(id));
  if (lost.length > 0) throw new Error(`The edge knows keys that the secret lacks: ${lost.join(', ')}.`);
};

/** Stores the next keyring as a pending version. An existing version is unchanged. */
const createSecret = async (ports: RotationPorts, runtime: Runtime, version: string): Promise<void> => {
  const store = ports['keyring:rotate'];
  const current = await store.find('current');
  if (!current?.keyring) await rejectLostKeyring(ports);
  if ((await store.find({ version }))?.keyring) return;
  const unfinished = await findPending(ports);
  await store.propose(version, createNextKeyring(current?.keyring, runtime.randomBytes, runtime.now()));
  // remove the keys that an unfinished rotation left at the edge, which no keyring contains
  if (unfinished?.version !== current?.version) await dropKeys(ports, unfinished, current);
};

/** Writes the proposed keys to the edge before the new one signs. Returns false when another rotation took over. */
const setSecret = async (ports: RotationPorts, runtime: Runtime, version: string): Promise<boolean> => {
  const proposed = { version, keyring: await readProposedKeyring(ports, version) };
  if (await isOvertaken(ports, runtime, proposed)) return false;
  await ports['edgeKeys:write'].put(proposed.keyring.keys);
  // another rotation may have started meanwhile and removed these keys just before they were written
  if (!(await isOvertaken(ports, runtime, proposed))) return true;
  await dropKeys(ports, proposed, await ports['keyring:rotate'].find('current'));
  return false;
};

/**
 * Returns whether a pending version can no longer become current: another one was proposed, or its key would sign too
 * soon.
 */
const isOvertaken = async (ports: RotationPorts, runtime: Runtime, { version, keyring }: Required<KeyringVersion>) => {
  const store = ports['keyring:rotate'];
  const [current, pending] = [await store.find('current'), await store.find('pending')];
  if (current?.version === version) return false;
  return pending?.version !== version || !maySucceed(keyring, current?.keyring, runtime.now());
};

const createOvertakenError = () => new Error('The rotation was overtaken or took too long; start another.');

/**
 * Verifies that the edge has every key of the new version. Secrets Manager runs this step alone when a rotation is
 * scheduled, with a version that proposes nothing.
 */
const testSecret = async (ports: RotationPorts, version: string): Promise<void> => {
  const [proposed, current] = await Promise.all([
    ports['keyring:rotate'].find({ version }),
    ports['keyring:rotate'].find('current'),
  ]);
  const { keys } = proposed?.keyring ?? { keys: [] };
  const known = getIds(current);
  if (keys.every(({ id }) => known.includes(id))) return;
  if (!(await ports['edgeKeys:write'].holds(keys))) throw new Error(notAtEdge);
};
const notAtEdge = 'The edge does not have every key of the keyring.';

/** Removes from the edge the keys of version `from` that version `other` does not have. */
const dropKeys = async (ports: RotationPorts, from: KeyringVersion | undefined, other: KeyringVersion | undefined) => {
  const needed = getIds(other);
  const ids = getIds(from).filter((id) => !needed.includes(id));
  if (ids.length > 0) await ports['edgeKeys:write'].drop(ids);
};

/** Result of the last rotation step. `notAtEdge`: the edge lacks keys of the version, so `setSecret` must run first. */
type Outcome = 'inUse' | 'overtaken' | 'notAtEdge';

/**
 * Makes a version current. A version that was overtaken by another rotation, or whose key would sign before every cache
 * has it, is withdrawn; the current keyring is unchanged, and the next rotation starts from it.
 */
const finishSecret = async (ports: RotationPorts, runtime: Runtime, version: string): Promise<Outcome> => {
  const store = ports['keyring:rotate'];
  const current = await store.find('current');
  if (current?.version === version) {
    await dropKeys(ports, await store.find('previous'), current);
    return 'inUse';
  }

  const keyring = await readProposedKeyring(ports, version);
  const mayFollow = !(await isOvertaken(ports, runtime, { version, keyring }));
  if (mayFollow && !(await ports['edgeKeys:write'].holds(keyring.keys))) return 'notAtEdge';
  const isAccepted = mayFollow && (await store.accept(version, current?.version));
  // a concurrent repetition of this call may have made the version current
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
 * Runs one step of a rotation of the signing keyring, which adds a key and drops the keys that no valid URL needs. A
 * step may be repeated or run concurrently, but not before the preceding step.
 *
 * @param version id of the new version, the same in all steps
 * @throws Error when the version cannot become current or a step was omitted; the keyring in use is then unchanged
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
    if (!(await setSecret(ports, runtime, version))) throw createOvertakenError();
    return;
  }
  const outcome = await finishSecret(ports, runtime, version);
  if (outcome === 'notAtEdge') throw new Error(notAtEdge);
  if (outcome === 'overtaken') throw createOvertakenError();
};

/** Id of the first version; constant, so that concurrent deployments propose the same one. */
const firstVersion = 'first-keyring-00000000-0000-0000-0000';

/** Maximum number of tries to create the first version when another call takes its label. */
const firstVersionTries = 5;

/**
 * Creates the first keyring. Until it exists, no other version may have the label `AWSPENDING`: Secrets Manager
 * attaches it to an empty version while it tests a new schedule, and a rotation cannot succeed without a key.
 */
const makeFirstKeyring = async (ports: RotationPorts, runtime: Runtime): Promise<void> => {
  await createSecret(ports, runtime, firstVersion);
  const unfinished = await findPending(ports);
  const dropItsKeys = async () => {
    if (unfinished?.version !== firstVersion)
      await dropKeys(ports, unfinished, await ports['keyring:rotate'].find('current'));
  };
  // before the claim, because a call interrupted after it no longer has these keys; after it, because they may be
  // written again until then
  await dropItsKeys();
  await ports['keyring:rotate'].claim(firstVersion);
  await dropItsKeys();
  if (await setSecret(ports, runtime, firstVersion)) await finishSecret(ports, runtime, firstVersion);
};

/**
 * Removes the label of a first version if another keyring is current. With the label, Secrets Manager would start no
 * further rotation.
 */
const removeFirstLabel = async (ports: RotationPorts, current: KeyringVersion): Promise<void> => {
  if (current.version === firstVersion) return;
  const pending = await ports['keyring:rotate'].find('pending');
  if (pending?.version === firstVersion) await ports['keyring:rotate'].withdraw(firstVersion);
};

/**
 * Writes all keys of the current keyring to the edge, and creates the first keyring if there is none. Runs once a day
 * and after each deployment, which may have created a new store.
 *
 * @returns the current keyring
 * @throws Error, with nothing changed, when the secret lacks keys that the edge or an earlier version has
 */
export const fillEdge = async (ports: RotationPorts, runtime: Runtime): Promise<Keyring> => {
  for (let tries = 0; tries <= firstVersionTries; tries += 1) {
    const current = await ports['keyring:rotate'].find('current');
    if (current?.keyring) {
      await rejectOlderKeyring(ports, current);
      await ports['edgeKeys:write'].put(current.keyring.keys);
      await removeFirstLabel(ports, current);
      return current.keyring;
    }
    await makeFirstKeyring(ports, runtime);
  }
  throw createOvertakenError();
};

/** Returns the full days since the newest key of a keyring began to sign; 0 before. */
export const keyAgeInDays = ({ keys }: Keyring, now: Date): number => {
  const newest = Math.max(...keys.map(({ signFrom }) => signFrom));
  return Math.max(0, Math.floor((now.getTime() - newest) / dayMs));
};
