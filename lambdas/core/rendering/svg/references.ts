const one = /^\s*url\(\s*["']?#([^"')\s]+)["']?\s*\)\s*$/;

/** Returns the id in `url(#id)`, quoted or not; '' for any other value. */
export const parseReference = (value: string | undefined): string => one.exec(value ?? '')?.[1] ?? '';

/** Prefixes the ids in attributes and in their references, in place. */
export const prefixIds = (attributes: Record<string, string>, prefix: string): void => {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'id') attributes.id = prefix + value;
    else if (name === 'href') attributes.href = value.replace(/^#/, `#${prefix}`);
    else attributes[name] = value.replaceAll(/url\(\s*(["']?)#/g, `url($1#${prefix}`);
  }
};
