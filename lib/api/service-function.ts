import { Duration, RemovalPolicy, Tags } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  type Alias,
  Architecture,
  type IFunction,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { capabilities, type Permission, type ResourceVariable } from '../../lambdas/config/capabilities.ts';
import { environmentSchema } from '../../lambdas/config/environment.ts';
import { type FunctionId, type FunctionSpec, functions } from '../../lambdas/config/functions.ts';
import { functionCode } from '../app/assets.ts';
import type { Concurrency } from '../app/setting-values.ts';
import type { Instance, Settings } from '../app/settings.ts';
import type { RenderLayer } from '../delivery/render-layer.ts';
import type { AccessOf, Target } from './access.ts';
import { isBehindApi } from './api-functions.ts';
import { functionTag } from './function-tag.ts';
import { InlineRole } from './inline-role.ts';

export interface ServiceFunctionProps<F extends FunctionId> {
  /** Row of the function table: memory, timeout and capabilities. */
  readonly functionId: F;
  /** Values of the environment variables of the function's capabilities; a missing one does not compile. */
  readonly access: AccessOf<F>;
  /** Rasteriser and fonts, attached only if the function renders. */
  readonly layer: RenderLayer;
  readonly stage: Instance;
}

/** Returns the concurrency settings of a function; empty for functions without such a setting. */
const getConcurrency = (id: FunctionId, settings: Settings): Concurrency => {
  const { mintConcurrency, renderConcurrency, onDemandConcurrency } = settings;
  if (id === 'renderOnDemand' || id === 'renderSiteImage') return onDemandConcurrency;
  if (id === 'renderImage') return renderConcurrency;
  return id === 'mintUrl' || id === 'mintUrls' ? mintConcurrency : {};
};

/**
 * Returns the tracing mode. Behind API Gateway, the gateway decides which requests are traced. For other functions
 * Lambda uses a fixed rate (one request a second and 5% of the rest), so they are traced only if everything is.
 */
const getTracing = (id: FunctionId, { tracedShare }: Settings): Tracing => {
  if (tracedShare === 0) return Tracing.DISABLED;
  return isBehindApi(id) || tracedShare === 1 ? Tracing.ACTIVE : Tracing.PASS_THROUGH;
};

/** Alias of functions with gradual deployment. */
const shiftedAlias = 'live';

/** Functions with gradual deployment: those that the canary calls, and `mintUrls`. */
const shiftedFunctions: readonly FunctionId[] = [
  'mintUrl',
  'mintUrls',
  'checkTemplate',
  'createTemplate',
  'renderImage',
];
const isShifted = (id: FunctionId): boolean => shiftedFunctions.includes(id);

/** A Lambda function of this service, configured by its row of the function table. */
export class ServiceFunction<F extends FunctionId = FunctionId> extends LambdaFunction {
  readonly functionId: F;
  /** The function to invoke, or its alias with provisioned concurrency or gradually shifted traffic. */
  readonly callee: IFunction;
  /** The alias whose traffic a deployment shifts gradually; undefined without gradual deployment. */
  readonly shifted: Alias | undefined;
  private readonly targets: Readonly<Record<string, Target | string>>;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps<F>) {
    const spec: FunctionSpec = functions[props.functionId];
    const { name, settings } = props.stage;
    const { reserved, provisioned } = getConcurrency(props.functionId, settings);
    const { logLevel, logRetention } = settings;
    // its own role, because AWS's managed policy allows writing to every log group
    const role = new InlineRole(scope, `${id}Role`, 'lambda.amazonaws.com');
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    super(scope, id, {
      code: functionCode(props.functionId),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: spec.memoryMib,
      timeout: Duration.seconds(spec.timeoutSeconds),
      tracing: getTracing(props.functionId, settings),
      loggingFormat: LoggingFormat.JSON,
      // the logger filters our log lines; Lambda's own filter would drop metrics, which are lines of level INFO
      ...(logLevel !== 'INFO' && { systemLogLevelV2: SystemLogLevel.WARN }),
      ...(reserved !== undefined && { reservedConcurrentExecutions: reserved }),
      logGroup,
      role,
      layers: spec.renders ? [...props.layer.versions] : [],
      environment: {
        NODE_OPTIONS: '--enable-source-maps',
        STAGE: name,
        POWERTOOLS_LOG_LEVEL: logLevel,
        FUNCTION_ID: props.functionId,
        DEFAULT_ENGINE: settings.defaultEngine,
        ...(Object.keys(settings.plans).length > 0 && { PLANS: JSON.stringify(settings.plans) }),
      },
    });
    this.functionId = props.functionId;
    Tags.of(this).add(functionTag, props.functionId, { includeResourceTypes: ['AWS::Lambda::Function'] });
    logGroup.grantWrite(role);
    this.targets = props.access as Readonly<Record<string, Target | string>>;
    this.grantCapabilities();
    // CDK's types of an alias and a function differ in optional properties
    this.shifted = settings.gradualDeployment && isShifted(props.functionId) ? this.addAlias(shiftedAlias) : undefined;
    this.callee = (this.shifted ??
      (provisioned === undefined
        ? this
        : this.addAlias('warm', { provisionedConcurrentExecutions: provisioned }))) as IFunction;
  }

  /** Returns the value and ARNs of an environment variable. @throws Error when it has none */
  targetOf(variable: string): Target {
    const found = this.targets[variable];
    if (found === undefined) throw new Error(`${this.functionId} was given no ${variable}.`);
    return typeof found === 'string' ? { value: found, arns: [] } : found;
  }

  /** Grants the function's permissions on the resource of an environment variable for one more resource. */
  grantOn(variable: ResourceVariable, arn: string): void {
    for (const permission of this.permissions())
      if (permission.on === variable) this.grantPermission(permission, [arn]);
  }

  /** Returns the permissions of all capabilities that the function needs. */
  permissions(): readonly Permission[] {
    return functions[this.functionId].needs.flatMap((name): readonly Permission[] => capabilities[name].grants);
  }

  /** Adds the environment variables and permissions of all capabilities that the function needs. */
  private grantCapabilities(): void {
    for (const capability of functions[this.functionId].needs) {
      for (const name of Object.keys(environmentSchema(capability).shape)) {
        this.addEnvironment(name, this.targetOf(name).value);
      }
    }
    for (const permission of this.permissions()) {
      const { arns, conditional } = this.targetOf(permission.on);
      this.grantPermission(permission, arns);
      if (!conditional) continue;
      const { arns: resources, conditions } = conditional;
      const actions = [...permission.actions];
      this.addToRolePolicy(new PolicyStatement({ actions, resources: [...resources], conditions }));
    }
  }

  private grantPermission({ actions, part, kind }: Permission, arns: readonly string[]): void {
    if (arns.length === 0) return;
    const patterns = kind?.split(',').map((one) => `${one} *`);
    const conditions = patterns && { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns } };
    this.addToRolePolicy(
      new PolicyStatement({
        actions: [...actions],
        resources: arns.map((arn) => `${arn}${part}`),
        ...(conditions && { conditions }),
      }),
    );
  }
}
