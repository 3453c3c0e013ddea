import { treeLimits } from '../../../core/vnode/tree-limits.ts';
import { hostCharacters } from '../host-calls.ts';
import { anyShapeMaker } from './any-shape.ts';
import { installChance } from './chance.ts';
import { reactSubset } from './elements.ts';
import { hostDoor } from './host.ts';
import { installLocale } from './locale.ts';
import { importable } from './modules.ts';
import { takePrimordials } from './primordials.ts';
import { runner } from './run.ts';
import { installUrls } from './urls.ts';
import { installWeb } from './web.ts';
import { treeWriter } from './write-tree.ts';

const { depth, nodes, characters, values } = treeLimits;

/**
 * What every sandbox runs before a template, as the text of one function of the host's door. It is made
 * from the functions of this folder by their own text, which is why each of them may refer to nothing outside itself:
 * so they are checked as TypeScript, and a bundle carries them without a file beside it. A bundler may shorten them, but
 * not keep their names (`keepNames`): that puts a call of its own into each.
 *
 * None of them stands in parentheses, which the interpreter reads to their end twice over.
 */
export const sandboxRuntime = `0, function (host) {
  'use strict';
  const takePrimordials = ${takePrimordials};
  const hostDoor = ${hostDoor};
  const installChance = ${installChance};
  const installLocale = ${installLocale};
  const installUrls = ${installUrls};
  const installWeb = ${installWeb};
  const reactSubset = ${reactSubset};
  const importable = ${importable};
  const treeWriter = ${treeWriter};
  const anyShapeMaker = ${anyShapeMaker};
  const runner = ${runner};

  const primordials = takePrimordials();
  const callHost = hostDoor(primordials, host, ${hostCharacters});
  const seed = installChance(primordials);
  installLocale(primordials, callHost);
  installUrls(primordials, callHost);
  installWeb(primordials, callHost, ${hostCharacters});
  const { react, marks, storePositions } = reactSubset(primordials);
  primordials.define(primordials.globalObject, 'React', react);
  const modules = importable(primordials, react, callHost);
  const writeTree = treeWriter(primordials, marks, ${JSON.stringify({ depth, nodes, characters, values })});
  const anyShape = anyShapeMaker(primordials, marks.anyShape);
  const names = { __proto__: null, jsx: react.createElement, fragment: react.Fragment, modules };
  const begin = (settings) => {
    seed(settings.seed);
    if (settings.retainsSourcePositions) storePositions();
  };
  return runner(primordials, names, marks, begin, writeTree, anyShape);
}`;
