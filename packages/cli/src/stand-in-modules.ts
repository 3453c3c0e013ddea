import { isBuiltin } from 'node:module';
import { reactNames } from 'image-url-engine/source.ts';

/*
 * Modules that packages get in place of React and of Node's. A package mentions hooks and Node in parts that a template
 * does not use, so that an error is due only where they are called.
 */

const ofReact = [...reactNames].filter((name) => name !== 'default');
/** A package is rendered once, as on a server; what happens after that does not happen. */
const afterwards = [
  ...['useEffect', 'useLayoutEffect', 'useInsertionEffect', 'useImperativeHandle', 'useSyncExternalStore'],
  ...['useTransition', 'useDeferredValue', 'useOptimistic', 'useActionState', 'use', 'lazy', 'startTransition'],
];
const react = `
import { ${ofReact.join(', ')} } from 'react';
const absent = (name) => () => {
  throw new Error(name + ' is not available: an image is rendered once, without what happens afterwards.');
};
let ids = 0;
const stateless = {
  useId: () => 'r' + (ids += 1),
  useRef: (current) => ({ current }),
  createRef: () => ({ current: null }),
  useState: (first) => [typeof first === 'function' ? first() : first, absent('A new state')],
  useReducer: (reduce, first, begin) => [begin ? begin(first) : first, absent('A new state')],
  useDebugValue: () => {},
};
class Component {
  constructor(props) {
    this.props = props;
  }
}
export const { ${['useId', 'useRef', 'createRef', 'useState', 'useReducer', 'useDebugValue'].join(', ')} } = stateless;
${afterwards.map((name) => `export const ${name} = /* @__PURE__ */ absent('${name}');`).join('\n')}
const Suspense = Fragment, StrictMode = Fragment, Profiler = Fragment, PureComponent = Component, version = '19.0.0';
export { ${ofReact.join(', ')}, Component, PureComponent, Suspense, StrictMode, Profiler, version };
export default {
  ${ofReact.join(', ')}, ...stateless, ${afterwards.join(', ')},
  Component, PureComponent, Suspense, StrictMode, Profiler, version,
};
`;
const jsxRuntime = `
import { createElement, Fragment } from 'react';
const jsx = (type, props, key) => createElement(type, key === undefined ? props : { ...props, key });
export { jsx, jsx as jsxs, jsx as jsxDEV, Fragment };
`;

const empty = 'module.exports = {};';
/** Packages call it when they are loaded, to make their own classes. */
const util = `
exports.inherits = (own, parent) => {
  if (parent) Object.setPrototypeOf(own.prototype, parent.prototype);
};
`;

/** Names of modules that are replaced in packages, by the name under which their text is loaded. */
const texts: Readonly<Record<string, string>> = { react, 'react/jsx-runtime': jsxRuntime, util, empty };

/**
 * Returns the name of the module that stands in for one that a package imports; undefined if it has none. Node's modules
 * have one where they are loaded by a call, because an unused import statement is removed.
 */
export const getStandIn = (name: string, kind: string): string | undefined => {
  if (name === 'react' || name === 'react/jsx-runtime') return name;
  if (name === 'react/jsx-dev-runtime') return 'react/jsx-runtime';
  if (!isBuiltin(name) || kind === 'import-statement') return undefined;
  return /^(?:node:)?util$/.test(name) ? 'util' : 'empty';
};

export const emptyStandIn = 'empty';
export const getStandInText = (name: string): string => texts[name] ?? empty;
