import recorded from '../../bench/rounds/recorded.json' with { type: 'json' };

const toSteps = ({ before, after }: { readonly before: string[][]; readonly after: string[][] }): string[] => [
  ...before.map((calls, n) => `${n + 1}. ${calls.map((one) => `\`${one}\``).join(', ')}`),
  ...(after.length > 0
    ? ['', `After the answer: ${after.map((calls) => calls.map((one) => `\`${one}\``).join(', ')).join('; then ')}.`]
    : []),
];

/** Returns the calls of each operation, round by round. */
export const roundsList = (): string =>
  Object.entries(recorded.plain)
    .map(([name, one]) => {
      const { rounds: withImage } = recorded.remote[name as keyof typeof recorded.plain];
      const remote = withImage > one.rounds ? ` (${withImage} with a remote image)` : '';
      return [
        `**${name}**: ${one.rounds} ${one.rounds === 1 ? 'round' : 'rounds'} to the first byte${remote}, ${one.calls} ${one.calls === 1 ? 'call' : 'calls'}`,
        '',
        ...toSteps(one),
      ].join('\n');
    })
    .join('\n\n');
