import { output } from './commands.ts';

const publint = 'publint@0.3.25';
const areTheTypesWrong = '@arethetypeswrong/cli@0.18.5';

/** Supported ways of importing a package; packages without a row have no types. */
const profiles: Readonly<Record<string, string>> = {
  // ES modules only, and not the resolution without `exports` of TypeScript before 4.7
  'image-url-client': 'esm-only',
  'image-url-cdk': 'node16',
  'image-url-engine': 'esm-only',
};

/** Checks the metadata of a tarball, and its types under every module resolution. @throws Error naming the problems */
export const lintPackage = async (name: string, tarball: string, cwd: string): Promise<void> => {
  await output('npx', ['--yes', publint, tarball, '--strict'], { cwd });
  const profile = profiles[name];
  await output('npx', ['--yes', areTheTypesWrong, tarball, ...(profile ? ['--profile', profile] : [])], { cwd });
};
