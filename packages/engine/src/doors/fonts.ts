/** A door: families, their packs and files, and the typography of a tree. */
export type { FamilyFinder, TemplateFonts } from '../compile/template-fonts.ts';
export type { FontBytes } from '../isolation/render/render.ts';
export { coreFamilies, type FontFamily, hanFamilies, parseKnownFamilies } from '../rendering/fonts/catalogue.ts';
export { getCustomFamilies } from '../rendering/fonts/custom-fonts.ts';
export {
  findIndexed,
  getKind,
  type IndexedFamily,
  indexedFamilies,
  popularFamilies,
} from '../rendering/fonts/font-index.ts';
export { type PackageContent, packFonts, readMetadata } from '../rendering/fonts/font-pack.ts';
export { getTypography, hashFonts } from '../rendering/fonts/named-fonts.ts';
export { FontProblem } from '../rendering/fonts/opentype/font-tables.ts';
export { pinnedFamily } from '../rendering/fonts/pinned-family.ts';
export type { CustomFont, FoundFamily, Typography } from '../rendering/fonts/typography.ts';
