import { STSClient } from '@aws-sdk/client-sts';
import { SignatureV4 } from '@smithy/signature-v4';

const body = 'Action=ListAccountAliases&Version=2010-05-08';
/** Milliseconds that a name, which is a help only, may take. */
const timeoutMs = 5_000;

/**
 * Returns the alias of the account of this process's credentials; undefined if it has none, or the caller may not read
 * it. IAM's client is larger than everything else that a deployment loads, for this one call.
 */
export const findAccountAlias = async (): Promise<string | undefined> => {
  const { AWS_ENDPOINT_URL_IAM, AWS_ENDPOINT_URL } = process.env;
  const url = new URL(AWS_ENDPOINT_URL_IAM ?? AWS_ENDPOINT_URL ?? 'https://iam.amazonaws.com');
  const { credentials, sha256 } = new STSClient({}).config;
  try {
    const signer = new SignatureV4({ credentials, sha256, region: 'us-east-1', service: 'iam' });
    const { headers } = await signer.sign({
      ...{ method: 'POST', protocol: url.protocol, hostname: url.hostname, path: '/', query: {}, body },
      headers: { host: url.host, 'content-type': 'application/x-www-form-urlencoded' },
    });
    const { host: _host, ...signed } = headers;
    const answer = await fetch(url, { method: 'POST', headers: signed, body, signal: AbortSignal.timeout(timeoutMs) });
    return answer.ok ? /<member>([a-z0-9-]+)<\/member>/.exec(await answer.text())?.[1] : undefined;
  } catch {
    return undefined;
  }
};
