import { type ErrorCode, errorCatalogue } from 'image-url-contract/errors.ts';

const byPerson = 'Only a person can mend this: say so, and do not try again.';

/** Instructions for an agent where the message of an error has none. */
const ways: { readonly [Code in ErrorCode]?: string } = {
  INVALID_API_KEY: byPerson,
  KEY_INACTIVE: byPerson,
  NO_SUBSCRIPTION: byPerson,
  SUBSCRIPTION_INACTIVE: byPerson,
  TEMPLATE_NOT_FOUND: 'list_templates has the ids.',
  VERSION_NOT_FOUND: 'get_template has the versions.',
  MISSING_TEMPLATE_VARIABLES: 'get_template has the variables and their defaults.',
  COMPILE_ERROR: 'Mend each place, then try check_template; read_docs templates#errors explains them.',
  TEMPLATE_NOT_COMPILED: 'Check it with check_template and its templateId, then save it mended.',
  QUOTA_EXCEEDED: 'get_usage tells when the month ends. check_template renders without a mint.',
};

const others: Readonly<Record<string, string>> = {
  MISSING_API_KEY: byPerson,
  MISSING_BASE_URL: byPerson,
  UNCONFIRMED_ADDRESS: byPerson,
  INSECURE_BASE_URL: byPerson,
  UNREACHABLE:
    'Is the service running, and is baseUrl in image-url.json its address? check_template of file or code works without it.',
  NO_CONFIG: 'Or start this server in the folder of the project. check_template of code and read_docs work without it.',
};

/** Returns instructions for an agent about an error; undefined if its message suffices. */
export const getInstructions = (code: string): string | undefined => {
  const way = others[code] ?? (Object.hasOwn(ways, code) ? ways[code as ErrorCode] : undefined);
  if (way !== undefined || !Object.hasOwn(errorCatalogue, code)) return way;
  return 'read_docs, section interface or errors, says what is allowed.';
};
