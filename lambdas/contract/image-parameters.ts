/** Parameters of a signed image URL beside those of variables, `v_` and their name; and whether each is always there. */
export const imageParameters: Readonly<Record<string, { readonly isOptional?: true }>> = {
  templateId: {},
  uid: {},
  exp: {},
  sig: {},
  rv: {},
  tv: {},
  width: {},
  height: {},
  format: {},
  quality: { isOptional: true },
  dpr: {},
};
