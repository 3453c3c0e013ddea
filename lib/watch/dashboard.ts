import { Dashboard, GraphWidget, type IMetric, type IWidget, Stats, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { imageRouteIds } from 'image-url-contract/routes.ts';
import { authorFunctions, mintFunctions, type ServiceMetrics } from './service-metrics.ts';

const graph = (title: string, left: readonly IMetric[], label?: string): IWidget =>
  new GraphWidget({
    title,
    width: 8,
    height: 6,
    left: [...left],
    leftYAxis: { min: 0, ...(label !== undefined && { label, showUnits: false }) },
  });

/** Adds the dashboard: first what users notice, then possible causes. */
export const addDashboard = (scope: Construct, stage: string, metrics: ServiceMetrics): void => {
  const own: ServiceMetrics['own'] = (...of) => metrics.own(...of);
  const { api } = metrics;
  new Dashboard(scope, 'Dashboard', {
    widgets: [
      [
        new TextWidget({
          markdown: `Image URL service, stage **${stage}**. Alarms: docs/runbook.md`,
          width: 24,
          height: 1,
        }),
      ],
      [
        graph('Failures', [metrics.api5xxShare, ...imageRouteIds.map((id) => metrics.image5xxShare(id))], 'percent'),
        graph('API requests', [api.metricCount(), api.metricClientError(), api.metricServerError()]),
        graph('API latency', [
          api.metricLatency({ statistic: Stats.p(50) }),
          api.metricLatency({ statistic: Stats.p(99) }),
        ]),
      ],
      [
        graph('Image requests behind the edge', [
          ...metrics.images('UrlRequestCount', Stats.SUM),
          ...metrics.images('Url4xxCount', Stats.SUM),
          ...metrics.images('Url5xxCount', Stats.SUM),
          ...imageRouteIds.flatMap((id) => [own('DeniedImages', id), own('RevokedImages', id)]),
        ]),
        graph(
          'Image latency behind the edge',
          [...metrics.images('UrlRequestLatency', Stats.p(50)), ...metrics.images('UrlRequestLatency', Stats.p(99))],
          'ms',
        ),
        graph('Rendered, and found rendered', [own('Renders', 'renderImage'), own('CacheHits', 'renderImage')]),
        graph('Rendered ahead', [
          own('Prewarms', 'prewarmImage'),
          own('FailedPrewarms', 'prewarmImage'),
          ...metrics.total('FailedPrewarms', ...mintFunctions),
        ]),
      ],
      [
        graph('First renders of on-demand URLs', [
          own('Mints', 'renderOnDemand'),
          own('RenderWaits', 'renderOnDemand'),
          metrics.image('UrlRequestCount', Stats.SUM, 'renderOnDemand'),
        ]),
        graph('On-demand URLs not rendered', [
          ...(['InvalidVariables', 'MissingTemplates', 'LimitsReached', 'InactiveAccounts'] as const).map((name) =>
            own(name, 'renderOnDemand'),
          ),
          own('FailedFirstRenders', 'renderOnDemand'),
          metrics.image('Url5xxCount', Stats.SUM, 'renderOnDemand'),
        ]),
        graph('Limits reached', [
          own('LimitsReached', 'renderOnDemand'),
          ...metrics.total('QuotaRefusals', ...mintFunctions, ...authorFunctions),
          own('UsageEvents', 'reportUsage'),
        ]),
      ],
      [
        graph('Images of pages', [
          own('PagesRead', 'renderSiteImage'),
          own('UnusablePages', 'renderSiteImage'),
          own('Mints', 'renderSiteImage'),
          metrics.image('Url5xxCount', Stats.SUM, 'renderSiteImage'),
        ]),
      ],
      [
        graph(
          'Rendering by stage',
          (['LayoutTime', 'RasterTime', 'EncodeTime'] as const).map((name) => own(name, 'renderImage', Stats.p(90))),
          'ms, p90',
        ),
        graph('Mints and refusals', [
          ...metrics.total('Mints', ...mintFunctions),
          ...metrics.total('QuotaRefusals', ...mintFunctions, ...authorFunctions),
        ]),
        graph(
          'Generations',
          (['AuthorAttempts', 'AuthorRepairs', 'GenerationFailures'] as const).flatMap((name) =>
            metrics.total(name, ...authorFunctions),
          ),
        ),
      ],
      [
        graph('Isolation kills', metrics.kills),
        graph('Function errors', metrics.errors),
        graph('Function time', metrics.durations, 'ms, p99'),
      ],
      [
        graph(
          'Tokens of the model',
          (['AuthorInputTokens', 'AuthorCachedTokens', 'AuthorOutputTokens'] as const).flatMap((name) =>
            metrics.total(name, ...authorFunctions),
          ),
        ),
        graph(
          'Rounds of a generation',
          authorFunctions.map((id) => own('GenerationRounds', id, Stats.AVERAGE)),
          'mean',
        ),
      ],
      [
        graph('Throttled', [...metrics.functionThrottles, ...metrics.tableThrottles]),
        graph('Canary, looks that failed', [metrics.canaryFailures]),
        graph('Quota reset', [
          metrics.resetRuns,
          ...metrics.resetFailures,
          metrics.undelivered('resetQuotas'),
          metrics.undelivered('reportUsage'),
        ]),
      ],
    ],
  });
};
