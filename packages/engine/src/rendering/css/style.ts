export type Style = Record<string, string | number>;
