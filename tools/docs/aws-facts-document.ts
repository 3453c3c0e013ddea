import { readFile } from 'node:fs/promises';
import { type AwsFact, awsFacts } from '../../lambdas/config/aws-facts.ts';
import { type AwsStatement, awsStatements, undocumented } from './aws-statements.ts';
import { fillMarks } from './marks.ts';

const facts: readonly AwsFact[] = Object.values(awsFacts);

/** Returns a number in the unit in which one says it: bytes as KB or MB. */
const toValue = ({ value, unit }: AwsFact): string => {
  if (!unit.startsWith('bytes') || value < 10_240) return `${value.toLocaleString('en')} ${unit}`;
  const [size, name] = value >= 1 << 20 ? [value / (1 << 20), 'MB'] : [value / 1_024, 'KB'];
  return `${size.toLocaleString('en')} ${unit.replace('bytes', name)}`;
};

const toLink = (path: string): string =>
  path.startsWith('docs/') ? `[${path.slice(5)}](${path.slice(5)})` : `\`${path}\``;

const toRow = (fact: AwsFact): string => {
  const { service, what, source, usedIn, note } = fact;
  const page = source.split('/').at(-1);
  const noted = note === undefined ? '' : ` (${note})`;
  return `| ${service} | ${what}${noted} | ${toValue(fact)} | [${page}](${source}) | ${usedIn.map(toLink).join(', ')} |`;
};

const toStatementRow = ({ what, source, usedIn }: AwsStatement): string =>
  `| ${what} | [${source.split('/').findLast((part) => part !== '')}](${source}) | ${usedIn.map(toLink).join(', ')} |`;

const statementTable = (title: string, statements: readonly AwsStatement[]): string =>
  [`| ${title} | Page | Used in |`, '| --- | --- | --- |', ...statements.map(toStatementRow)].join('\n');

/** Returns `docs/aws-facts.md`: every number of AWS that code or documents rest on. */
export const awsFactsDocument = (): string => `# What AWS documents

<!-- made by npm run docs from lambdas/config/aws-facts.ts; do not edit -->

Every number of AWS that code or documents rest on, with the page of AWS's documentation that has it. All were held against the code on ${facts[0]?.read} in copies of that documentation of 2026. Quotas are the defaults of an account in one region; yours are in Service Quotas.

| Service | What | Number | Page | Used in |
| --- | --- | --- | --- | --- |
${facts.map(toRow).join('\n')}

## What else is documented

${statementTable('What', awsStatements)}

## What AWS documents no number for

Here code and documents rest on an assumption, and say so.

${statementTable('What', undocumented)}
`;

const quotaTable = (): string => {
  const asked = facts.filter(({ usedIn }) => usedIn.includes('docs/organisations.md'));
  const rows = asked.map(
    (fact) =>
      `| ${fact.service} | ${fact.what}${fact.note === undefined ? '' : ` (${fact.note})`} | ${toValue(fact)} |`,
  );
  return [
    '| Service | What | Default |',
    '| --- | --- | --- |',
    ...rows,
    '| Bedrock | tokens a minute of the model | by model |',
  ].join('\n');
};

/** Returns `docs/organisations.md` with its table of quotas. */
export const organisationsDocument = async (): Promise<string> =>
  fillMarks(await readFile('docs/organisations.md', 'utf8'), { quotas: quotaTable });
