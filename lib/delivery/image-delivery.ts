import { Duration, Lazy, Stack } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  type AddBehaviorOptions,
  AllowedMethods,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  Function as EdgeFunction,
  type FunctionAssociation,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  FunctionUrlOriginAccessControl,
  HttpVersion,
  type IKeyValueStore,
  type IOrigin,
  type OriginProps,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  type PriceClass,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { FunctionUrlOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { FunctionUrlAuthType, type IFunction, InvokeMode } from 'aws-cdk-lib/aws-lambda';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { assetHeaders, assetPrefix, edgeHeaders, onDemandPrefix, sitePrefix } from 'image-url-contract/edge.ts';
import { limits } from 'image-url-contract/limits.ts';
import { type FunctionSpec, functions } from '../../lambdas/config/functions.ts';
import { edgeSource } from '../app/assets.ts';
import { show } from '../app/describe-problems.ts';
import { globalName, instanceName } from '../app/global-name.ts';
import type { DomainSettings } from '../app/setting-values.ts';
import { StageError } from '../app/settings.ts';
import { type DeliveryId, edgeFunctions, edgeSourceBelow, requireEdgeSize } from './edge-functions.ts';

export interface ImageDeliveryProps {
  readonly renderer: IFunction;
  /** The function that renders on-demand URLs on a miss. */
  readonly onDemandRenderer: IFunction;
  /** The function that renders images of pages on a miss. */
  readonly siteRenderer: IFunction;
  /** Bucket with the assets, named by the paths of their addresses. */
  readonly assets: Bucket;
  /** Store of the edge function's keys. @default none: only the renderer verifies URLs */
  readonly edgeKeys?: IKeyValueStore;
  /** Region of Origin Shield, which sends one request to the renderer for all edge locations. @default none */
  readonly shieldRegion?: string;
  readonly domain?: DomainSettings;
  readonly priceClass: PriceClass;
  /** Value of `X-Robots-Tag`. @default none */
  readonly robots?: string | undefined;
}

/** Error statuses that CloudFront caches by default. Source: CloudFront, "Error caching minimum TTL". */
const errorStatuses = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];
/** Timeout for the first byte, in seconds: a render of a large image, after its remote images. */
const firstByteSeconds = 60;
/** Added to the function's timeout, so that the function always ends first. */
const marginSeconds = 10;

/** One kind of address. */
interface Route {
  readonly id: DeliveryId;
  /** Beginning of its paths. @default all that no other route has */
  readonly prefix?: string;
  readonly verifierId: string;
  readonly options: AddBehaviorOptions;
  readonly origin: IOrigin;
}

/**
 * The public image host: a CloudFront distribution in front of the renderer's function URL, which accepts requests from
 * CloudFront only.
 */
export class ImageDelivery extends Construct {
  /** Scheme and host, without a trailing slash. */
  readonly url: string;
  readonly distribution: Distribution;
  /** Names of the edge functions by route; empty without them. */
  readonly edgeFunctionNames: { readonly [R in DeliveryId]?: string };
  private readonly routes: readonly Route[];
  private readonly verifiers = new Map<DeliveryId, EdgeFunction>();
  /** Paths of other distributions, below which they deliver images. */
  private readonly paths = new Map<Distribution, Set<string>>();

  constructor(scope: Construct, id: string, props: ImageDeliveryProps) {
    super(scope, id);
    const {
      renderer,
      onDemandRenderer,
      siteRenderer,
      assets: bucket,
      edgeKeys,
      shieldRegion,
      domain,
      priceClass,
      robots,
    } = props;
    const originAccessControl = new FunctionUrlOriginAccessControl(this, 'Access', {
      originAccessControlName: globalName(this, 'Renderer'),
    });
    const shield =
      shieldRegion === undefined
        ? { originShieldEnabled: false }
        : { originShieldEnabled: true, originShieldRegion: shieldRegion };
    const getOrigin = (fn: IFunction, { timeoutSeconds }: FunctionSpec) =>
      FunctionUrlOrigin.withOriginAccessControl(
        fn.addFunctionUrl({ authType: FunctionUrlAuthType.AWS_IAM, invokeMode: InvokeMode.RESPONSE_STREAM }),
        {
          originAccessControl,
          readTimeout: Duration.seconds(firstByteSeconds),
          keepaliveTimeout: Duration.seconds(60),
          responseCompletionTimeout: Duration.seconds(timeoutSeconds + marginSeconds),
          // no retry: a timeout counts as a failed attempt, and a slow image would be rendered twice
          connectionAttempts: 1,
          ...shield,
        },
      );
    const shared = {
      // the edge function rejects other methods with the service's error; without it, CloudFront does with its own
      allowedMethods: edgeKeys ? AllowedMethods.ALLOW_ALL : AllowedMethods.ALLOW_GET_HEAD,
      ...(edgeKeys && { originRequestPolicy: this.originRequestPolicy() }),
      responseHeadersPolicy: this.responseHeadersPolicy('Headers', 'Answers', robots),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      // images are compressed already
      compress: false,
    };
    const byQuery = this.cachePolicy('ByQuery', 'Pictures', 'Images', {
      hasEdgeFunction: edgeKeys !== undefined,
      hasQuery: true,
    });
    // with an edge function every query is canonical, and one policy serves all: an account has 20
    const byPath = edgeKeys
      ? byQuery
      : this.cachePolicy('ByPath', 'OnDemand', 'On-demand images', { hasEdgeFunction: false, hasQuery: false });
    const minted: Route = {
      verifierId: 'Verifier',
      id: 'renderImage',
      options: { ...shared, cachePolicy: byQuery },
      origin: getOrigin(renderer, functions.renderImage),
    };
    const onDemand: Route = {
      prefix: onDemandPrefix,
      verifierId: 'OnDemandVerifier',
      id: 'renderOnDemand',
      options: { ...shared, cachePolicy: byPath },
      origin: getOrigin(onDemandRenderer, functions.renderOnDemand),
    };
    const site: Route = {
      prefix: sitePrefix,
      verifierId: 'SiteVerifier',
      id: 'renderSiteImage',
      // keyed by path and client class, like on-demand URLs
      options: onDemand.options,
      origin: getOrigin(siteRenderer, functions.renderSiteImage),
    };
    const { originRequestPolicy: _, ...withoutSignature } = onDemand.options;
    const asset: Route = {
      prefix: assetPrefix,
      verifierId: 'AssetVerifier',
      id: 'deliverAsset',
      options: {
        ...withoutSignature,
        responseHeadersPolicy: this.responseHeadersPolicy('AssetHeaders', 'Assets', robots, assetHeaders),
      },
      origin: this.assetOrigin(bucket, shield),
    };
    this.routes = [onDemand, site, asset, minted];
    if (edgeKeys) for (const route of this.routes) this.verifiers.set(route.id, this.addVerifier(route, edgeKeys));
    this.distribution = new Distribution(this, 'Edge', {
      comment: 'Signed images',
      defaultBehavior: this.getBehavior(minted),
      additionalBehaviors: Object.fromEntries(
        [onDemand, site, asset].map((route) => [`${route.prefix?.slice(1)}*`, this.getBehavior(route)]),
      ),
      errorResponses: errorStatuses.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      priceClass,
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...(domain && {
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        domainNames: [domain.domainName],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificate),
      }),
    });
    // as they are written in the template: the function's own name is a reference to it
    this.edgeFunctionNames = edgeKeys
      ? Object.fromEntries(this.routes.map(({ id: route, verifierId }) => [route, globalName(this, verifierId)]))
      : {};
    this.url = `https://${domain?.domainName ?? this.distribution.distributionDomainName}`;
    if (domain?.hostedZone) this.addRecords(domain.domainName, domain.hostedZone);
  }

  /** Lets CloudFront read the assets of the bucket, and nothing else in it, for the distributions that deliver them. */
  private assetOrigin(
    bucket: Bucket,
    shield: Pick<OriginProps, 'originShieldEnabled' | 'originShieldRegion'>,
  ): IOrigin {
    const { account, partition } = Stack.of(this);
    const principals = [new ServicePrincipal('cloudfront.amazonaws.com')];
    const distributions = Lazy.list({
      produce: () => [this.distribution, ...this.paths.keys()].map(({ distributionArn }) => distributionArn),
    });
    const conditions = { StringEquals: { 'AWS:SourceArn': distributions } };
    const files = bucket.arnForObjects(`${assetPrefix.slice(1)}*`);
    bucket.addToResourcePolicy(
      new PolicyStatement({ actions: ['s3:GetObject'], resources: [files], principals, conditions }),
    );
    // without it, S3 answers 403 instead of 404 for a missing object
    bucket.addToResourcePolicy(
      new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn], principals, conditions }),
    );
    // the distribution depends on the bucket, and that on the key, so the key cannot name the distribution
    const any = { ArnLike: { 'AWS:SourceArn': `arn:${partition}:cloudfront::${account}:distribution/*` } };
    bucket.encryptionKey?.addToResourcePolicy(
      new PolicyStatement({ actions: ['kms:Decrypt'], resources: ['*'], principals, conditions: any }),
    );
    const { originAccessControlId } = new S3OriginAccessControl(this, 'AssetAccess', {
      originAccessControlName: globalName(this, 'Assets'),
    });
    return S3BucketOrigin.withBucketDefaults(bucket as IBucket, { originAccessControlId, ...shield });
  }

  private getBehavior(route: Route) {
    const functionAssociations = this.associations(route);
    return { ...route.options, origin: route.origin, functionAssociations };
  }

  /**
   * With the edge function, the cache key contains the query and the client class that it sets. The query of a minted
   * URL is then the canonical one without `uid`, `exp` and `sig`. Without an edge function the class is not part of the
   * key, because viewers could set any, and the query only of minted URLs.
   */
  private cachePolicy(
    id: string,
    name: string,
    what: string,
    { hasEdgeFunction, hasQuery }: { readonly hasEdgeFunction: boolean; readonly hasQuery: boolean },
  ): CachePolicy {
    return new CachePolicy(this, id, {
      cachePolicyName: globalName(this, name),
      comment: `${what} of ${instanceName(this)}`,
      queryStringBehavior: hasQuery ? CacheQueryStringBehavior.all() : CacheQueryStringBehavior.none(),
      headerBehavior: hasEdgeFunction
        ? CacheHeaderBehavior.allowList(edgeHeaders.clientClass)
        : CacheHeaderBehavior.none(),
      cookieBehavior: CacheCookieBehavior.none(),
      enableAcceptEncodingBrotli: false,
      enableAcceptEncodingGzip: false,
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.seconds(limits.imageCacheSeconds),
    });
  }

  /** Forwards the edge function's other headers to the renderer, without making them part of the cache key. */
  private originRequestPolicy(): OriginRequestPolicy {
    return new OriginRequestPolicy(this, 'WithSignature', {
      originRequestPolicyName: globalName(this, 'Signatures'),
      comment: `Signatures of ${instanceName(this)}`,
      headerBehavior: OriginRequestHeaderBehavior.allowList(edgeHeaders.signature, edgeHeaders.requestId),
    });
  }

  /** @param headers that the origin does not send. @default none */
  private responseHeadersPolicy(
    id: string,
    name: string,
    robots: string | undefined,
    headers: Readonly<Record<string, string>> = {},
  ): ResponseHeadersPolicy {
    const { 'content-security-policy': policy, 'x-content-type-options': _, ...custom } = headers;
    const added = { ...custom, ...(robots !== undefined && { 'X-Robots-Tag': robots }) };
    const customHeaders = Object.entries(added).map(([header, value]) => ({ header, value, override: true }));
    return new ResponseHeadersPolicy(this, id, {
      responseHeadersPolicyName: globalName(this, name),
      comment: `${name} of ${instanceName(this)}`,
      securityHeadersBehavior: {
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
        contentTypeOptions: { override: true },
        ...(policy !== undefined && { contentSecurityPolicy: { contentSecurityPolicy: policy, override: true } }),
      },
      ...(customHeaders.length > 0 && { customHeadersBehavior: { customHeaders } }),
    });
  }

  /**
   * Delivers images from another distribution too, below a path. All distributions have the same edge functions, because
   * few may read one key value store.
   *
   * @param pathPattern begins with `/` and ends with `/*`
   * @throws Error for another pattern, without the edge function, which removes the path, for a distribution of another
   *   stack, and for one that has the pattern already
   */
  addBehavior(pathPattern: string, distribution: Distribution): void {
    const [, path] = /^(\/[\w.~/-]+)\/\*$/.exec(String(pathPattern)) ?? [];
    if (path === undefined)
      throw new StageError(`addBehavior: expected a path pattern such as /cards/*, got ${show(pathPattern)}.`);
    // an imported distribution, and what is none, cannot be changed
    if (typeof Object(distribution).addBehavior !== 'function')
      throw new StageError(
        `addBehavior: expected a Distribution that this app creates after the path pattern, got ${show(distribution)}.`,
      );
    if (this.verifiers.size === 0)
      throw new StageError('addBehavior: the edge function removes the path; leave verifyAtEdge on.');
    if (Stack.of(distribution) !== Stack.of(this))
      throw new StageError(
        `addBehavior: the distribution is in the stack ${Stack.of(distribution).stackName}; create it in ${Stack.of(this).stackName}, where the functions are that answer it.`,
      );
    const added = this.paths.get(distribution) ?? new Set();
    if (added.has(path))
      throw new StageError(`addBehavior: ${distribution.node.path} has ${pathPattern} already; add it once.`);
    this.paths.set(distribution, added.add(path));
    for (const route of this.routes) {
      const { origin, ...options } = this.getBehavior(route);
      distribution.addBehavior(route.prefix === undefined ? pathPattern : `${path}${route.prefix}*`, origin, options);
    }
  }

  private associations({ id }: Pick<Route, 'id'>): FunctionAssociation[] {
    const verifier = this.verifiers.get(id);
    if (!verifier) return [];
    return [FunctionEventType.VIEWER_REQUEST, FunctionEventType.VIEWER_RESPONSE].map((eventType) => ({
      function: verifier,
      eventType,
    }));
  }

  private addVerifier(
    { id: route, verifierId: id }: Pick<Route, 'id' | 'verifierId'>,
    keys: IKeyValueStore,
  ): EdgeFunction {
    const source = edgeSource(edgeFunctions[route]);
    // paths are added after this
    const code = Lazy.string({
      produce: () =>
        requireEdgeSize(edgeSourceBelow([...new Set([...this.paths.values()].flatMap((paths) => [...paths]))], source)),
    });
    return new EdgeFunction(this, id, {
      functionName: globalName(this, id),
      code: FunctionCode.fromInline(code),
      runtime: FunctionRuntime.JS_2_0,
      keyValueStore: keys,
      comment: 'Refuses expired and forged image URLs',
    });
  }

  private addRecords(recordName: string, hostedZone: NonNullable<DomainSettings['hostedZone']>): void {
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', hostedZone);
    const target = RecordTarget.fromAlias(new CloudFrontTarget(this.distribution));
    new ARecord(this, 'Ipv4', { zone, recordName: `${recordName}.`, target });
    new AaaaRecord(this, 'Ipv6', { zone, recordName: `${recordName}.`, target });
  }
}
