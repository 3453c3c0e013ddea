/** A section of the changelog: its version, the date or "unreleased", and its text. */
const sections = /^## (\S+) \(([^)]+)\)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm;

/** Returns the text of a version's section. @throws Error when there is none */
export const releaseNotes = (changelog: string, version: string): string => {
  for (const [, name, , text = ''] of changelog.matchAll(sections)) if (name === version) return `${text.trim()}\n`;
  throw new Error(`CHANGELOG.md: there is no section "## ${version} (...)".`);
};

/**
 * Gives the section of unreleased changes the version and date of the release.
 *
 * @throws Error without such a section, because a release must document its changes
 */
export const dateSection = (changelog: string, version: string, date: Date): string => {
  const heading = /^## \S+ \(unreleased\)$/m;
  if (!heading.test(changelog)) throw new Error('CHANGELOG.md: there is no section "## NEXT (unreleased)".');
  return changelog.replace(heading, `## ${version} (${date.toISOString().slice(0, 10)})`);
};
