import { type CfnElement, Stack, Validations } from 'aws-cdk-lib';
import { CfnMethod } from 'aws-cdk-lib/aws-apigateway';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import type { IConstruct } from 'constructs';
import type { FunctionId } from '../../lambdas/config/functions.ts';
import { ServiceFunction } from '../api/service-function.ts';

/** Reasons by rule. */
type Reasons = Readonly<Record<string, string>>;

const undeliveredMail: Reasons = {
  'Serverless-SNSRedrivePolicy':
    'A mail that cannot be delivered has nobody to wait for it; the alarm itself stays in CloudWatch.',
};

/** A dead-letter queue has none of its own. */
const getDeadLetterReasons = (what: string): Reasons => {
  const reason = `This queue is the dead-letter queue, of ${what}.`;
  return { 'AwsSolutions-SQS3': reason, 'Serverless-SQSRedrivePolicy': reason };
};

const oldRuntimes: Reasons = {
  'cdk-preflight::pf-lambda-layer-compatible-runtimes-enum':
    'Lambda has nodejs24.x, and every function here runs on it; the validator’s list of runtimes ends before it.',
};

const ownCertificate = 'CloudFront’s own certificate knows no stricter policy';
const madeByAws = 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role';

/** Accepted findings of cdk-nag: reasons by the path of a construct, below the service's. */
const acknowledgements: Readonly<Record<string, Reasons>> = {
  'Templates/Sources': {
    'AwsSolutions-S1':
      'Only functions of this stack reach the bucket; CloudTrail data events are the account owner’s choice.',
  },
  'ImageCache/Images': {
    'AwsSolutions-S1':
      'Rendered images and public pictures, which CloudFront and functions of this stack read; nothing in it is worth an access log.',
    'CloudFormation-Validate::W9003':
      'CDK writes the least size of a lifecycle rule as a number; CloudFormation makes the string of it by itself.',
  },
  'Images/Edge': {
    'AwsSolutions-CFR1': 'Image URLs stand in public pages and are meant for everywhere.',
    'AwsSolutions-CFR2':
      'The edge function refuses everything but genuine URLs; a web firewall finds nothing more in a signed GET.',
    'AwsSolutions-CFR3':
      'Access logs are a setting (`views`): the new form of logging, which this rule does not know, without addresses of viewers, for seven days.',
    'AwsSolutions-CFR4': `${ownCertificate}; with a domain of the stage TLS 1.2 is the least.`,
  },
  'PublicApi/Api': {
    'AwsSolutions-APIG2':
      'Functions check every request against the schema of its route, and answer in the codes of the interface.',
  },
  'PublicApi/Api/DeploymentStage': {
    'AwsSolutions-APIG3':
      'A setting of the stage (`waf`): it costs by the month and finds little in front of keys with 160 bits.',
    'Serverless-APIGWXrayEnabled':
      'A setting of the stage (`tracedShare`): at 0 nothing is traced, and nothing of it paid for.',
    'Serverless-APIGWDefaultThrottling':
      'The interface promises no rate limit of its own (docs/interface.md#errors); the account’s limit stands.',
  },
  'QuotaReset/Undelivered': getDeadLetterReasons('a schedule'),
  'Canary/Often/Undelivered': getDeadLetterReasons('a schedule'),
  'SigningKey/Daily/Undelivered': getDeadLetterReasons('a schedule'),
  'Prewarms/Undelivered': getDeadLetterReasons('the orders'),
  'UsageEvents/Undelivered': getDeadLetterReasons('events and changes'),
  'Prewarms/Feed': {
    'Serverless-LambdaEventSourceMappingDestination':
      'Lambda takes no destination for messages of a queue; the queue has the dead-letter queue.',
  },
  'Canary/Key': {
    'AwsSolutions-SMG4': 'A key of one account that mints and nothing else; `canary enrol --new` replaces it.',
  },
  'RenderLayer/Version': oldRuntimes,
  RotateSigningKey: {
    'Annotation::@aws-cdk/aws-lambda:addPermissionsToVersionOrAlias':
      'Secrets Manager calls the function itself, not a version.',
  },
};

/** The same of constructs that some stages do not have. */
const optionalAcknowledgements: Readonly<Record<string, Reasons>> = {
  'RenderLayer/Version2': oldRuntimes,
  'Studio/Files': { 'AwsSolutions-S1': 'It holds the files of a page that everybody may load.' },
  'Studio/Edge': {
    'AwsSolutions-CFR1': 'The page holds nothing: whoever has a key may be anywhere.',
    'AwsSolutions-CFR2': 'There are files behind it and nothing else.',
    'AwsSolutions-CFR3': 'Who loads the page is nobody’s business; calls of the API are logged.',
    'AwsSolutions-CFR4': `${ownCertificate}.`,
  },
  'GradualDeployment/Role': {
    [`${madeByAws}/AWSCodeDeployRoleForLambdaLimited]`]:
      'The policy CodeDeploy asks for, made and kept by AWS: aliases of functions, and nothing that runs code.',
  },
  'PublicApi/Api/CloudWatchRole': {
    [`${madeByAws}/AmazonAPIGatewayPushToCloudWatchLogs]`]:
      'The role API Gateway asks an account to have; its policy is made and kept by AWS.',
  },
  'AccessLogs/Logs': { 'AwsSolutions-S1': 'It holds access logs for seven days; logs of logs say nothing more.' },
  'AccessLogs/Undelivered': getDeadLetterReasons('announcements of log files'),
  'AccessLogs/Feed': {
    'Serverless-LambdaEventSourceMappingDestination':
      'Lambda takes no destination for messages of a queue; the queue has the dead-letter queue.',
  },
  'UsageEvents/Mails': undeliveredMail,
  'Observability/Alarms': undeliveredMail,
};

const acknowledge = (construct: IConstruct, id: string, reason: string): void =>
  Validations.of(construct).acknowledge({ id, reason });

/**
 * Acknowledges that the gateway does not authorise requests: the functions authenticate API keys and return the
 * service's error codes.
 */
const acknowledgeMethods = (service: IConstruct): void => {
  for (const construct of service.node.findAll()) {
    if (!(construct instanceof CfnMethod)) continue;
    const isRefusal = construct.httpMethod === 'ANY';
    const reason = isRefusal
      ? 'A fixed answer; nothing lies behind it.'
      : 'The function authenticates by API key, as the interface demands (docs/interface.md#authentication).';
    acknowledge(construct, 'AwsSolutions-APIG4', reason);
    acknowledge(construct, 'AwsSolutions-COG4', reason);
  }
};

/** Reasons why functions have no dead-letter queue for failed invocations. */
const noDeadLetters: Partial<Record<FunctionId, string>> = {
  resetQuotas: 'The queue of its schedule gets what fails, as the destination of its calls.',
  rotateSigningKey: 'The queue of its schedule gets what fails; Secrets Manager repeats a rotation that fails.',
  prewarmImage: 'The queue that calls it has the dead-letter queue.',
  reportUsage: 'What cannot be looked at goes to the dead-letter queue of usage events.',
  runCanary: 'The queue of its schedule gets what fails; an alarm says when no run comes any more.',
};

export const acknowledgeFunction = (fn: ServiceFunction): void => {
  const stack = Stack.of(fn);
  acknowledge(fn, 'Serverless-LambdaDLQ', noDeadLetters[fn.functionId] ?? 'Whoever calls it waits and is told.');
  acknowledge(
    fn,
    'Serverless-LambdaTracing',
    'A setting of the stage (`tracedShare`): where no gateway decides, Lambda traces a share that nobody can choose.',
  );
  const role = fn.role as IConstruct;
  const withoutResources = 'X-Ray knows no resources: it takes trace segments or it does not.';
  // each resource below; the second rule is about the whole role
  for (const id of ['AwsSolutions-IAM5[Resource::*]', 'Serverless-LambdaStarPermissions'])
    acknowledge(role, id, withoutResources);
  for (const { on } of fn.permissions())
    for (const arn of fn.targetOf(on).conditional?.arns ?? [])
      acknowledge(
        role,
        `AwsSolutions-IAM5[Resource::${arn.replace(stack.partition, '<AWS::Partition>')}]`,
        'The models behind an application inference profile; a condition allows them through that profile only.',
      );
  for (const { on, part } of fn.permissions()) {
    if (!part?.endsWith('*')) continue;
    for (const arn of fn.targetOf(on).arns) {
      const [logicalId] = stack.resolve(arn)['Fn::GetAtt'];
      acknowledge(
        role,
        `AwsSolutions-IAM5[Resource::<${logicalId}.Arn>${part}]`,
        'Objects are named by the hash of their content, so nothing is narrower than the prefix of their kind.',
      );
    }
  }
};

/**
 * Acknowledges findings about CDK's function that uploads the studio's files, whose permissions and runtime CDK
 * chooses.
 */
const acknowledgeUpload = (service: IConstruct): void => {
  const stack = Stack.of(service);
  const upload = stack.node.children.find(({ node }) => node.id.startsWith('Custom::CDKBucketDeployment'));
  const studio = service.node.tryFindChild('Studio');
  if (!upload || !studio) return;
  const accept = (at: IConstruct, ids: readonly string[]) => {
    for (const id of ids)
      acknowledge(at, id, 'CDK makes this function, which runs while the stack is deployed and never else.');
  };
  accept(upload, [
    'AwsSolutions-L1',
    ...['Serverless-LambdaDLQ', 'Serverless-LambdaLatestVersion', 'Serverless-LambdaTracing'],
  ]);
  const assets = studio.node.findAll().filter((child) => child instanceof Asset);
  const files = studio.node.findChild('Files').node.defaultChild as CfnElement;
  const basicRole = 'arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole';
  accept(upload.node.findChild('ServiceRole'), [
    `AwsSolutions-IAM4[Policy::${basicRole}]`,
    ...['GetBucket', 'GetObject', 'List', 'Abort', 'DeleteObject'].map(
      (act) => `AwsSolutions-IAM5[Action::s3:${act}*]`,
    ),
    ...assets.map(
      ({ bucket }) => `AwsSolutions-IAM5[Resource::${formatForFindings(stack.resolve(bucket.bucketArn))}/*]`,
    ),
    `AwsSolutions-IAM5[Resource::<${stack.getLogicalId(files)}.Arn>/*]`,
    'AwsSolutions-IAM5[Resource::*]',
  ]);
};

/** Returns a text with references in the form that findings use. */
const formatForFindings = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const { Ref, 'Fn::Join': join, 'Fn::Sub': sub } = Object(value) as Record<string, unknown>;
  if (Array.isArray(join)) return (join[1] as unknown[]).map(formatForFindings).join('');
  return typeof sub === 'string' ? sub.replaceAll(/\$\{([^}]+)\}/g, '<$1>') : `<${Ref}>`;
};

/** Acknowledges that a function reads all of an asset bucket: the names of its objects are hashes. */
export const acknowledgeAssets = (fn: ServiceFunction, bucketArn: string): void =>
  acknowledge(
    fn.role as IConstruct,
    `AwsSolutions-IAM5[Resource::${formatForFindings(Stack.of(fn).resolve(bucketArn))}/*]`,
    'The CDK names what it publishes by its content, and a rollback reads what an earlier synthesis published.',
  );

/** Acknowledges that the key in a secret is not rotated. */
export const acknowledgeApiKey = (secret: IConstruct): void =>
  acknowledge(
    secret,
    'AwsSolutions-SMG4',
    'A key has the scopes that it was given and no others; a key with another name replaces it.',
  );

const acknowledgeAll = (scope: IConstruct, accepted: Readonly<Record<string, Reasons>>, isOptional: boolean): void => {
  for (const [at, reasons] of Object.entries(accepted)) {
    const construct = scope.node.findAll().find(({ node }) => {
      const path = node.path.slice(scope.node.path.length + 1);
      // the id of the gateway's stage contains its name
      return path === at || (at.endsWith('DeploymentStage') && path.startsWith(`${at}.`));
    });
    if (!construct && !isOptional) throw new Error(`An acknowledgement names ${at}, which is not there.`);
    for (const [id, reason] of Object.entries(reasons)) if (construct) acknowledge(construct, id, reason);
  }
};

/** Acknowledges the findings of what monitors the edge. */
export const acknowledgeEdgeFindings = (edge: IConstruct): void =>
  acknowledgeAll(edge, { Alarms: undeliveredMail }, true);

export const acknowledgeFindings = (service: IConstruct): void => {
  acknowledgeAll(service, acknowledgements, false);
  acknowledgeAll(service, optionalAcknowledgements, true);
  acknowledgeMethods(service);
  acknowledgeUpload(service);
  for (const construct of service.node.findAll()) {
    if (construct instanceof ServiceFunction) acknowledgeFunction(construct);
  }
};
