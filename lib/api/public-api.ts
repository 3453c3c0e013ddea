import { createHash } from 'node:crypto';
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  EndpointType,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  ResponseTransferMode,
  RestApi,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { CfnSamplingRule } from 'aws-cdk-lib/aws-xray';
import { Construct } from 'constructs';
import { apiRouteIds, type Route, routes } from 'image-url-contract/routes.ts';
import { type FunctionSpec, functionOf, functions } from '../../lambdas/config/functions.ts';
import { instanceName } from '../app/global-name.ts';
import type { DomainSettings } from '../app/setting-values.ts';
import type { Settings } from '../app/settings.ts';
import type { ApiFunctionId } from './api-functions.ts';
import { addCanaryPage, addGatewayResponses, addRefusals } from './fixed-answers.ts';
import type { ServiceFunction } from './service-function.ts';

export interface PublicApiProps {
  /** The functions behind the routes of the API host; a missing one does not compile. */
  readonly functions: { readonly [F in ApiFunctionId]: ServiceFunction };
  /** Stage name, which is the last part of the API's default URL. */
  readonly stage: string;
  readonly logRetention: RetentionDays;
  /** Whether this stack sets the role with which API Gateway writes logs, for the whole account and region. */
  readonly accountLogRole: boolean;
  /** Share of requests that are traced with X-Ray. */
  readonly tracedShare: number;
  readonly domain?: DomainSettings | undefined;
  /** Limits of requests for all callers together. @default those of the account */
  readonly throttling?: Settings['throttling'];
}

/** Fields of an access log line. They contain the route, but no path or query of the caller and no key. */
const accessLogFields = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  route: '$context.resourcePath',
  status: '$context.status',
  bytes: '$context.responseLength',
  latencyMs: '$context.responseLatency',
  integrationStatus: '$context.integrationStatus',
  integrationLatencyMs: '$context.integrationLatency',
  error: '$context.error.responseType',
};

/** Timeout of an integration that is not streamed, in seconds. Source: API Gateway quotas. */
const gatewaySeconds = 29;

/** The public HTTP API: one method per row of the route table, and the service's error shape everywhere else. */
export class PublicApi extends Construct {
  /** Base URL of the routes, without a trailing slash. */
  readonly url: string;
  /** Scheme and host of `url`. */
  readonly origin: string;
  readonly api: RestApi;
  /** Target of the DNS record of a custom domain; undefined without one. */
  dnsTarget: string | undefined;
  private readonly stage: string;

  constructor(scope: Construct, id: string, props: PublicApiProps) {
    super(scope, id);
    this.stage = props.stage;
    const accessLog = new LogGroup(this, 'AccessLog', {
      retention: props.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.api = new RestApi(this, 'Api', {
      restApiName: instanceName(this),
      endpointConfiguration: { types: [EndpointType.REGIONAL] },
      // one per account and region, so it is retained for other stages
      cloudWatchRole: props.accountLogRole,
      ...(props.accountLogRole && { cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN }),
      disableExecuteApiEndpoint: props.domain !== undefined,
      deployOptions: {
        stageName: props.stage,
        tracingEnabled: props.tracedShare > 0,
        loggingLevel: MethodLoggingLevel.ERROR,
        dataTraceEnabled: false,
        ...(props.throttling && {
          throttlingRateLimit: props.throttling.rateLimit,
          throttlingBurstLimit: props.throttling.burstLimit,
        }),
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
      },
    });
    if (props.tracedShare > 0) this.trace(props.tracedShare);
    this.nameErrorLog(props.stage, props.logRetention);
    this.addRoutes(props.functions);
    addRefusals(this.api);
    addCanaryPage(this.api, props.domain ? '' : `/${props.stage}`);
    addGatewayResponses(this.api);
    const { region, urlSuffix } = Stack.of(this);
    this.origin = `https://${props.domain?.domainName ?? `${this.api.restApiId}.execute-api.${region}.${urlSuffix}`}`;
    this.url = props.domain ? this.addDomain(props.domain) : this.api.url.replace(/\/$/, '');
  }

  /** Creates the log group that API Gateway would otherwise create under this name without a retention period. */
  private nameErrorLog(stage: string, retention: RetentionDays): void {
    const errorLog = new LogGroup(this, 'ErrorLog', {
      logGroupName: `API-Gateway-Execution-Logs_${this.api.restApiId}/${stage}`,
      retention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.api.deploymentStage.node.addDependency(errorLog);
  }

  /** Adds a sampling rule. X-Ray's default rule would trace one request a second and 5% of the rest. */
  private trace(share: number): void {
    new CfnSamplingRule(this, 'Traced', {
      samplingRule: {
        // unique in an account and region, at most 32 characters
        ruleName: `image-url-${this.stage}-${createHash('sha256').update(instanceName(this)).digest('hex').slice(0, 5)}`,
        resourceArn: this.api.deploymentStage.stageArn,
        fixedRate: share,
        reservoirSize: 0,
        priority: 1_000,
        serviceName: '*',
        serviceType: '*',
        host: '*',
        httpMethod: '*',
        urlPath: '*',
        version: 1,
      },
    });
  }

  private addRoutes(behind: PublicApiProps['functions']): void {
    for (const id of apiRouteIds) {
      const route: Route = routes[id];
      const functionId = functionOf[id];
      const spec: FunctionSpec = functions[functionId];
      const integration = new LambdaIntegration(behind[functionId].callee, {
        // one permission for each function instead of each method
        scopePermissionToMethod: false,
        ...(spec.streams
          ? { responseTransferMode: ResponseTransferMode.STREAM, timeout: Duration.seconds(spec.timeoutSeconds) }
          : { timeout: Duration.seconds(Math.min(spec.timeoutSeconds, gatewaySeconds)) }),
      });
      this.api.root.resourceForPath(route.path).addMethod(route.method, integration);
    }
  }

  /** Adds a custom domain without a base path. @returns its URL */
  private addDomain({ domainName, certificate, hostedZone }: DomainSettings): string {
    const domain = this.api.addDomainName('Domain', {
      domainName,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificate),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    this.dnsTarget = domain.domainNameAliasDomainName;
    if (hostedZone) {
      const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', hostedZone);
      const target = RecordTarget.fromAlias(new ApiGatewayDomain(domain));
      new ARecord(this, 'Record', { zone, recordName: `${domainName}.`, target });
    }
    return `https://${domainName}`;
  }
}
