import { imageRouteIds } from 'image-url-contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { type FunctionId, functions } from '../../lambdas/config/functions.ts';
import { type TableSchema, tables } from '../../lambdas/config/tables.ts';
import { type Properties, synthesise } from './synthesise.ts';

// with views, so that the function that counts them is there; `deployResource` is only in apps that declare resources
const { template, ofType, propertiesOf } = synthesise({ views: 'templates' });
const getList = <T>(one: T | readonly T[]): readonly T[] => (Array.isArray(one) ? one : [one as T]);
const writing = /^dynamodb:(Batch)?(Write|Put|Update|Delete)Item$/;

/** Schemas of the tables, by logical id. */
const schemas = new Map<string, readonly [name: string, schema: TableSchema]>(
  Object.keys(ofType('AWS::DynamoDB::GlobalTable')).map((id) => {
    const variables = propertiesOf('AWS::Lambda::Function').flatMap(({ Environment }) =>
      Object.entries<Properties>(Environment?.Variables ?? {}).flatMap(([name, value]) =>
        value.Ref === id ? name : [],
      ),
    );
    const [name = ''] = variables;
    return [id, [name.replace(/_TABLE$/, '').toLowerCase(), tables[name as keyof typeof tables]]];
  }),
);

/** The kinds of items that a statement of a synthesised policy lets its role write: `trees lease`, or the table's name. */
const getWritten = ({ Effect, Action, Resource: on, Condition }: Properties): readonly string[] => {
  if (Effect !== 'Allow' || !getList<string>(Action).some((action) => writing.test(action))) return [];
  return getList<Properties>(on).flatMap((one) => {
    const [name, { kinds } = {} as TableSchema] = schemas.get(one['Fn::GetAtt']?.[0]) ?? [];
    if (name === undefined) return [];
    if (!kinds) return [name];
    const patterns = getList<string>(Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? '*');
    const reaches = (kind: string) => patterns.some((one) => `${kind} x`.startsWith(one.replace(/\*$/, '')));
    return kinds.filter(reaches).map((kind) => `${name} ${kind}`);
  });
};

/** Whether an ARN in a policy is that of a table with several kinds of items; the ARN of its stream is not. */
const isOfSeveralKinds = (arn: Properties): boolean => {
  const [id, attribute] = arn['Fn::GetAtt'] ?? [];
  return attribute === 'Arn' && schemas.get(id)?.[1].kinds !== undefined;
};
/** Actions whose every request names the partition key. */
const withLeadingKey = /^dynamodb:(GetItem|BatchGetItem|PutItem|UpdateItem|DeleteItem|Query)$/;

const getWrites = (id: FunctionId): readonly string[] => {
  const fn = propertiesOf('AWS::Lambda::Function').find(({ Environment }) => Environment?.Variables.FUNCTION_ID === id);
  const policies: Properties[] = template.Resources[fn?.Role['Fn::GetAtt'][0]]?.Properties.Policies ?? [];
  const statements = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement as Properties[]);
  return [...new Set(statements.flatMap(getWritten))].sort();
};

describe('the policies of a stage', () => {
  it('let functions that everybody reaches write these kinds of items, and no others', () => {
    expect(Object.fromEntries(imageRouteIds.map((id) => [id, getWrites(id).join(', ')]))).toMatchInlineSnapshot(`
      {
        "renderImage": "budgets fetch, trees lease, trees remote-images, trees render-failures",
        "renderOnDemand": "budgets fetch, idempotency segment, trees frozen-image, trees lease, trees remote-images, trees render-failures, trees tree, usage month",
        "renderSiteImage": "budgets fetch, budgets site, idempotency segment, trees frozen-image, trees lease, trees page-failures, trees remote-images, trees render-failures, trees site-page, trees site-proof, trees tree, usage month",
      }
    `);
  });

  it('let these functions write each kind of item', () => {
    const ids = Object.keys(functions) as FunctionId[];
    const all = [...schemas.values()].flatMap(([name, { kinds }]) => kinds?.map((kind) => `${name} ${kind}`) ?? [name]);
    const writers = all.map((kind) => [kind, ids.filter((id) => getWrites(id).includes(kind)).join(', ')]);

    expect(Object.fromEntries(writers)).toMatchInlineSnapshot(`
      {
        "accounts": "resetQuotas",
        "audit": "templateHistory, revocations, keys, sites",
        "budgets account": "mintUrl, mintUrls, createTemplate, checkTemplate, generateTemplates, reviseTemplate, updateTemplate, templateHistory, uploads, sites, putFallback, usage",
        "budgets fetch": "checkTemplate, renderImage, renderOnDemand, renderSiteImage",
        "budgets site": "renderSiteImage",
        "denials": "",
        "fonts": "uploads",
        "idempotency generation": "generateTemplates, reviseTemplate, usage",
        "idempotency key": "mintUrl, mintUrls, createTemplate, generateTemplates, reviseTemplate",
        "idempotency segment": "mintUrl, mintUrls, generateTemplates, reviseTemplate, renderOnDemand, renderSiteImage",
        "key_uses": "mintUrl, mintUrls, listTemplates, createTemplate, checkTemplate, generateTemplates, reviseTemplate, getTemplate, updateTemplate, templateHistory, uploads, revocations, keys, sites, putFallback, usage",
        "keys": "keys",
        "revocations": "revocations, keys",
        "signing_keys": "keys",
        "templates": "createTemplate, generateTemplates, reviseTemplate, updateTemplate, templateHistory",
        "trees assets": "uploads",
        "trees fallback": "putFallback",
        "trees frozen-image": "mintUrl, renderOnDemand, renderSiteImage",
        "trees lease": "renderImage, renderOnDemand, renderSiteImage",
        "trees page-failures": "renderSiteImage",
        "trees remote-images": "renderImage, renderOnDemand, renderSiteImage",
        "trees render-failures": "renderImage, renderOnDemand, renderSiteImage",
        "trees site-page": "renderSiteImage",
        "trees site-proof": "renderSiteImage",
        "trees site-refresh": "sites",
        "trees sites": "sites",
        "trees tree": "mintUrl, mintUrls, createTemplate, generateTemplates, reviseTemplate, updateTemplate, templateHistory, putFallback, renderOnDemand, renderSiteImage",
        "usage closed-account": "",
        "usage month": "mintUrl, mintUrls, generateTemplates, reviseTemplate, renderOnDemand, renderSiteImage, resetQuotas",
        "usage sent-event": "reportUsage",
        "versions": "reviseTemplate, updateTemplate, templateHistory",
        "views": "readAccessLogs",
      }
    `);
  });

  it('limit every right on a table with several kinds to one of them', () => {
    const statements = propertiesOf('AWS::IAM::Role')
      .flatMap(({ Policies = [] }) => Policies as Properties[])
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement as Properties[])
      .filter((one) => getList<Properties>(one.Resource).some(isOfSeveralKinds));

    expect(statements.length).toBeGreaterThan(20);
    for (const { Action, Condition } of statements) {
      expect(Object.keys(Condition)).toEqual(['ForAllValues:StringLike']);
      // a request without a leading key, such as a scan, would satisfy the condition
      for (const action of getList<string>(Action)) expect(action).toMatch(withLeadingKey);
    }
  });
});
