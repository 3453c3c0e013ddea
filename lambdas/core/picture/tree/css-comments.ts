/** CSS without its comments, a space in the place of each; one that is never closed takes the rest with it. */
export const withoutComments = (css: string): string => {
  let plain = '';
  let at = 0;
  for (let open = css.indexOf('/*'); open >= 0; open = css.indexOf('/*', at)) {
    plain += `${css.slice(at, open)} `;
    const close = css.indexOf('*/', open + 2);
    if (close < 0) return plain;
    at = close + 2;
  }
  return plain + css.slice(at);
};
