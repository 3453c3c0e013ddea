import { treeLimits } from '../../../core/vnode/limits.ts';
import { standInMaker } from './any-shape.ts';
import { installClock } from './clock.ts';
import { reactSubset } from './elements.ts';
import { installLocale } from './locale.ts';
import { importable } from './modules.ts';
import { runner } from './run.ts';
import { treeBuilder } from './tree.ts';
import { installWeb } from './web.ts';

const { depth, nodes, characters } = treeLimits;

/**
 * What every guest runs before a template, as the text of one function of the host's door and the settings. It is made
 * from the functions of this folder by their own text, which is why each of them may refer to nothing outside itself:
 * so they are checked as TypeScript, and a bundle carries them without a file beside it. A bundler may shorten them, but
 * not keep their names (`keepNames`): that puts a call of its own into each.
 */
export const prelude = `(function (host, settings) {
  'use strict';
  const { parse, stringify } = JSON;
  const callHost = (...request) => {
    const { refused, value } = parse(host(stringify(request)));
    if (refused !== undefined) throw new RangeError(refused);
    return value;
  };
  const { clock, seed, keepsPlaces } = parse(settings);
  const { now, wasConsulted } = (${installClock})({ clock, seed });
  (${installLocale})(callHost, now);
  (${installWeb})(callHost);
  const { react, marks } = (${reactSubset})(keepsPlaces);
  globalThis.React = react;
  const modules = (${importable})(react, callHost);
  const build = (${treeBuilder})(marks, ${JSON.stringify({ depth, nodes, characters })});
  const names = { jsx: react.createElement, fragment: react.Fragment, modules };
  return (${runner})(names, marks, build, (${standInMaker})(marks.standIn), wasConsulted);
})`;
