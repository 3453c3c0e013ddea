import { toCanonicalJson } from 'image-url-contract/canonical-json.ts';
import { dayMs, startOfDay } from 'image-url-contract/days.ts';
import { failWithDetail } from 'image-url-contract/errors.ts';
import { limits } from 'image-url-contract/limits.ts';
import type { MintDetails, MintResponse } from 'image-url-contract/schemas/mint.ts';
import {
  findUnwritable,
  getOnDemandIdentity,
  getSignedPath,
  type OnDemandUrl,
} from 'image-url-contract/signing/on-demand-url.ts';
import { deriveSigningSecret, getServiceKeyId } from 'image-url-contract/signing/signing-secret.ts';
import { getEngineOfVersion } from 'image-url-engine/engine.ts';
import { defaultFormat } from 'image-url-engine/images.ts';
import { getOutputSize } from 'image-url-engine/options.ts';
import { requireUsable } from '../access/ownership.ts';
import { isFrozen } from '../domain/records/image-records.ts';
import { getVersion } from '../domain/revocation.ts';
import { getKeyLimits, requireUnits } from '../limits/quota.ts';
import type { FrozenImage } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { Call, WorkPorts } from '../ports/use-case.ts';
import { verifyCostlyImage, withFailuresReserved } from '../publishing/costly-images.ts';
import { prepareImage } from '../publishing/evaluate-image.ts';
import { freezeImage, getUnit, isRefusal } from '../publishing/freeze-image.ts';
import { requireShort, requireSigningKey, signUrl, toUrlResponse } from '../publishing/sign-url.ts';
import { getTreeExpiry, storeTrees } from '../publishing/store-trees.ts';
import { orderPrewarms } from './order-prewarms.ts';

/**
 * Signs the URL that the client's `images.sign` returns for the same request, with the service's own key.
 *
 * @returns the URL and the identity of its image
 * @throws INVALID_BODY, INVALID_DEVICE_PIXEL_RATIO for invalid numbers; INVALID_VARIABLES for a long URL
 */
const signOnDemandUrl = async (
  ports: Pick<WorkPorts<'mintUrl'>, 'keyring:read' | 'settings:urls'>,
  runtime: Runtime,
  accountId: string,
  request: Call<'mintUrl'>['body'],
): Promise<{ readonly url: string; readonly identity: string }> => {
  const {
    templateId,
    format = defaultFormat,
    version,
    size,
    width,
    height,
    devicePixelRatio,
    quality,
    variables,
  } = request;
  if (request.tv !== undefined) throw failWithDetail('INVALID_BODY', 'tv is not part of a URL of the form "path".');
  const master = await requireSigningKey(ports['keyring:read'], runtime);
  const key = getServiceKeyId(master, accountId);
  const payload = variables === undefined ? '-' : Buffer.from(toCanonicalJson(variables)).toString('base64url');
  const asked = { key, templateId, format, payload, version, size, width, height, devicePixelRatio, quality };
  const url = Object.fromEntries(
    Object.entries(asked).filter(([, value]) => value !== undefined),
  ) as unknown as OnDemandUrl;
  const unwritable = findUnwritable(url);
  if (unwritable !== undefined)
    throw failWithDetail(
      unwritable === 'devicePixelRatio' ? 'INVALID_DEVICE_PIXEL_RATIO' : 'INVALID_BODY',
      `${unwritable} has too many digits for a URL of the form "path", which has at most four decimals.`,
    );
  const path = getSignedPath(url, deriveSigningSecret(master, key));
  return {
    url: requireShort(ports['settings:urls'].imageUrl + path),
    identity: getOnDemandIdentity(accountId, url, variables ?? {}),
  };
};

/** Returns the `details` of a frozen image. */
const getDetails = ({ query }: FrozenImage): MintDetails => ({
  ...getOutputSize(query.options),
  contentType: `image/${query.options.format}`,
  version: getVersion(query),
  engine: getEngineOfVersion(query.rv),
});

/**
 * Mints one on-demand URL: its image is evaluated, counted and frozen as by a first request (docs/decisions/0350).
 * Later mints and requests of it are not counted.
 *
 * @throws what `mintUrl` throws
 */
export const mintOnDemandUrl = async (
  ports: WorkPorts<'mintUrl'>,
  runtime: Runtime,
  { caller, templates, fonts, usage: seen, body: request }: Call<'mintUrl'>,
): Promise<MintResponse> => {
  const template = requireUsable(templates.get(request.templateId), caller);
  const { url, identity } = await signOnDemandUrl(ports, runtime, caller.accountId, request);
  const keys = getKeyLimits(runtime);
  const images = ports['onDemand:freeze'];
  const known = await images.find(identity);
  const image = isFrozen(known) ? known : await freezeNew();
  await orderPrewarms(ports, runtime, caller, [{ url }], [request]);
  const expiresAt = startOfDay(image.claimedAt).getTime() + limits.urlLifetimeDays * dayMs;
  const { warnings = [] } = image;
  return toUrlResponse({ url, expiresAt, details: getDetails(image), warnings }, request);

  async function freezeNew(): Promise<FrozenImage> {
    const { keyed: _keyed, ...unkeyed } = runtime;
    const { accountId } = caller;
    await requireUnits(ports['mints:spend'], unkeyed, caller, getUnit({ identity, keys, seen }));
    const asked = { ...request, format: request.format ?? defaultFormat };
    const prepared = await prepareImage(ports, runtime, { account: caller, fonts }, template, asked);
    await withFailuresReserved(ports, runtime, caller, [prepared], async () => {
      await storeTrees(ports, runtime, [prepared], accountId, getTreeExpiry(runtime.now()));
      // a URL of the same image in the other form, which renders without freezing
      const exp = startOfDay(runtime.now()).getTime() + 2 * dayMs;
      await verifyCostlyImage(ports, runtime, {
        url: await signUrl(ports, runtime, { ...prepared.query, exp }),
        cost: prepared.cost,
      });
    });
    const { query, warnings } = prepared;
    const claimedAt = await images.claim(identity, accountId, runtime.now());
    if (!claimedAt) {
      const other = await images.find(identity);
      if (isFrozen(other)) return other;
      throw new Error('A frozen image was lost.');
    }
    try {
      return await freezeImage(ports, runtime, { identity, account: caller, query, warnings, keys, seen, claimedAt });
    } catch (error) {
      if (isRefusal(error)) await images.withdraw(identity, claimedAt);
      throw error;
    }
  }
};
