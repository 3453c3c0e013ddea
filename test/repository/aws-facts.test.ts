import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type AwsFact, awsFacts } from '../../lambdas/contract/aws-facts.ts';
import { emulated, emulatedForPrograms, madeCalls } from '../../tools/docs/emulator-table.ts';

const facts: readonly (readonly [string, AwsFact])[] = Object.entries(awsFacts);

describe('the numbers of AWS', () => {
  it.each(facts)('%s has a page, a day and places that exist', (_name, { source, read, usedIn, value }) => {
    expect(source).toMatch(/^https:\/\/docs\.aws\.amazon\.com\/\S+\.html$/);
    expect(read).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(value).toBeGreaterThan(0);
    expect(usedIn.length).toBeGreaterThan(0);
    for (const place of usedIn) expect([place, existsSync(place)]).toEqual([place, true]);
  });

  /** Numbers that are of AWS wherever they stand: no powers of ten or of two, and no round thousands below 10,000. */
  const isTelling = (value: number): boolean =>
    value >= 1_250 && value !== 10_000 && value % 1_024 !== 0 && !(value < 10_000 && value % 1_000 === 0);
  const telling = facts.filter(([, { value }]) => isTelling(value));

  /** Returns the places that write a number of AWS out although it has its row, and do not say so there. */
  const findStrays = (files: readonly string[], read: (file: string) => string): string[] =>
    files.flatMap((file) =>
      telling
        .filter(([, { value, usedIn }]) => {
          const forms = [value.toLocaleString('en'), value.toLocaleString('en').replaceAll(',', '_')];
          const isWritten = forms.some((form) => new RegExp(`(?<![\\d,_])${form}(?![\\d,_])`).test(read(file)));
          return isWritten && !usedIn.includes(file);
        })
        .map(([name]) => `${file}: ${name}`),
    );

  it('stand in the table, and elsewhere only where the table says so', () => {
    const files = globSync(['lib/**/*.ts', 'tools/docs/scale-document.ts', 'docs/{deploying,runbook,reliability}.md']);

    expect(findStrays(files, (file) => readFileSync(file, 'utf8'))).toEqual([]);
  });

  it('are found where they do not', () => {
    const strays = findStrays(['lib/new.ts'], () => 'const most = 250_000; const other = 3_250_000;');

    expect(strays).toEqual(['lib/new.ts: edgeRequests']);
  });
});

describe('the table of emulators', () => {
  it('names every call that the functions make, and no other', () => {
    expect(Object.keys(emulated).sort()).toEqual(madeCalls());
  });

  it('names every file with which a call is emulated', () => {
    for (const { emulator } of Object.values({ ...emulated, ...emulatedForPrograms }))
      expect([emulator, existsSync(emulator)]).toEqual([emulator, true]);
  });

  /** Names of commands of the document client, and actions that are not named like their operation. */
  const actions: Readonly<Record<string, string>> = {
    ...{ BatchGet: 'dynamodb:BatchGetItem', Get: 'dynamodb:GetItem', Put: 'dynamodb:PutItem' },
    ...{ Update: 'dynamodb:UpdateItem', Delete: 'dynamodb:DeleteItem' },
    // allowed by the actions of its writes
    TransactWrite: 'dynamodb:UpdateItem',
    Converse: 'bedrock:InvokeModel',
    ListObjectsV2: 's3:ListBucket',
    ListObjectVersions: 's3:ListBucketVersions',
    DeleteObjects: 's3:DeleteObject',
    SendMessageBatch: 'sqs:SendMessage',
    InvalidationCompleted: 'cloudfront:GetInvalidation',
  };

  /** Returns the actions of the commands, lists and waits of AWS's clients that a source imports. */
  const importedActions = (source: string): string[] =>
    [...source.matchAll(/import \{([^}]*)\} from '@aws-sdk\/(?:client|lib)-([\w-]+)'/g)].flatMap(
      ([, names = '', client = '']) =>
        [...names.matchAll(/\b(?:(\w+)Command|(?:paginate|waitUntil)(\w+))\b/g)].map(([, command, other]) => {
          const name = command ?? other ?? '';
          return actions[name] ?? `${client.replace('secrets-manager', 'secretsmanager')}:${name}`;
        }),
    );

  it('names every call that any program of the service makes', () => {
    const files = globSync('{lambdas,admin,bin,lib}/**/*.ts');
    const made = new Set(files.flatMap((file) => importedActions(readFileSync(file, 'utf8'))));
    const known = { ...emulated, ...emulatedForPrograms };

    expect([...made].filter((action) => !(action in known))).toEqual([]);
    expect(Object.keys(emulatedForPrograms).filter((action) => !made.has(action))).toEqual([]);
  });

  it('would miss a new one', () => {
    const source = "import { S3Client, CopyObjectCommand } from '@aws-sdk/client-s3';";

    expect(importedActions(source)).toEqual(['s3:CopyObject']);
  });
});
