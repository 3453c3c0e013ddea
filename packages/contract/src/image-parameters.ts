/** Parameters of a signed image URL, except variables (`v_<name>`). */
export const imageParameters: Readonly<Record<string, { readonly isOptional?: true }>> = {
  templateId: {},
  uid: {},
  exp: {},
  sig: {},
  rv: {},
  tv: {},
  tvn: { isOptional: true },
  width: {},
  height: {},
  format: {},
  quality: { isOptional: true },
  dpr: {},
};
