import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { localRegion } from '../credentials.ts';
import { addVersion, hasValue, moveStage, type Secret, SecretsFailure, type SecretValue } from './secrets.ts';

/** Fields that the operations below read; each checks those it needs. */
export const secretsRequest = z.object({
  Name: z.string().optional(),
  SecretId: z.string().optional(),
  Description: z.string().optional(),
  ClientRequestToken: z.string().optional(),
  SecretString: z.string().optional(),
  SecretBinary: z.string().optional(),
  VersionId: z.string().optional(),
  VersionStage: z.string().optional(),
  VersionStages: z.array(z.string()).optional(),
  MoveToVersionId: z.string().optional(),
  RemoveFromVersionId: z.string().optional(),
});
type Request = z.infer<typeof secretsRequest>;

type Operation = (secrets: Record<string, Secret>, request: Request) => object;

const find = (secrets: Record<string, Secret>, { SecretId }: Request): Secret => {
  const found = Object.values(secrets).find(({ name, arn }) => name === SecretId || arn === SecretId);
  if (found) return found;
  throw new SecretsFailure('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
};

const getValue = ({ SecretString, SecretBinary }: Request): SecretValue => {
  if ((SecretString === undefined) === (SecretBinary === undefined)) {
    throw new SecretsFailure('InvalidParameterException', 'Give either SecretString or SecretBinary.');
  }
  return SecretString === undefined ? { SecretBinary: String(SecretBinary) } : { SecretString };
};

const named = ({ name, arn }: Secret) => ({ ARN: arn, Name: name });

const createSecret: Operation = (secrets, request) => {
  const { Name, Description, ClientRequestToken = randomUUID() } = request;
  if (!Name) throw new SecretsFailure('InvalidParameterException', 'Name is missing.');
  const isFilled = hasValue(request);
  const existing = secrets[Name];
  if (existing && !existing.versions[ClientRequestToken]) {
    throw new SecretsFailure('ResourceExistsException', `The secret ${Name} already exists.`);
  }
  const secret = existing ?? {
    name: Name,
    // the service appends six characters to every ARN
    arn: `arn:aws:secretsmanager:${localRegion}:000000000000:secret:${Name}-${randomUUID().slice(0, 6)}`,
    ...(Description !== undefined && { description: Description }),
    created: Date.now() / 1000,
    versions: {},
  };
  secrets[Name] = secret;
  if (isFilled) addVersion(secret, ClientRequestToken, getValue(request), ['AWSCURRENT']);
  return { ...named(secret), ...(isFilled && { VersionId: ClientRequestToken }) };
};

const putSecretValue: Operation = (secrets, request) => {
  const secret = find(secrets, request);
  const { ClientRequestToken: id = randomUUID(), VersionStages = ['AWSCURRENT'] } = request;
  addVersion(secret, id, getValue(request), VersionStages);
  return { ...named(secret), VersionId: id, VersionStages: secret.versions[id]?.stages };
};

const getSecretValue: Operation = (secrets, request) => {
  const secret = find(secrets, request);
  const stage = request.VersionStage ?? (request.VersionId === undefined ? 'AWSCURRENT' : undefined);
  const version = Object.entries(secret.versions).find(
    ([id, { stages }]) =>
      (request.VersionId === undefined || id === request.VersionId) && (stage === undefined || stages.includes(stage)),
  );
  if (!version || !hasValue(version[1].value)) {
    throw new SecretsFailure(
      'ResourceNotFoundException',
      `Secrets Manager can't find the specified secret value for ${request.VersionId ?? `staging label: ${stage}`}`,
    );
  }
  const [id, { value, stages, created }] = version;
  return { ...named(secret), VersionId: id, ...value, VersionStages: stages, CreatedDate: created };
};

const describeSecret: Operation = (secrets, request) => {
  const secret = find(secrets, request);
  const labelled = Object.entries(secret.versions).filter(([, { stages }]) => stages.length > 0);
  return {
    ...named(secret),
    Description: secret.description,
    CreatedDate: secret.created,
    VersionIdsToStages: Object.fromEntries(labelled.map(([id, { stages }]) => [id, stages])),
  };
};

const listSecretVersionIds: Operation = (secrets, request) => {
  const secret = find(secrets, request);
  const versions = Object.entries(secret.versions).filter(([, { stages }]) => stages.length > 0);
  return {
    ...named(secret),
    Versions: versions.map(([VersionId, { stages, created }]) => ({
      VersionId,
      VersionStages: stages,
      CreatedDate: created,
    })),
  };
};

/** Moves a label from `RemoveFromVersionId`, which must have it, to `MoveToVersionId`; either may be absent. */
const updateSecretVersionStage: Operation = (secrets, request) => {
  const secret = find(secrets, request);
  const { VersionStage: stage = '', MoveToVersionId: to, RemoveFromVersionId: from } = request;
  const holder = Object.entries(secret.versions).find(([, { stages }]) => stages.includes(stage))?.[0];
  if (to !== undefined && !secret.versions[to]) {
    throw new SecretsFailure('ResourceNotFoundException', `There is no version ${to}.`);
  }
  if (holder !== from && holder !== to) {
    throw new SecretsFailure('InvalidParameterException', `RemoveFromVersionId must name the holder of ${stage}.`);
  }
  if (to !== undefined) moveStage(secret, stage, to);
  else if (stage === 'AWSCURRENT') throw new SecretsFailure('InvalidParameterException', 'AWSCURRENT must move.');
  else if (from !== undefined) {
    const version = secret.versions[from];
    if (version) version.stages = version.stages.filter((one) => one !== stage);
  }
  return named(secret);
};

export const operations: Readonly<Record<string, Operation>> = {
  CreateSecret: createSecret,
  DescribeSecret: describeSecret,
  GetSecretValue: getSecretValue,
  ListSecretVersionIds: listSecretVersionIds,
  PutSecretValue: putSecretValue,
  UpdateSecretVersionStage: updateSecretVersionStage,
};
