import { type ErrorCode, errorCatalogue } from 'image-url-contract/errors.ts';
import { busyErrors, frontErrors, type Route, routes } from 'image-url-contract/routes.ts';

/** Codes whose message has parameters. */
type WithParameters = {
  [C in ErrorCode]: (typeof errorCatalogue)[C]['message'] extends string ? never : C;
}[ErrorCode];

/** Examples of messages with parameters. */
const examples: { readonly [C in WithParameters]: string } = {
  INSUFFICIENT_SCOPE: errorCatalogue.INSUFFICIENT_SCOPE.message({ scope: 'templates:write' }),
  KEY_LIMIT_EXCEEDED: errorCatalogue.KEY_LIMIT_EXCEEDED.message({ limit: 500 }),
  SITE_EXISTS: errorCatalogue.SITE_EXISTS.message({ siteId: 'acme-7Fq2mX9aLr4TzK1b' }),
  COMPILE_ERROR: 'Every problem of the code, each with line, column and the quoted line.',
  MISSING_TEMPLATE_VARIABLES: errorCatalogue.MISSING_TEMPLATE_VARIABLES.message({ names: ['title', 'author'] }),
  TOO_MANY_TEMPLATES: errorCatalogue.TOO_MANY_TEMPLATES.message({ limit: 500 }),
  STORAGE_QUOTA_EXCEEDED: errorCatalogue.STORAGE_QUOTA_EXCEEDED.message({ limit: 250_000_000 }),
  TOO_MANY_FAILED_GENERATIONS: errorCatalogue.TOO_MANY_FAILED_GENERATIONS.message({ limit: 50 }),
  QUOTA_EXCEEDED: `${errorCatalogue.QUOTA_EXCEEDED.message({ unit: 'mint', limit: 500 })} Or: ${errorCatalogue.QUOTA_EXCEEDED.message({ unit: 'generation' })}`,
};

const getMessage = (code: ErrorCode): string => {
  const { message } = errorCatalogue[code];
  return typeof message === 'string' ? message : examples[code as WithParameters];
};

const getRoutes = (code: ErrorCode): string => {
  const promising = (Object.values(routes) as Route[]).filter(({ errors }) => errors.includes(code));
  const isEveryApiRoute = promising.length === Object.values(routes).filter(({ host }) => host === 'api').length;
  const named = isEveryApiRoute ? ['every API route'] : promising.map(({ method, path }) => `\`${method} ${path}\``);
  const isFront = (frontErrors as readonly ErrorCode[]).includes(code) && promising.length === 0;
  if ((busyErrors as readonly ErrorCode[]).includes(code)) return 'every route';
  return isFront ? 'before any route' : named.join('<br>');
};

const bodies = (): string =>
  (Object.values(routes) as Route[])
    .flatMap(({ method, path, bodyBytes }) =>
      bodyBytes ? [`\`${method} ${path}\` ${bodyBytes.toLocaleString('en')}`] : [],
    )
    .join(', ');

/** Returns `docs/errors.md`: every code with its status, message and routes. */
export const errorsDocument = (): string => {
  const rows = (Object.keys(errorCatalogue) as ErrorCode[]).map(
    (code) =>
      `| \`${code}\` | ${errorCatalogue[code].status} | ${getMessage(code).replaceAll('|', '\\|')} | ${getRoutes(code)} |`,
  );
  return `# Errors

<!-- made by npm run docs from packages/contract; do not edit -->

Every error response is JSON, \`{ "code": "...", "message": "..." }\`, with an \`X-Request-Id\` header. In a batch \`item\` is the index of the item (of \`items\` or \`sizes\`) at fault. If a request has several problems, the response names the first one in the order of its route (\`packages/contract/src/routes.ts\`), and items in their order. A 429 says in \`Retry-After\` after how many seconds to try again. If Lambda has too few concurrent executions, the API answers 500 \`SERVER_ERROR\`, and the image host a 429 in Lambda's own format, without \`code\`: repeat both after a pause that grows, with the same \`Idempotency-Key\`, as the packages do. Fields and parameters that a route does not know are ignored, except legacy ones (\`LEGACY_TEMPLATE_PAYLOAD\`).

Maximum body size in bytes: ${bodies()}.

| Code | Status | Message | Returned by |
|---|---|---|---|
${rows.join('\n')}
`;
};
