import { getService } from '../api.ts';
import type { Answer, Context } from '../context.ts';
import { table } from '../output.ts';

/** `image-url usage`: what the month allows and what is used of it. */
export const usage = async (context: Context): Promise<Answer> => {
  const used = await getService(context).call('getUsage');
  const { plan, status, period, imageMints, aiGenerations } = used;
  const row = (what: string, { used: n, limit, remaining }: typeof imageMints) => [
    what,
    `${n}`,
    limit === null ? '' : `of ${limit}`,
    remaining === null ? 'no limit' : `${remaining} left`,
  ];
  const rows = [row('image mints', imageMints), row('AI generations', aiGenerations)];
  const head = `${plan}, ${status}, ${period.start.slice(0, 10)} to ${period.end.slice(0, 10)}`;
  return { json: used, text: `${head}\n${table(rows)}` };
};
