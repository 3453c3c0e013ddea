/**
 * `npm run release:prepare`, on the branch of the release's pull request: dates the section of the changelog, and
 * records the data that later versions must be able to read.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { print } from '../../bin/print.ts';
import { output } from '../packages/commands.ts';
import { dateSection } from './changelog.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
writeFileSync('CHANGELOG.md', dateSection(readFileSync('CHANGELOG.md', 'utf8'), version, new Date()));
await output(process.execPath, ['test/operator/upgrade/record.ts'], { cwd: '.' });
print(`Version ${version}: look at CHANGELOG.md, and commit it with test/operator/upgrade/recorded/${version}.tar.gz.`);
