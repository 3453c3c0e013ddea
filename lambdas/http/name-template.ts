import { failWithDetail, isServiceError, type ServiceError } from 'image-url-contract/errors.ts';
import type { ApiRouteId } from 'image-url-contract/routes.ts';
import { starterIds } from 'image-url-contract/starters.ts';
import { findNearestWord, truncate } from 'image-url-engine/words.ts';
import type { Call } from '../ports/use-case.ts';

/** Maximum number of characters of an id in a message. */
const longestId = 80;

interface NamesTemplate {
  readonly templateId?: string;
  readonly items?: readonly { readonly templateId?: string }[];
}

/** Returns the template id that a failure is about, as the request contains it; undefined if unknown. */
const getId = (
  { item }: ServiceError,
  call: { readonly path: unknown; readonly body: unknown },
): string | undefined => {
  const path = call.path as NamesTemplate | undefined;
  const body = call.body as NamesTemplate | undefined;
  return item === undefined ? (path?.templateId ?? body?.templateId) : body?.items?.[item]?.templateId;
};

/**
 * Adds to TEMPLATE_NOT_FOUND the id, the starter that may be meant, and what to do instead of changing a starter.
 * Returns other errors unchanged.
 */
export const nameTemplate = (error: unknown, call: Call<ApiRouteId>): unknown => {
  if (!isServiceError(error) || error.code !== 'TEMPLATE_NOT_FOUND') return error;
  const id = getId(error, call);
  if (id === undefined) return error;
  const isStarter = call.templates.get(id)?.isPublic === true;
  const detail = isStarter
    ? `${id} is a starter and cannot be changed: copy it first, as a template of your own (POST /v1/templates with its code).`
    : `${error.message.replace(/\.$/, '')}: ${JSON.stringify(truncate(id, longestId))}.${getSuggestion(id)}`;
  return failWithDetail('TEMPLATE_NOT_FOUND', detail, error.item);
};

const getSuggestion = (id: string): string => {
  const nearest = findNearestWord(id.slice(0, longestId), starterIds);
  return nearest === undefined ? '' : ` Do you mean ${nearest}?`;
};
