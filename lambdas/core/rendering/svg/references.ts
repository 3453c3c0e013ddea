const one = /^\s*url\(\s*["']?#([^"')\s]+)["']?\s*\)\s*$/;

/** The id a value refers to, `url(#id)`, quoted or not; '' where it is anything else. */
export const referenceIn = (value: string | undefined): string => one.exec(value ?? '')?.[1] ?? '';

/** Puts a prefix before the id in some attributes, and before the ids they refer to, in place. */
export const prefixIds = (attributes: Record<string, string>, prefix: string): void => {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'id') attributes.id = prefix + value;
    else if (name === 'href') attributes.href = value.replace(/^#/, `#${prefix}`);
    else attributes[name] = value.replaceAll(/url\(\s*(["']?)#/g, `url($1#${prefix}`);
  }
};
