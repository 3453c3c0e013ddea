import { engines } from '#engine/engines/engines.ts';
import { reported } from '../../test/engine/engines/takumi/faults/reported.ts';
import { unreported } from '../../test/engine/engines/takumi/faults/unreported.ts';

const version = engines.takumi.parts['@takumi-rs/core'];

const writeTree = (tree: object): string => JSON.stringify(tree).replaceAll('"children":[', '"children":[\n  ');

/** Returns `docs/upstream.md`: the register of takumi's faults, each with a report if it has one. */
export const upstreamDocument = (): string => {
  const reports = reported.map(({ name, call, tree, expected, seen, workaround }) =>
    [
      `## ${name}`,
      ...(call === undefined ? [] : [call]),
      `\`\`\`json\n${writeTree(tree)}\n\`\`\``,
      `Expected: ${expected} Seen: ${seen} Worked around by \`${workaround}\`.`,
    ].join('\n\n'),
  );
  const others = unreported.map(({ name, workaround }) => `| ${name} | \`${workaround}\` |`);
  return `# Reports for takumi

<!-- made by npm run docs from test/engine/engines/takumi/faults; do not edit -->

Faults of \`@takumi-rs/core\` ${version} that this project works around. Those with a heading have a minimal tree, ready to be filed. \`npx vitest run test/engine/engines/takumi/known-faults.test.ts\` renders every tree and fails when a fault is gone: remove the workaround and its entry together. A name without a path is in \`packages/engine/src/engines/takumi/workarounds.ts\`.

${reports.join('\n\n')}

## Without a report

| Fault | Workaround |
|---|---|
${others.join('\n')}
`;
};
