const storageKey = 'studio-session';

const inAddress = new URLSearchParams(location.hash.slice(1)).get('session');
// so that a copied URL contains no session
if (inAddress) history.replaceState(null, '', location.pathname);

let current = inAddress || localStorage.getItem(storageKey) || '';

/** Returns the session for the studio's server. */
export const session = (): string => current;

/** Stores the session, once the server has accepted it, so that the studio opens without it in the URL. */
export const storeSession = (): void => localStorage.setItem(storageKey, current);

/** Uses the stored session instead of that in the URL, which may come from anyone. @returns whether it differs */
export const resumeSession = (): boolean => {
  const previous = localStorage.getItem(storageKey) ?? '';
  if (previous === '' || previous === current) return false;
  current = previous;
  return true;
};
