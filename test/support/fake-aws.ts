import { createServer } from 'node:http';
import { functionTag } from '../../lib/api/function-tag.ts';
import { outputPrefix } from '../../lib/app/stack-name.ts';
import { listen, readBody } from '../../local/listen.ts';

/** A call as AWS would see it: who made it, for which region, and what it asks. */
export interface SeenCall {
  readonly accessKeyId: string;
  readonly region: string;
  readonly service: string;
  /** Action of the query protocol, or method and path. */
  readonly action: string;
}

export interface FakeStack {
  readonly status: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** Physical ids of functions, by logical id. */
  readonly functions?: Readonly<Record<string, string>>;
}

/** Account that the fake's callers belong to. */
export const fakeAccount = '111122223333';
const fakeAlias = 'example-test';
export const fakeIdentity = `arn:aws:sts::${fakeAccount}:assumed-role/operator/ana`;

const getList = (items: readonly string[]): string => items.map((item) => `<member>${item}</member>`).join('');

const describe = (name: string, { status, outputs }: FakeStack): string =>
  getList([
    `<StackName>${name}</StackName><CreationTime>2026-01-01T00:00:00Z</CreationTime><StackStatus>${status}</StackStatus>
     <Outputs>${getList(
       Object.entries(outputs).map(
         ([key, value]) =>
           `<OutputKey>Of${key}</OutputKey><OutputValue>${value}</OutputValue><Description>${outputPrefix}${key}</Description>`,
       ),
     )}</Outputs>`,
  ]);

const resources = ({ functions = {} }: FakeStack): string =>
  getList(
    Object.entries(functions).map(
      ([logical, physical]) => `<LogicalResourceId>${logical}</LogicalResourceId>
       <PhysicalResourceId>${physical}</PhysicalResourceId><ResourceType>AWS::Lambda::Function</ResourceType>
       <LastUpdatedTimestamp>2026-01-01T00:00:00Z</LastUpdatedTimestamp>
       <ResourceStatus>CREATE_COMPLETE</ResourceStatus>`,
    ),
  );

/** Objects of a bucket, all of them versions; deleting takes them all. */
const s3Answer = (objects: string[], isDeletion: boolean): string => {
  if (isDeletion) objects.length = 0;
  const versions = objects.map((key) => `<Version><Key>${key}</Key><VersionId>1</VersionId></Version>`).join('');
  return isDeletion ? '<DeleteResult></DeleteResult>' : `<ListVersionsResult>${versions}</ListVersionsResult>`;
};

/**
 * CloudFormation, Lambda and S3 on loopback, as far as deploying and destroying talk to them; notes every call.
 *
 * @param stacks by region and name; their functions are tagged as the service's, but for those named `helper...`; those named
 *   `gone...` do not exist, and neither do buckets of such a name.
 * @param buckets names of objects, by bucket.
 */
export const startFakeAws = async (stacks: Record<string, FakeStack>, buckets: Record<string, string[]>) => {
  const calls: SeenCall[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const body = new URLSearchParams((await readBody(request)).toString());
    const [, accessKeyId = '', region = '', service = ''] =
      /Credential=([^/]+)\/\d+\/([^/]+)\/([^/]+)\//.exec(request.headers.authorization ?? '') ?? [];
    const action = body.get('Action') ?? `${request.method} ${pathname}`;
    calls.push({ accessKeyId, region, service, action });
    if (service === 'lambda' && pathname.split('/')[3]?.startsWith('gone'))
      return response
        .writeHead(404, { 'x-amzn-errortype': 'ResourceNotFoundException', 'content-type': 'application/json' })
        .end('{"Type":"User","Message":"Function not found"}');
    if (service === 'lambda') {
      const isOurs = !pathname.split('/')[3]?.startsWith('helper');
      const Tags = { stage: 'dev', ...(isOurs && { [functionTag]: 'mintUrl' }) };
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ Tags }));
    }
    if (service === 'iam')
      return response.end(
        `<ListAccountAliasesResponse><ListAccountAliasesResult><AccountAliases>${getList([fakeAlias])}</AccountAliases></ListAccountAliasesResult></ListAccountAliasesResponse>`,
      );
    if (service === 'sts')
      return response.end(
        `<GetCallerIdentityResponse><GetCallerIdentityResult><Account>${fakeAccount}</Account><Arn>${fakeIdentity}</Arn></GetCallerIdentityResult></GetCallerIdentityResponse>`,
      );
    if (service === 's3') {
      const name = pathname.split('/')[1] ?? '';
      if (name.startsWith('gone'))
        return response.writeHead(404).end('<Error><Code>NoSuchBucket</Code><Message>gone</Message></Error>');
      const objects = buckets[name] ?? [];
      return response.end(s3Answer(objects, request.method === 'POST'));
    }
    const name = body.get('StackName') ?? '';
    const stack = stacks[`${region} ${name}`];
    const message = `Stack with id ${name} does not exist`;
    if (!stack)
      return response
        .writeHead(400)
        .end(`<ErrorResponse><Error><Code>ValidationError</Code><Message>${message}</Message></Error></ErrorResponse>`);
    const result =
      action === 'DescribeStacks'
        ? `<Stacks>${describe(name, stack)}</Stacks>`
        : `<StackResourceSummaries>${resources(stack)}</StackResourceSummaries>`;
    response.end(`<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`);
  });
  const emulator = await listen(server);
  return { ...emulator, calls };
};
