/** A door: the source of templates, and of files that become templates. */
export { joinFiles, maxFiles, type WrittenFile } from '../import/files.ts';
export { importTemplate } from '../import/import-template.ts';
export { findResponses, isRoute } from '../import/responses.ts';
export { getVocabulary, type Vocabulary } from '../lint/vocabulary.ts';
export { parseTemplateSource } from '../template/render-plan/draft.ts';
export { isImportable, isTypeByUse, reactNames } from '../template/source/imports.ts';
export { getExports } from '../template/source/module.ts';
export { parseTemplate } from '../template/source/parse-template.ts';
export type { SyntaxTree } from '../template/source/syntax-tree.ts';
