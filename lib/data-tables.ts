import { StreamViewType } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import type { TableVariable } from '../lambdas/config/tables.ts';
import { DataTable, type DataTableProps } from './data-table.ts';
import type { Protection } from './protection.ts';

/** Tables by the ids of the construct that contains them and of their own. */
const layout = {
  Accounts: {
    Keys: 'KEYS_TABLE',
    KeyUses: 'KEY_USES_TABLE',
    SigningKeys: 'SIGNING_KEYS_TABLE',
    Accounts: 'ACCOUNTS_TABLE',
    Usage: 'USAGE_TABLE',
    Idempotency: 'IDEMPOTENCY_TABLE',
  },
  Templates: { Records: 'TEMPLATES_TABLE', Versions: 'VERSIONS_TABLE', Fonts: 'FONTS_TABLE' },
  Trees: { Trees: 'TREES_TABLE' },
  DenyList: { Denials: 'DENIALS_TABLE', Revocations: 'REVOCATIONS_TABLE' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, TableVariable>>>>;

/** Keys only, because the function that reads the stream reads counters and limits itself. */
const changeStream = StreamViewType.KEYS_ONLY;
const particular: { readonly [V in TableVariable]?: Partial<DataTableProps> } = {
  ACCOUNTS_TABLE: { stream: changeStream },
  USAGE_TABLE: { stream: changeStream },
  // not protected, because its rows expire after two days
  IDEMPOTENCY_TABLE: { keepsData: false },
};

/** Adds all tables to a service. @returns them by the environment variable that names them */
export const addTables = (service: Construct, protection: Protection) => {
  const made: [TableVariable, DataTable][] = [];
  for (const [group, tables] of Object.entries(layout)) {
    const scope = new Construct(service, group);
    for (const [id, variable] of Object.entries(tables))
      made.push([variable, new DataTable(scope, id, { variable, ...protection, ...particular[variable] })]);
  }
  return Object.fromEntries(made) as Readonly<Record<TableVariable, DataTable>>;
};
