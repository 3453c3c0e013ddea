import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type AwsFact, awsFacts } from '../../lambdas/config/aws-facts.ts';
import { awsStatements, undocumented } from '../../tools/docs/aws-statements.ts';
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

  /** Numbers that are of AWS wherever code writes them: no powers of ten or of two, and no round thousands below 10,000. */
  const isTelling = (value: number): boolean =>
    value >= 1_250 &&
    !Number.isInteger(Math.log10(value)) &&
    value % 1_024 !== 0 &&
    !(value < 10_000 && value % 1_000 === 0);

  /** Returns how a number is written with its unit: `29 seconds`, `29 s`, `10 MB`; empty where the unit says little. */
  const withUnit = ({ value, unit }: AwsFact): readonly string[] => {
    const number = value.toLocaleString('en');
    if (unit.startsWith('bytes')) {
      const [size, names] = value >= 1 << 20 ? [value / (1 << 20), 'MB|MiB'] : [value / 1_024, 'KB|KiB'];
      return value % 1_024 === 0 ? [`${size.toLocaleString('en')} (?:${names})`] : [`${number} (?:bytes|B)`];
    }
    if (unit === 'seconds') return [`${number} s(?:econds)?`];
    return /^(?:minutes|hours|days|keys|resources|outputs|headers|characters|tries|functions)$/.test(unit)
      ? [`${number} ${unit}`]
      : [];
  };

  /** Returns whether a file writes a number of AWS out: a telling one in code, in a document one beside the service's name. */
  const isWrittenIn = (file: string, text: string, fact: AwsFact): boolean => {
    const number = fact.value.toLocaleString('en');
    const telling = isTelling(fact.value) ? [number, number.replaceAll(',', '_')] : [];
    const has = (line: string, form: string) => new RegExp(`(?<![\\d,_.])${form}(?![\\d,_\\w])`).test(line);
    return (
      (file.endsWith('.ts') && telling.some((form) => has(text, form))) ||
      text
        .split('\n')
        .filter((line) => line.includes(fact.service))
        .some((line) => [...telling, ...withUnit(fact)].some((form) => has(line, form)))
    );
  };

  const isIn = (file: string, places: readonly string[]): boolean =>
    places.some((place) => file === place || file.startsWith(`${place}/`));

  /** Returns the places that write a number of AWS out although it has its row, and do not say so there. */
  const findStrays = (files: readonly string[], read: (file: string) => string): string[] =>
    files.flatMap((file) =>
      facts
        .filter(([, fact]) => isWrittenIn(file, read(file), fact) && !isIn(file, fact.usedIn))
        .map(([name]) => `${file}: ${name}`),
    );

  it('stand in the table, and elsewhere only where the table says so', () => {
    const texts = new Map(
      globSync([
        ...['lib/**/*.ts', 'lambdas/config/*.ts', 'local/**/*.ts', 'tools/docs/scale-document.ts'],
        ...['docs/*.md', 'packages/*/README.md', 'README.md'],
      ])
        .filter((file) => file !== 'docs/aws-facts.md')
        .map((file) => [file, readFileSync(file, 'utf8')]),
    );

    expect(findStrays([...texts.keys()], (file) => texts.get(file) ?? '')).toEqual([]);
  });

  it.each([
    ['const most = 250_000; const other = 3_250_000;', ['edgeRequests']],
    ['Lambda takes a body of 6 MB.', ['functionRequestBytes']],
    ['An image of 6 MB, and 29 seconds of something else.', []],
    ['API Gateway ends it after 29 s.', ['gatewaySeconds']],
    ['DynamoDB recovers 35 days.', ['recoveryDays', 'lostTableDays']],
  ])('are found where they do not: %s', (text, names) => {
    expect(findStrays(['new.ts'], () => text)).toEqual(names.map((name) => `new.ts: ${name}`));
  });
});

describe('what AWS documents beside numbers', () => {
  it.each([...awsStatements, ...undocumented])(
    '$what: has a page of AWS, and places that exist',
    ({ source, usedIn }) => {
      expect(source).toMatch(/^https:\/\/(?:docs\.aws|aws)\.amazon\.com\/\S+$|^https:\/\/repost\.aws\/\S+$/);
      for (const place of usedIn) expect([place, existsSync(place)]).toEqual([place, true]);
    },
  );
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
