/**
 * Returns the module that programs import: it says which Node the engine needs before it loads anything that an older
 * one cannot load.
 *
 * @param least version of Node, such as `22.15`
 * @param module the bundle, from the same folder
 * @param names what it exports
 */
export const getEntry = (least: string, module: string, names: readonly string[]): string =>
  `const least = '${least}';
const { node } = process.versions;
if (node.localeCompare(least, 'en', { numeric: true }) < 0) {
  const error = new Error(\`image-url-engine needs Node \${least} or newer, this is \${node}: https://nodejs.org/en/download\`);
  error.stack = error.message;
  throw error;
}
export const { ${names.join(', ')} } = await import('./${module}');
`;
