import { StreamViewType } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import type { TableVariable } from '../../lambdas/config/tables.ts';
import { DataTable, type DataTableProps } from './data-table.ts';
import type { Protection } from './protection.ts';

/** The construct that contains each table, and the table's own id there. */
const ids = {
  KEYS_TABLE: ['Accounts', 'Keys'],
  KEY_USES_TABLE: ['Accounts', 'KeyUses'],
  SIGNING_KEYS_TABLE: ['Accounts', 'SigningKeys'],
  ACCOUNTS_TABLE: ['Accounts', 'Accounts'],
  USAGE_TABLE: ['Accounts', 'Usage'],
  BUDGETS_TABLE: ['Accounts', 'Budgets'],
  AUDIT_TABLE: ['Accounts', 'Audit'],
  VIEWS_TABLE: ['Views', 'Counts'],
  IDEMPOTENCY_TABLE: ['Accounts', 'Idempotency'],
  TEMPLATES_TABLE: ['Templates', 'Records'],
  VERSIONS_TABLE: ['Templates', 'Versions'],
  FONTS_TABLE: ['Templates', 'Fonts'],
  TREES_TABLE: ['Trees', 'Trees'],
  DENIALS_TABLE: ['DenyList', 'Denials'],
  REVOCATIONS_TABLE: ['DenyList', 'Revocations'],
} as const satisfies Readonly<Record<TableVariable, readonly [construct: string, id: string]>>;

/** Keys only, because the function that reads the stream reads counters and limits itself. */
const changeStream = StreamViewType.KEYS_ONLY;
const particular: { readonly [V in TableVariable]?: Partial<DataTableProps> } = {
  ACCOUNTS_TABLE: { stream: changeStream },
  USAGE_TABLE: { stream: changeStream },
  // neither protected nor replicated, because its rows expire after two days
  IDEMPOTENCY_TABLE: { keepsData: false, replicaRegion: undefined },
};

/** The tables that `warmThroughput` warms: counted for each mint, and read or written for each image. */
const warmed: readonly TableVariable[] = ['USAGE_TABLE', 'BUDGETS_TABLE', 'TREES_TABLE'];

/** Adds all tables to a service. @returns them by the environment variable that names them */
export const addTables = (
  service: Construct,
  { warmThroughput, ...protection }: Protection & Pick<DataTableProps, 'warmThroughput'>,
) => {
  const add = ([variable, [group, id]]: [string, readonly [string, string]]) => {
    const scope = service.node.tryFindChild(group) ?? new Construct(service, group);
    const name = variable as TableVariable;
    return [
      name,
      new DataTable(scope as Construct, id, {
        variable: name,
        ...protection,
        ...(warmed.includes(name) && { warmThroughput }),
        ...particular[name],
      }),
    ] as const;
  };
  return Object.fromEntries(Object.entries(ids).map(add)) as Readonly<Record<TableVariable, DataTable>>;
};
