const position = 'studio-session';

const inAddress = new URLSearchParams(location.hash.slice(1)).get('session');
// an address that is copied or photographed opens nothing
if (inAddress) history.replaceState(null, '', location.pathname);

let current = inAddress || localStorage.getItem(position) || '';

/** What the page shows to the studio's server. */
export const session = (): string => current;

/** Keeps the session, so that the studio can be opened again without it: called once the server has let it in. */
export const storeSession = (): void => localStorage.setItem(position, current);

/** Takes the session that was kept in place of the one in the address, which anyone may write into a link. @returns whether there is another */
export const resumeSession = (): boolean => {
  const cached = localStorage.getItem(position) ?? '';
  if (cached === '' || cached === current) return false;
  current = cached;
  return true;
};
