import { treeLimits } from '../../../vnode/tree-limits.ts';
import { hostCharacters, urlParts } from '../host-calls.ts';
import { durationUnits, intlMethods, localeMethods, localeParts } from '../intl.ts';
import { anyShapeMaker } from './any-shape.ts';
import { installBuiltIns } from './built-ins.ts';
import { installChance } from './chance.ts';
import { installClone } from './clone.ts';
import { reactSubset } from './elements.ts';
import { hostDoor } from './host.ts';
import { installLocale } from './locale.ts';
import { importable } from './modules.ts';
import { takePrimordials } from './primordials.ts';
import { promiseSettler } from './promises.ts';
import { runner } from './run.ts';
import { installUrls } from './urls.ts';
import { installWeb } from './web.ts';
import { treeWriter } from './write-tree.ts';

const { nodes, characters } = treeLimits;

const intlNames = { methods: intlMethods, localeParts, localeMethods, durationUnits };

const functions = {
  ...{
    takePrimordials,
    hostDoor,
    installBuiltIns,
    installChance,
    installClone,
    installLocale,
    installUrls,
    installWeb,
  },
  ...{ reactSubset, importable, promiseSettler, treeWriter, anyShapeMaker, runner },
};
const definitions = Object.entries(functions)
  .map(([name, code]) => `  const ${name} = ${code};`)
  .join('\n');

/**
 * Code that every sandbox runs before a template, as the text of one function of `host` and `runJobs`. It consists of
 * the texts of this folder's functions, so none of them may refer to anything outside itself. This way TypeScript checks
 * them, and a bundle needs no separate file. A bundler may minify them but not preserve their names (`keepNames`), which
 * inserts calls of a helper.
 *
 * No function is in parentheses, because the interpreter would parse it twice.
 */
export const sandboxRuntime = `0, function (host, runJobs) {
  'use strict';
${definitions}

  const primordials = takePrimordials();
  const callHost = hostDoor(primordials, host, ${hostCharacters});
  const seed = installChance(primordials);
  installLocale(primordials, callHost, ${JSON.stringify(intlNames)});
  installBuiltIns(primordials, callHost);
  installClone(primordials);
  installUrls(primordials, callHost, ${JSON.stringify(urlParts)});
  installWeb(primordials, callHost, ${hostCharacters});
  const { react, marks, storePositions } = reactSubset(primordials);
  primordials.define(primordials.globalObject, 'React', react);
  const modules = importable(primordials, react, callHost);
  const settle = promiseSettler(primordials, runJobs);
  const writeTree = treeWriter(primordials, marks, ${JSON.stringify({ nodes, characters })}, settle);
  const anyShape = anyShapeMaker(primordials, marks.anyShape);
  const names = { __proto__: null, jsx: react.createElement, fragment: react.Fragment, modules };
  const begin = (settings) => {
    seed(settings.seed);
    if (settings.retainsSourcePositions) storePositions();
  };
  return runner(primordials, names, marks, begin, writeTree, anyShape, settle);
}`;
