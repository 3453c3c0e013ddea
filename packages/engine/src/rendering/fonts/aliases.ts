const sets = (family: string, names: string): [string, string][] =>
  names.split(', ').map((name) => [name, family.toLowerCase()]);

/**
 * Alternative names of catalogue families, in lower case: former names, and fonts of operating systems. The latter map
 * to the family with the same widths (Arimo for Arial, Tinos for Times, Cousine for Courier, Gelasio for Georgia) or
 * else to the most similar one.
 */
export const aliases: Readonly<Record<string, string>> = Object.fromEntries([
  ...sets('Arimo', 'arial, helvetica, helvetica neue, helveticaneue, liberation sans, nimbus sans, arial unicode ms'),
  ...sets('Tinos', 'times new roman, times, liberation serif, nimbus roman'),
  ...sets('Cousine', 'courier new, courier, liberation mono'),
  ...sets('Gelasio', 'georgia, cambria'),
  ...sets('EB Garamond', 'garamond, palatino, palatino linotype, book antiqua, baskerville, iowan old style'),
  ...sets('Inter', 'segoe ui, sf pro, sf pro display, sf pro text, san francisco, interdisplay, inter display'),
  ...sets('Lato', 'calibri, carlito'),
  ...sets('Open Sans', 'verdana, tahoma, trebuchet ms, dejavu sans, noto sans display'),
  ...sets('Roboto', 'roboto flex, heebo'),
  ...sets('Oswald', 'arial narrow'),
  ...sets('Anton', 'impact, haettenschweiler'),
  ...sets('Archivo Black', 'arial black'),
  ...sets('JetBrains Mono', 'menlo, monaco, consolas, sf mono, sfmono-regular, lucida console, dejavu sans mono'),
  ...sets('JetBrains Mono', 'ubuntu mono, cascadia code, cascadia mono, andale mono, fira mono, jetbrains mono nl'),
  ...sets('Dancing Script', 'brush script mt, snell roundhand, apple chancery'),
  ...sets('Caveat', 'comic sans ms, comic sans, bradley hand, segoe print'),
  ...sets('Source Sans 3', 'source sans pro, source sans'),
  ...sets('Source Serif 4', 'source serif pro, source serif'),
  ...sets('Crimson Pro', 'crimson text, crimson'),
  ...sets('Geist', 'geist sans, geistsans'),
  ...sets('Geist Mono', 'geistmono'),
  ...sets('Noto Sans JP', 'hiragino sans, hiragino kaku gothic pro, hiragino kaku gothic pron, yu gothic, yugothic'),
  ...sets('Noto Sans JP', 'meiryo, ms pgothic, noto sans cjk jp, source han sans jp'),
  ...sets('Noto Sans KR', 'malgun gothic, apple sd gothic neo, noto sans cjk kr'),
  ...sets('Noto Sans SC', 'pingfang sc, microsoft yahei, simsun, heiti sc, noto sans cjk sc'),
  ...sets('Noto Sans TC', 'pingfang tc, pingfang hk, microsoft jhenghei, heiti tc, noto sans cjk tc'),
]);
