const place = 'studio-session';

const inAddress = new URLSearchParams(location.hash.slice(1)).get('session');
if (inAddress) {
  localStorage.setItem(place, inAddress);
  // an address that is copied or photographed opens nothing
  history.replaceState(null, '', location.pathname);
}

/** What the address that was printed brought along; kept, so that the studio can be opened again without it. */
export const session = (): string => localStorage.getItem(place) ?? '';
