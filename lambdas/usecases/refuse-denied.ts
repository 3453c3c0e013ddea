import { fail } from '../contract/errors.ts';
import { subjectsOf } from '../core/denial.ts';
import type { ImageQuery } from '../core/signing/image-query.ts';
import type { DenialReader, Runtime } from '../ports/ports.ts';

/**
 * Refuses a URL whose account or template an operator has denied. The edge refuses it before this where the edge function is on.
 *
 * @throws URL_DENIED.
 */
export const refuseDenied = async (denials: DenialReader, runtime: Runtime, query: ImageQuery): Promise<void> => {
  const isDenied = await denials.isAnyDenied(subjectsOf(query), (cause) =>
    runtime.log('error', 'denials not read anew', { cause }),
  );
  if (!isDenied) return;
  runtime.count({ DeniedImages: 1 });
  throw fail('URL_DENIED');
};
