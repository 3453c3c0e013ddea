import { startOfDay } from 'image-url-contract/days.ts';
import { fail, failWithDetail, ServiceError } from 'image-url-contract/errors.ts';
import type { MintDetails, MintRequest } from 'image-url-contract/schemas/mint.ts';
import { encodeVariable, type ImageQuery } from 'image-url-contract/signing/image-query.ts';
import {
  type CostEstimate,
  describeFailure,
  describePublicly,
  engines,
  estimateCost,
  evaluatePlan,
  lintImageVariables,
  lintShownSamples,
  lintUnknownVariables,
} from 'image-url-engine/engine.ts';
import { getTypography, hashFonts, type Typography } from 'image-url-engine/fonts.ts';
import { getOutputSize, getSizeSuffix } from 'image-url-engine/options.ts';
import { getRemoteImages, type VElement } from 'image-url-engine/trees.ts';
import type { CpuBudget } from 'image-url-engine/workers.ts';
import { requireUsable, starterOwner } from '../access/ownership.ts';
import { getTreeAddress, renderVersion } from '../domain/address.ts';
import { packTree, type StoredTree } from '../domain/stored-tree.ts';
import { toCustomFont } from '../fonts/template-fonts.ts';
import type { Ports } from '../ports/ports.ts';
import type { AccountRecord, FontRecord, TemplateRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { readRenderPlan } from './render-plan.ts';
import { findTemplateAt } from './template-version.ts';

/** Parameters of an image, from a mint request or an on-demand URL. */
export type WantedImage = Pick<MintRequest, 'variables' | 'version' | 'options' | 'tv'> &
  Pick<MintRequest, 'width' | 'height' | 'size' | 'format' | 'quality' | 'devicePixelRatio'>;

/** For whom an image is evaluated. */
export interface Caller {
  readonly account: AccountRecord;
  readonly fonts: readonly FontRecord[];
}

/** An evaluated image that is not stored and whose unit is not consumed. */
export interface PreparedImage {
  readonly templateId: string;
  /** Everything that determines the image: the parameters of its URL except the expiry. */
  readonly query: Omit<ImageQuery, 'exp'>;
  readonly details: MintDetails;
  /** Warnings: what was ignored, images that can never be fetched, and starter samples that the image shows. */
  readonly warnings: readonly string[];
  readonly address: string;
  readonly tree: StoredTree;
  /** What was packed to `tree`, for whoever renders it without reading it. */
  readonly evaluated: {
    readonly tree: VElement;
    readonly typography?: Typography | undefined;
    readonly hasRemoteImages: boolean;
  };
  readonly cost: CostEstimate;
}

/**
 * Evaluates a template for an image.
 *
 * @param budget processor time that several templates share. @default only the usual limit
 * @throws TEMPLATE_NOT_FOUND, VERSION_NOT_FOUND, MISSING_TEMPLATE_VARIABLES, TEMPLATE_NOT_COMPILED; INVALID_SIZE for an
 * unknown size; INVALID_DEVICE_PIXEL_RATIO for too many pixels; INVALID_VARIABLES when the template fails with them
 */
export const prepareImage = async (
  ports: Pick<Ports, 'versions:read' | 'renderPlans:read'>,
  runtime: Runtime,
  caller: Caller,
  current: TemplateRecord | undefined,
  { version, ...request }: WantedImage,
  budget?: CpuBudget,
): Promise<PreparedImage> => {
  const template = await findTemplateAt(ports, requireUsable(current, caller.account), version);
  return evaluateImage(ports, runtime, caller, template, request, budget);
};

/**
 * Evaluates a template that the caller may use, in the version of the record.
 *
 * @throws what `prepareImage` throws, except TEMPLATE_NOT_FOUND and VERSION_NOT_FOUND
 */
export const evaluateImage = async (
  ports: Pick<Ports, 'renderPlans:read'>,
  runtime: Runtime,
  { account: { accountId }, fonts }: Caller,
  template: TemplateRecord,
  { options: misplaced, variables: sent = {}, ...request }: Omit<WantedImage, 'version'>,
  budget?: CpuBudget,
): Promise<PreparedImage> => {
  const { templateId, ownerId, version } = template;
  const today = startOfDay(runtime.now());
  const renderPlan = await readRenderPlan(ports, runtime, template);
  const input = { given: sent, chosen: request, clock: today.getTime() };
  const result = await evaluatePlan(renderPlan, renderPlan.seed ?? renderPlan.hash, input, budget);
  if (!result.ok) {
    if (result.reason === 'missing') throw fail('MISSING_TEMPLATE_VARIABLES', { names: result.names });
    const [detail, publicDetail] = [describeFailure(result), describePublicly(result)].map(
      (text) => `The template fails with these variables: ${text}`,
    );
    throw new ServiceError('INVALID_VARIABLES', [], { ...(detail && { detail }), publicDetail });
  }
  const { visible: given, options, size } = result;
  const { engine } = renderPlan.options;
  const own = ownerId === accountId ? fonts : [];
  const custom = own.map(toCustomFont);
  const typography = getTypography(result.tree, renderPlan.options.fontFamily, custom, renderPlan.pinned);
  const tree = packTree(result.tree, typography);
  if (!tree)
    throw failWithDetail('INVALID_VARIABLES', 'With these variables the template makes an image too large to keep.');

  // trees of other owners' templates and trees with remote images belong to the minting account, so that they are
  // erased with it
  const hasRemoteImages = getRemoteImages(result.tree).length > 0;
  const isOwned = ownerId !== accountId || hasRemoteImages;
  const rv = renderVersion(engines[engine].id, renderPlan.hash, {
    ...{ day: result.consultsClock ? today : undefined, fonts: hashFonts(typography) },
    ...(isOwned && { accountId }),
    ...(size && { size: getSizeSuffix(size, renderPlan.options) }),
  });
  const variables = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, encodeVariable(value)]));
  // a custom `tv` hides the version, which the owner may revoke
  const { tv = String(version) } = request;
  const versions = { tv, ...(request.tv !== undefined && { tvn: version }) };
  const samples = ownerId === starterOwner ? lintShownSamples(renderPlan, given, result.tree) : [];
  const hashes = new Set(typography?.fonts.map(({ hash }) => hash));
  const fontBytes = own.reduce((sum, { hash, unpackedBytes }) => sum + (hashes.has(hash) ? unpackedBytes : 0), 0);
  return {
    templateId,
    query: { templateId, uid: accountId, rv, ...versions, options, variables },
    details: { ...getOutputSize(options), contentType: `image/${options.format}`, version, engine },
    warnings: [
      ...lintUnknownVariables(renderPlan, sent, misplaced),
      ...lintImageVariables(given, result.tree, runtime.hasLoopback),
      ...samples,
    ],
    address: getTreeAddress({ templateId, rv, variables }),
    tree,
    evaluated: { tree: result.tree, typography, hasRemoteImages },
    cost: estimateCost(result.tree, options, fontBytes),
  };
};
