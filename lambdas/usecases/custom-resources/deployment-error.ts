/** Why a custom resource cannot be deployed, for whoever deploys it. */
export class DeploymentError extends Error {}

/** Why it cannot be deployed now: the same call may succeed a little later. */
export class TemporaryError extends DeploymentError {}

/** Outcome of creating or changing a custom resource. */
export interface Deployed {
  /** CloudFormation deletes the resource of the id that it had before. */
  readonly physicalId: string;
  readonly attributes: Readonly<Record<string, string>>;
}
