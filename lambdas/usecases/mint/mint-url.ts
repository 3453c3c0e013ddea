import type { MintRequest, MintResponse, MintSetResponse } from '../../contract/schemas/mint.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord, TemplateRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { fontsWhileEvaluating } from '../accounts/account-fonts.ts';
import { issueUrls, unitsWhileEvaluating } from './issue-urls.ts';
import { mintOnDemandUrl } from './mint-on-demand-url.ts';
import { mintItems } from './mint-urls.ts';
import { orderPrewarms } from './order-prewarms.ts';
import { prepareUrl, toUrlResponse } from './prepare-url.ts';
import { proveDrawable } from './prove-renderable.ts';

/**
 * Mints one signed URL, or with `sizes` one for each of them.
 *
 * @throws what `prepareUrl` throws, and QUOTA_EXCEEDED.
 */
export const mintUrl = async (
  ports: PortsOf<'mintUrl'>,
  runtime: Runtime,
  caller: AccountRecord,
  templates: ReadonlyMap<string, TemplateRecord>,
  request: MintRequest,
): Promise<MintResponse | MintSetResponse> => {
  const { form, sizes, ...item } = request;
  if (form === 'path') return mintOnDemandUrl(ports, runtime, caller, templates, request);
  if (sizes) {
    const items = sizes.map((size) => ({ ...item, size }));
    const urls = await mintItems(ports, runtime, caller, templates, items, (n) => `sizes[${n}]`);
    return { urls: Object.fromEntries(sizes.map((size, n) => [size, urls[n] as MintResponse])) };
  }
  const enough = unitsWhileEvaluating(ports, runtime, caller, 1);
  const fonts = fontsWhileEvaluating(ports, caller, templates);
  const prepared = await prepareUrl(ports, runtime, caller, templates.get(request.templateId), request, fonts);
  await issueUrls(ports, runtime, caller, [prepared], enough, () => proveDrawable(ports, runtime, prepared));
  await orderPrewarms(ports, runtime, caller, [prepared], [request]);
  return toUrlResponse(prepared, request);
};
