import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { errorCatalogue } from '../lambdas/contract/errors.ts';
import type { frontErrors } from '../lambdas/contract/routes.ts';

type FrontError = (typeof frontErrors)[number];

/**
 * Error codes for the responses of the gateway itself. The API uses no authorizers, usage plans or validators of the
 * gateway, so a 4xx of the gateway means an unknown path, or a request that the firewall blocked.
 */
const codes: readonly (readonly [ResponseType, FrontError])[] = [
  [ResponseType.DEFAULT_4XX, 'NOT_FOUND'],
  [ResponseType.ACCESS_DENIED, 'NOT_FOUND'],
  [ResponseType.EXPIRED_TOKEN, 'NOT_FOUND'],
  [ResponseType.INVALID_SIGNATURE, 'NOT_FOUND'],
  [ResponseType.MISSING_AUTHENTICATION_TOKEN, 'NOT_FOUND'],
  [ResponseType.RESOURCE_NOT_FOUND, 'NOT_FOUND'],
  [ResponseType.UNAUTHORIZED, 'NOT_FOUND'],
  [ResponseType.WAF_FILTERED, 'REQUEST_BLOCKED'],
  // only the rejection of other methods depends on the content type
  [ResponseType.UNSUPPORTED_MEDIA_TYPE, 'METHOD_NOT_ALLOWED'],
  [ResponseType.REQUEST_TOO_LARGE, 'PAYLOAD_TOO_LARGE'],
  [ResponseType.THROTTLED, 'THROTTLED'],
  [ResponseType.QUOTA_EXCEEDED, 'THROTTLED'],
  [ResponseType.DEFAULT_5XX, 'SERVER_ERROR'],
  [ResponseType.INTEGRATION_FAILURE, 'SERVER_ERROR'],
  [ResponseType.INTEGRATION_TIMEOUT, 'SERVER_ERROR'],
];

const getId = ({ responseType }: ResponseType): string =>
  responseType
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Gives API Gateway's own error responses the service's shape. */
export const addGatewayResponses = (api: RestApi): void => {
  for (const [type, code] of codes) {
    const { status, message } = errorCatalogue[code];
    api.addGatewayResponse(getId(type), {
      type,
      statusCode: String(status),
      templates: { 'application/json': JSON.stringify({ code, message }) },
      responseHeaders: {
        'Cache-Control': "'no-store'",
        'X-Content-Type-Options': "'nosniff'",
        'X-Request-Id': 'context.requestId',
        ...(code === 'THROTTLED' && { 'Retry-After': "'1'" }),
      },
    });
  }
};
