import { type RouteId, routes } from 'image-url-contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { functionOf } from '../../lambdas/config/functions.ts';
import { synthesise, usualStage } from './synthesise.ts';

const apiRoutes = Object.entries(routes).filter(([, { host }]) => host === 'api');
const plain = usualStage();
const {
  template,
  ofType,
  propertiesOf: getProperties,
} = synthesise({ studio: true, model: { modelId: 'global.example.model-v1:0' } });

const text = (value: unknown): string => JSON.stringify(value);
const isOfStudio = (id: string) => id.startsWith('Studio');
const [studioId = ''] = Object.keys(ofType('AWS::CloudFront::Distribution')).filter(isOfStudio);
const origin = { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [studioId, 'DomainName'] }]] };
const quotedOrigin = { 'Fn::Join': ['', ["'https://", { 'Fn::GetAtt': [studioId, 'DomainName'] }, "'"]] };

describe('the studio of a stage', () => {
  it('is off by default, and nothing of it is there then', () => {
    const ids = Object.keys(plain.template.Resources);
    expect(ids.filter((id) => /studio|bucketdeployment|options/i.test(id))).toEqual([]);
    expect(text(plain.template).match(/STUDIO_ORIGIN|Access-Control-Allow|StudioUrl/g)).toBeNull();
  });

  it('lets pages of its own origin call the API, and of no other', () => {
    // the mock integration that rejects a path's other methods
    const preflights = getProperties('AWS::ApiGateway::Method').filter(({ Integration }) =>
      JSON.stringify(Integration.RequestTemplates ?? {}).includes('OPTIONS'),
    );
    expect(preflights).toHaveLength(new Set(apiRoutes.map(([, { path }]) => path)).size);
    for (const { HttpMethod, Integration, MethodResponses } of preflights) {
      const [refused, answered] = Integration.IntegrationResponses;
      expect([HttpMethod, Integration.Type, refused.StatusCode, refused.SelectionPattern]).toEqual([
        'ANY',
        'MOCK',
        '405',
        undefined,
      ]);
      expect(Integration.RequestTemplates['application/json']).toBe(
        '{"statusCode": #if($context.httpMethod == "OPTIONS") 204 #else 405 #end}',
      );
      expect(answered).toMatchObject({ StatusCode: '204', SelectionPattern: '204' });
      expect(answered.ResponseParameters).toMatchObject({
        'method.response.header.Access-Control-Allow-Origin': quotedOrigin,
        'method.response.header.Access-Control-Allow-Headers': "'authorization, content-type, idempotency-key'",
      });
      expect(Object.keys(MethodResponses[1].ResponseParameters)).toEqual(Object.keys(answered.ResponseParameters));
    }
    for (const { ResponseParameters } of getProperties('AWS::ApiGateway::GatewayResponse'))
      expect(ResponseParameters).toMatchObject({ 'gatewayresponse.header.Access-Control-Allow-Origin': quotedOrigin });
    const variables = getProperties('AWS::Lambda::Function')
      .map(({ Environment }) => Environment?.Variables ?? {})
      .filter(({ STUDIO_ORIGIN }) => STUDIO_ORIGIN);
    const calledByPages = [...new Set(apiRoutes.map(([id]) => functionOf[id as RouteId]))];
    expect(variables.map(({ FUNCTION_ID }) => FUNCTION_ID).sort()).toEqual(calledByPages.sort());
    for (const { STUDIO_ORIGIN } of variables) expect(STUDIO_ORIGIN).toEqual(origin);
  });

  it('has a policy that loads nothing but the page, and calls nothing but the API', () => {
    const [policy] = Object.entries(ofType('AWS::CloudFront::ResponseHeadersPolicy'))
      .filter(([id]) => isOfStudio(id))
      .map(([, { Properties }]) => text(Properties));

    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
    expect(policy).toMatch(/connect-src 'self' https:\/\/",\{"Ref":"PublicApi\w+"\},"\.execute-api\./);
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain('"FrameOption":"DENY"');
  });

  it('gives its page the address of the API, and none of a key', () => {
    const [upload] = getProperties('Custom::CDKBucketDeployment');

    expect(upload.SourceMarkers[1]).toBeDefined();
    expect(text(upload.SystemMetadata ?? {})).not.toContain('iu_');
    expect(template.Outputs.StudioUrl?.Value).toEqual(origin);
  });
});
