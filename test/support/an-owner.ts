import { anAccount, aTemplate, type Caller, openCard } from './service.ts';

/** A new account with a template of this code. */
export const anOwner = async (
  code = openCard,
  wanted: Parameters<typeof anAccount>[0] = {},
): Promise<{ readonly caller: Caller; readonly templateId: string }> => {
  const caller = await anAccount(wanted);
  return { caller, templateId: await aTemplate(caller, code) };
};
