/** What determines a tree besides engine and render plan. */
interface Circumstances {
  /** Start of the minting day, if the template read the clock. */
  readonly day?: Date | undefined;
  /** The account that owns the tree, if any (docs/decisions/0341). */
  readonly accountId?: string | undefined;
  /** Hash of the custom fonts that the tree uses, if any (`hashFonts`). */
  readonly fonts?: string | undefined;
  /** For a template with sizes (`getSizeSuffix`). */
  readonly size?: string | undefined;
}

/**
 * Returns the render version (docs/interface.md#signed-urls):
 * `<engine>-<16 hex digits of the render plan's hash>[-<day>][-u<account>][-f<fonts>][-s<size>]`.
 *
 * @param renderPlanHash SHA-256 of the render plan's bytes, in hex.
 */
export const renderVersion = (
  engine: string,
  renderPlanHash: string,
  { day, accountId, fonts, size }: Circumstances,
): string =>
  [
    engine,
    renderPlanHash.slice(0, 16),
    ...(day ? [day.toISOString().slice(0, 10).replaceAll('-', '')] : []),
    ...(accountId === undefined ? [] : [`u${accountId}`]),
    ...(fonts === undefined ? [] : [`f${fonts}`]),
    ...(size === undefined ? [] : [`s${size}`]),
  ].join('-');

/**
 * Returns the render version of a preview: `<engine>-<16 hex digits of the render plan's hash>-p<16 of the tree's>`. A
 * preview has sample values, which no mint repeats exactly, so it is identified by its tree (docs/decisions/0120).
 *
 * @param content SHA-256 of the tree, in hex.
 */
export const previewVersion = (engine: string, renderPlanHash: string, content: string): string =>
  [engine, renderPlanHash.slice(0, 16), `p${content.slice(0, 16)}`].join('-');

const previewForm = /^[a-z]+\d+-[0-9a-f]{16}-p[0-9a-f]{16}$/;
export const isPreviewVersion = (rv: string): boolean => previewForm.test(rv);
