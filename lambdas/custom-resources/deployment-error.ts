/** Why a custom resource cannot be deployed. Its message is shown to the developer. */
export class DeploymentError extends Error {}

/** A failure after which a retry may succeed. */
export class TemporaryError extends DeploymentError {}

/** Result of creating or changing a custom resource. */
export interface Deployed {
  /** If it differs from the previous id, CloudFormation deletes that resource. */
  readonly physicalId: string;
  readonly attributes: Readonly<Record<string, string>>;
}
