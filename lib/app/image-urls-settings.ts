import type { ImageUrlsDomain, ImageUrlsProps } from './image-urls-props.ts';
import { type Stage, StageError, type StageSettings, stageName, stageSettings } from './stage.ts';

/** Props by the stage settings that validate their values. */
const propNames: Readonly<Record<string, keyof ImageUrlsProps>> = {
  urlLifetimeDays: 'urlLifetime',
  imageCacheDays: 'imageRetention',
  keyRotationDays: 'keyRotation',
  onDemandConcurrency: 'onDemandConcurrency',
  ai: 'model',
};

/**
 * Returns the stage that props describe.
 *
 * @param defaultName name of the stage if the props have none
 * @throws StageError naming the invalid props
 */
export const createStage = (props: ImageUrlsProps, defaultName: string): Stage => {
  const name = stageName.safeParse(props.stageName ?? defaultName);
  const read = stageSettings.safeParse({ ...defaultSettings, ...props.settings, ...getCheckedSettings(props) });
  const issues = [...(name.error?.issues ?? []).map((issue) => ({ ...issue, path: ['stageName'] }))];
  for (const issue of read.error?.issues ?? []) {
    const [first, ...rest] = issue.path;
    issues.push({ ...issue, path: [propNames[String(first)] ?? String(first), ...rest.map(String)] });
  }
  if ((props.domainName === undefined) !== (props.certificate === undefined))
    throw new StageError('domainName and certificate belong together.');
  if (!name.success || !read.success)
    throw new StageError(issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  return { name: name.data, settings: { ...read.data, ...getTokenSettings(props) } };
};

/** Settings of a construct that differ from those of a stage in `cdk.json`: an additional plan without limits. */
const defaultSettings = { plans: { own: { mints: null, generations: null } } };

/** Returns the settings whose values are known at synthesis; they are validated. */
const getCheckedSettings = (props: ImageUrlsProps): Record<string, unknown> => {
  const { model, onDemandConcurrency } = props;
  const settings = {
    keepsData: props.retainData,
    edgeFunction: props.verifyAtEdge,
    urlLifetimeDays: props.urlLifetime?.toDays(),
    imageCacheDays: props.imageRetention?.toDays(),
    keyRotationDays: props.keyRotation?.toDays(),
    defaultEngine: props.defaultEngine,
    plans: props.plans,
    fontSource: props.fontSource,
    ai: model && { model: model.modelId, ...(model.regions && { regions: model.regions }) },
    studio: props.studio,
    waf: props.waf,
    apiGatewayLogRole: props.apiGatewayLogRole,
    alarmEmail: props.alarmEmail,
    onDemandConcurrency: onDemandConcurrency === undefined ? undefined : { reserved: onDemandConcurrency },
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
};

/** Returns the settings whose values may be tokens, unknown until deployment. */
const getTokenSettings = (props: ImageUrlsProps): Partial<StageSettings> => {
  const { domainName, certificate, hostedZone, apiDomain, alarmTopic, logRetention } = props;
  const zone = hostedZone && { hostedZone };
  const imageDomain = domainName !== undefined && certificate ? { domainName, certificate, ...zone } : undefined;
  return {
    ...(imageDomain && { imageDomain: toDomain(imageDomain) }),
    ...(apiDomain && { apiDomain: toDomain(apiDomain) }),
    ...(alarmTopic && { alarmTopicArn: alarmTopic.topicArn }),
    ...(logRetention !== undefined && {
      logRetentionDays: logRetention as number as StageSettings['logRetentionDays'],
    }),
  };
};

const toDomain = ({ domainName, certificate, hostedZone }: ImageUrlsDomain) => ({
  name: domainName,
  certificateArn: certificate.certificateArn,
  ...(hostedZone && { hostedZone: { id: hostedZone.hostedZoneId, name: hostedZone.zoneName } }),
});
