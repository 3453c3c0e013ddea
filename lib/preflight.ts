import { type IResource, MockIntegration } from 'aws-cdk-lib/aws-apigateway';
import { preflightHeaders } from '../lambdas/contract/cors.ts';

/** Adds the response to CORS preflight requests from one origin. */
export const addPreflight = (at: IResource, origin: string): void => {
  const headers = Object.entries(preflightHeaders(origin)).map(
    ([name, value]) => [`method.response.header.${name}`, `'${value}'`] as const,
  );
  const statusCode = '204';
  const integration = new MockIntegration({
    requestTemplates: { 'application/json': JSON.stringify({ statusCode: Number(statusCode) }) },
    integrationResponses: [{ statusCode, responseParameters: Object.fromEntries(headers) }],
  });
  const responseParameters = Object.fromEntries(headers.map(([name]) => [name, true]));
  at.addMethod('OPTIONS', integration, { methodResponses: [{ statusCode, responseParameters }] });
};
