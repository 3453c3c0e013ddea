import { readRevocationId } from '../../core/revocation.ts';
import { parseQuery } from '../../core/signing/canonical-query.ts';
import type { RevocationRecord } from '../../ports/records.ts';

/** Returns the template whose URLs a revocation takes back. */
export const templateOfRevocation = ({ revocationId, signed }: RevocationRecord): string => {
  const revocable = readRevocationId(revocationId);
  if (revocable && 'templateId' in revocable) return revocable.templateId;
  if (signed?.query.startsWith('/')) return signed.query.split('/')[1] ?? '';
  const pairs = signed && parseQuery(signed.query, (name) => name === 'templateId');
  return pairs?.get('templateId') ?? '';
};
