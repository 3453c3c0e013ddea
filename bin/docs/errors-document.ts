import { type ErrorCode, errorCatalogue } from '../../lambdas/contract/errors.ts';
import { busyErrors, frontErrors, type Route, routes } from '../../lambdas/contract/routes.ts';

/** Examples of messages that have parameters. */
const examples: { readonly [C in ErrorCode]?: string } = {
  COMPILE_ERROR: 'Every problem of the code, each with line, column and the quoted line.',
  MISSING_TEMPLATE_VARIABLES: errorCatalogue.MISSING_TEMPLATE_VARIABLES.message({ names: ['title', 'author'] }),
  QUOTA_EXCEEDED: `${errorCatalogue.QUOTA_EXCEEDED.message({ unit: 'mint', limit: 500 })} Or: ${errorCatalogue.QUOTA_EXCEEDED.message({ unit: 'generation' })}`,
};

const messageOf = (code: ErrorCode): string => {
  const { message } = errorCatalogue[code];
  return typeof message === 'string' ? message : (examples[code] ?? '');
};

const routesOf = (code: ErrorCode): string => {
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

/** `docs/errors.md`: every code with its status, message and routes. */
export const errorsDocument = (): string => {
  const rows = (Object.keys(errorCatalogue) as ErrorCode[]).map(
    (code) =>
      `| \`${code}\` | ${errorCatalogue[code].status} | ${messageOf(code).replaceAll('|', '\\|')} | ${routesOf(code)} |`,
  );
  return `# Errors

<!-- made by npm run docs from lambdas/contract; do not edit -->

Every error answer is JSON, \`{ "code": "...", "message": "..." }\`, and carries \`X-Request-Id\`. In a batch the message
begins with the item: \`items[3]: ...\`. When a request has several problems, the answer names the first in the order of
its route (\`lambdas/contract/routes.ts\`), items in their order. A 429 says in \`Retry-After\`, in seconds, when to come back.
Fields and parameters a route does not know are ignored, but for old-style ones (\`LEGACY_TEMPLATE_PAYLOAD\`). Largest bodies, in
bytes: ${bodies()}.

| Code | Status | Message | Answered by |
|---|---|---|---|
${rows.join('\n')}
`;
};
