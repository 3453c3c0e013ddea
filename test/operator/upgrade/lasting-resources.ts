/**
 * Types of resources that hold data or the addresses of published URLs, with the properties whose change makes CloudFormation replace
 * them. Source: "Update requires: Replacement" in the CloudFormation resource reference.
 */
const replacing: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::GlobalTable': ['TableName', 'KeySchema', 'LocalSecondaryIndexes'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::SecretsManager::Secret': ['Name'],
  'AWS::CloudFront::KeyValueStore': ['Name'],
  'AWS::CloudFront::Distribution': [],
  'AWS::ApiGateway::RestApi': [],
};

/** Type, and the properties that must stay, by logical id. */
export type LastingResources = Readonly<Record<string, { readonly type: string; readonly properties: object }>>;

interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

/** Returns what must outlive an update of the stack that a release deploys. @param template of that stack */
export const lastingResources = (template: string): LastingResources => {
  const { Resources } = JSON.parse(template) as { Resources: Record<string, Resource> };
  const lasting = Object.entries(Resources).flatMap(([id, { Type, Properties = {} }]) => {
    const names = replacing[Type];
    if (!names) return [];
    const properties = Object.fromEntries(
      names.flatMap((name) => (name in Properties ? [[name, Properties[name]]] : [])),
    );
    return [[id, { type: Type, properties }] as const];
  });
  return Object.fromEntries(lasting.sort(([one], [other]) => one.localeCompare(other)));
};
