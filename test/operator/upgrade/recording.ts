import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Data folders of the local service as releases left them, one of each release. */
const folder = resolve('test/operator/upgrade/recorded');
const expectationsFile = 'expectations.json';

/** A published image: the path that its page names, and what it answers. */
export interface RecordedImage {
  readonly path: string;
  /** Hash of the bytes for link previewers and for all others. */
  readonly sha256: { readonly previewer: string; readonly other: string };
}

/** What was written to the data of a release, and what the release answered. */
export interface Recording {
  readonly release: string;
  readonly recordedAt: string;
  /** Works, and may do everything. */
  readonly apiKey: string;
  /** May only mint. */
  readonly mintingKey: string;
  readonly deletedKey: string;
  readonly signingKey: string;
  readonly mintsUsed: number;
  /** Code of each version, the first version first. */
  readonly templates: readonly {
    readonly templateId: string;
    readonly name: string;
    readonly versions: readonly string[];
  }[];
  readonly fontHash: string;
  readonly images: readonly RecordedImage[];
  /** Minted or signed, and never requested. */
  readonly unrendered: readonly string[];
  readonly revoked: string;
  readonly denied: string;
}

/** Releases with recorded data, the oldest first. */
export const recordedReleases = (): string[] =>
  readdirSync(folder)
    .flatMap((file) => (file.endsWith('.tar.gz') ? [file.slice(0, -'.tar.gz'.length)] : []))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));

/** File with the resources that must outlive an update from a release. */
export const resourcesFile = (release: string): string => join(folder, `${release}.resources.json`);

/** Writes what is in a data folder, and what was recorded of it. */
export const pack = (dataDir: string, recording: Recording): void => {
  writeFileSync(join(dataDir, expectationsFile), JSON.stringify(recording));
  const archive = join(folder, `${recording.release}.tar.gz`);
  const compress = '--use-compress-program=gzip -9';
  execFileSync('tar', ['--create', `--file=${archive}`, compress, `--directory=${dataDir}`, '.']);
};

/** Writes the data of a release into an empty folder. @returns what was recorded of it */
export const unpack = (release: string, dataDir: string): Recording => {
  execFileSync('tar', ['--extract', '--gzip', '--file', join(folder, `${release}.tar.gz`), '--directory', dataDir]);
  return JSON.parse(readFileSync(join(dataDir, expectationsFile), 'utf8'));
};
