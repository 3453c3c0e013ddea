import { getService } from '../api.ts';
import type { Answer, Context } from '../context.ts';
import { table } from '../output.ts';

/** `image-url usage`: prints the month's limits, their usage, and the usage events that were sent. */
export const usage = async (context: Context): Promise<Answer> => {
  const used = await getService(context).call('getUsage');
  const { plan, status, period, imageMints, aiGenerations, events } = used;
  const row = (what: string, { used: n, limit, remaining }: typeof imageMints) => [
    what,
    `${n}`,
    limit === null ? '' : `of ${limit}`,
    remaining === null ? 'no limit' : `${remaining} left`,
  ];
  const rows = [row('image mints', imageMints), row('AI generations', aiGenerations)];
  const sent = events.map(({ what, keyId = '', threshold, used: n, limit, sentAt }) => [
    ...[what, keyId, `${threshold}%`, `${n} of ${limit}`],
    sentAt.slice(0, 10),
  ]);
  const head = `${plan}, ${status}, ${period.start.slice(0, 10)} to ${period.end.slice(0, 10)}`;
  const list = sent.length > 0 ? `\n\nusage events sent\n${table(sent)}` : '';
  return { json: used, text: `${head}\n${table(rows)}${list}` };
};
