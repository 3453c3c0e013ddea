import { describe, expect, it } from 'vitest';
import { functionOf } from '../../lambdas/config/functions.ts';
import { type RouteId, routes } from '../../lambdas/contract/routes.ts';
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
    const preflights = getProperties('AWS::ApiGateway::Method').filter(({ HttpMethod }) => HttpMethod === 'OPTIONS');
    expect(preflights).toHaveLength(new Set(apiRoutes.map(([, { path }]) => path)).size);
    for (const { Integration } of preflights)
      expect(Integration.IntegrationResponses[0].ResponseParameters).toMatchObject({
        'method.response.header.Access-Control-Allow-Origin': quotedOrigin,
        'method.response.header.Access-Control-Allow-Headers': "'authorization, content-type'",
      });
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
