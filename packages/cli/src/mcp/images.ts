import { type MintRequest, type MintResponse, mintRequest } from 'image-url-contract/schemas/mint.ts';
import { type CheckTemplateRequest, checkTemplateRequest } from 'image-url-contract/schemas/template.ts';
import * as z from 'zod';
import { getDiagnostics, getSeverity } from '../diagnostics.ts';
import { parseRequest } from '../parse-request.ts';
import { fetchImage } from '../requests.ts';
import { type Block, image, json, text } from './blocks.ts';
import { exactlyOne, readSource, source, templateId, trial, version } from './inputs.ts';
import { tool } from './tool.ts';

const checkTemplate = tool({
  name: 'check_template',
  description:
    'Compiles, runs and renders a template and keeps nothing: findings with line and column, variables, the image. File and code are checked on this machine, free of charge, with the fonts of image-url.json; other fonts of the account are known only to a check of a templateId.',
  isReadOnly: true,
  input: z.strictObject({ ...source, templateId: templateId.optional(), ...trial }),
  run: async (session, args) => {
    const { context, local } = session;
    exactlyOne(args, 'file', 'code', 'templateId');
    const { file, ...rest } = args;
    const own = file === undefined ? undefined : await readSource(context, file);
    const request = parseRequest<CheckTemplateRequest>(checkTemplateRequest, {
      ...rest,
      ...(own && { code: own.code }),
      image: true,
    });
    const answer =
      request.templateId === undefined
        ? await local.check(request)
        : await session.service().call('checkTemplate', { body: request });
    const { image: rendered, errors, warnings, ...facts } = answer;
    const diagnostics = own
      ? getDiagnostics(context.cwd, own, answer)
      : [
          ...errors.map((one) => ({ severity: 'error', ...one })),
          ...warnings.map((one) => ({ severity: getSeverity(one), ...one })),
        ];
    const { width, height, bytes, contentType } = rendered ?? {};
    const message = json({
      ...facts,
      findings: diagnostics,
      ...(rendered && { image: { width, height, bytes, contentType } }),
    });
    return rendered ? [message, image(rendered.contentType, rendered.bytes, rendered.data)] : [message];
  },
});

/** Returns the image of a URL, or why it cannot be shown, which is not an error: the URL is paid for. */
const toBlock = async (baseUrl: string, { url }: MintResponse): Promise<Block> => {
  const fetched = await fetchImage(baseUrl, url);
  if ('problem' in fetched) return text(`The URL is minted; its image is not shown: ${fetched.problem}.`);
  const { bytes, type } = fetched;
  return image(`image/${type}`, bytes.length, Buffer.from(bytes).toString('base64'));
};

const mintUrl = tool({
  name: 'mint_url',
  description:
    'A signed, public image URL of a template with values for its variables, and the image behind it. Takes one mint of the month: try values with check_template first.',
  isReadOnly: false,
  input: z.strictObject({ templateId, version: version.optional(), ...trial }),
  run: async (session, args) => {
    const body = parseRequest<MintRequest>(mintRequest, { ...args, details: true });
    const service = session.service();
    // one image, because this tool has no input `sizes`
    const minted = (await service.call('mintUrl', { body })) as MintResponse;
    return [json(minted), await toBlock(service.baseUrl, minted)];
  },
});

export const imageTools = [checkTemplate, mintUrl];
