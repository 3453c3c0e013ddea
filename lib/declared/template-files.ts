import { spawnSync } from 'node:child_process';
import { templateSetAsset } from 'image-url-contract/custom-resources.ts';
import * as z from 'zod';
import { templateReader } from '../app/assets.ts';

const namedAsset = templateSetAsset.element;
const readTemplates = z.union([z.object({ templates: z.array(namedAsset) }), z.object({ error: z.string() })]);

export type TemplateFile = z.output<typeof namedAsset>;

export interface TemplatePatterns {
  readonly patterns: readonly string[];
  /** Folder that patterns are relative to. */
  readonly cwd: string;
  /** Folder whose files templates may import. @default the nearest one with a package.json */
  readonly root?: string | undefined;
}

/** Maximum size of the reader's output in bytes, above all sources of a stack. */
const maxBuffer = 64 << 20;

/**
 * Reads template files and bundles them with the files they import, without running any.
 *
 * @throws Error for a pattern without files, an import that leads out of the root, and code that does not compile
 */
export const readTemplateFiles = (request: TemplatePatterns): readonly TemplateFile[] => {
  const { stdout, stderr, error } = spawnSync(process.execPath, [templateReader, JSON.stringify(request)], {
    encoding: 'utf8',
    maxBuffer,
  });
  if (error) throw error;
  const read = (() => {
    try {
      return readTemplates.parse(JSON.parse(stdout));
    } catch (cause) {
      throw new Error(`Templates could not be read: ${stderr.trim()}`, { cause });
    }
  })();
  if ('error' in read) throw new Error(read.error);
  return read.templates;
};
