const one = /^\s*url\(\s*["']?#([^"')\s]+)["']?\s*\)\s*$/;

/** The id a value refers to, `url(#id)`, quoted or not; '' where it is anything else. */
export const referenceIn = (value: string | undefined): string => one.exec(value ?? '')?.[1] ?? '';

/** A value whose references lead to ids with a prefix. */
export const prefixedReferences = (value: string, prefix: string): string =>
  value.replaceAll(/url\(\s*(["']?)#/g, `url($1#${prefix}`);
