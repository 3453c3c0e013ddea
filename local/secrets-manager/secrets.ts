import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createKeyedQueue } from '../keyed-queue.ts';
import { privateFolder } from '../private-folder.ts';
import { writeAtomically } from '../write-atomically.ts';

/** Value of a secret: text, or bytes in base64. */
export interface SecretValue {
  readonly SecretString?: string | undefined;
  readonly SecretBinary?: string | undefined;
}

export interface SecretVersion {
  readonly value: SecretValue;
  /** Staging labels: `AWSCURRENT`, `AWSPENDING`, `AWSPREVIOUS` or others. A label is attached to one version only. */
  stages: string[];
  /** Unix seconds. */
  readonly created: number;
}

export interface Secret {
  readonly name: string;
  readonly arn: string;
  readonly description?: string;
  readonly created: number;
  readonly versions: Record<string, SecretVersion>;
}

/** Returns whether there is a value. A rotation begins with a version that has labels and no value yet. */
export const hasValue = ({ SecretString, SecretBinary }: SecretValue): boolean =>
  SecretString !== undefined || SecretBinary !== undefined;

/** An error in the service's format. */
export class SecretsFailure extends Error {
  readonly code: 'ResourceNotFoundException' | 'ResourceExistsException' | 'InvalidParameterException';

  constructor(code: SecretsFailure['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Moves a label to a version. The version that was current becomes the previous one. */
export const moveStage = (secret: Secret, stage: string, to: string): void => {
  const [previousId] = Object.entries(secret.versions).find(([, { stages }]) => stages.includes(stage)) ?? [];
  for (const version of Object.values(secret.versions)) {
    version.stages = version.stages.filter((one) => one !== stage);
  }
  secret.versions[to]?.stages.push(stage);
  if (stage === 'AWSCURRENT' && previousId !== undefined && previousId !== to) {
    moveStage(secret, 'AWSPREVIOUS', previousId);
  }
};

/**
 * Adds a version with its labels. Repeating it with the same id and value has no effect.
 *
 * @throws ResourceExistsException when the id has another value
 */
export const addVersion = (secret: Secret, id: string, value: SecretValue, stages: readonly string[]): void => {
  const found = secret.versions[id];
  const existing = found && hasValue(found.value) ? found : undefined;
  if (existing && !isDeepStrictEqual(existing.value, value)) {
    throw new SecretsFailure('ResourceExistsException', `The version ${id} exists with another value.`);
  }
  if (existing) return;
  secret.versions[id] = { value, stages: found?.stages ?? [], created: Date.now() / 1000 };
  for (const stage of stages) moveStage(secret, stage, id);
};

type Secrets = Record<string, Secret>;

/** Secrets in one file; each change is written completely before its response. */
export class SecretStore {
  private readonly path: string;
  private readonly oneAtATime = createKeyedQueue();

  private constructor(path: string) {
    this.path = path;
  }

  static async open(dir: string): Promise<SecretStore> {
    await privateFolder(dir);
    return new SecretStore(join(dir, 'secrets.json'));
  }

  /** Runs a step on all secrets and stores its changes, or none if it throws. */
  run<T>(step: (secrets: Secrets) => T): Promise<T> {
    return this.oneAtATime(this.path, async () => {
      const before = await readFile(this.path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '{}';
        throw error;
      });
      const secrets: Secrets = JSON.parse(before);
      const result = step(secrets);
      const after = JSON.stringify(secrets, undefined, 2);
      if (after !== before) await writeAtomically(this.path, after);
      return result;
    });
  }
}
