import { failSaying, type ServiceError } from '../contract/errors.ts';
import { starterIds } from '../contract/starters.ts';
import { shortened } from '../core/shortened.ts';
import { nearestWord } from '../core/template/lint/tree/nearest-word.ts';
import type { Incoming } from './call.ts';

/** Characters of an id that are quoted in a message. */
const longestId = 80;

/** Returns the template id that a failure is about, as it is in the request; undefined if it is not known. */
const getId = ({ message }: ServiceError, { pathParameters, call }: Incoming): string | undefined => {
  const body = call.body as { templateId?: unknown; items?: readonly { templateId?: unknown }[] } | undefined;
  const [, item] = /^items\[(\d+)\]: /.exec(message) ?? [];
  const id =
    item === undefined ? (pathParameters?.templateId ?? body?.templateId) : body?.items?.[Number(item)]?.templateId;
  return typeof id === 'string' ? id : undefined;
};

/**
 * Returns a TEMPLATE_NOT_FOUND that names the id and the starter that may be meant, and says what to do with a starter; any other
 * failure as it is.
 */
export const nameTemplate = (error: ServiceError, event: Incoming): ServiceError => {
  const id = error.code === 'TEMPLATE_NOT_FOUND' ? getId(error, event) : undefined;
  if (id === undefined) return error;
  const isStarter = event.call.templates?.get(id)?.isPublic === true;
  const detail = isStarter
    ? `${id} is a starter and cannot be changed: copy it first, as a template of your own (POST /v1/templates with its code).`
    : `${error.message.replace(/\.$/, '')}: ${JSON.stringify(shortened(id, longestId))}.${suggestion(id)}`;
  return failSaying('TEMPLATE_NOT_FOUND', detail);
};

const suggestion = (id: string): string => {
  const nearest = nearestWord(id.slice(0, longestId), starterIds);
  return nearest === undefined ? '' : ` Do you mean ${nearest}?`;
};
