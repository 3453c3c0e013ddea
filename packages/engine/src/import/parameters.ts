import type { Identifier, Node, ObjectPattern } from '@babel/types';
import { type Binding, getKey, isMember, isWithin, stripTypeAnnotations } from '../template/source/syntax-tree.ts';
import { type FunctionNode, isFunction } from '../template/source/variable-scopes.ts';
import type { ValueContext } from './context.ts';
import type { Site } from './program.ts';
import {
  calleeName,
  code,
  dataMethods,
  frame,
  isRequestName,
  outside,
  type Path,
  type Place,
  placeIn,
  query,
  type RequestValue,
  record,
  recordOf,
  type Value,
  withoutSource,
} from './value.ts';

/** Parts of a framework's context that do something, or are of the server. */
const services = /^(?:locals|platform|fetch|setHeaders|send)$/;
const requestTypes = /^(?:Next(?:Api)?)?Request$|^Incoming|^APIContext$/;
const requestNames = /^_?(?:req|request|nextRequest)$/;
const contextNames = /^_?(?:c|ctx|context|event|args)$/;
const propsNames = /^_?(?:props|properties|params|args|options|input|variables)$/;
/** What a page destructures, and what is destructured of nothing but a request. */
const ofPages = /^(?:params|searchParams|request|req|url)$/;

/** Answers what parameters are: of the entry by their names, types and reads, of others by what they are given. */
export const createParameters = ({ program, entry, getValue, at, partAt, isHandle }: ValueContext) => {
  const { bindingOf, sitesOf, parentOf, usesOf } = program;

  const parameterValue = (fn: FunctionNode, { identifier }: Binding): Value => {
    const index = fn.params.findIndex((one) => isWithin(identifier, one));
    const target = fn.params[index];
    const place = target && placeIn(target, identifier);
    if (!target || !place) return code;
    if (fn === entry.fn) return entryParameter(target, index, place, identifier);
    const sites = sitesOf(fn);
    if (sites.length === 0) return callbackParameter(fn, place.path);
    const values = sites.map((site) => valueAtSite(site, index, place));
    const special = values.find(({ is }) => is === 'request' || is === 'image');
    if (special) return withoutSource(special);
    const [first] = values;
    if (first?.is === 'given' && sites.every((site) => isOfRequest(site, index))) return first;
    return values.every(({ is }) => is === 'outside') && isHandle(identifier) ? outside : code;
  };
  /** Whether a function is given the request, or a record of it. */
  const isOfRequest = (site: Site, index: number): boolean =>
    site.is === 'call' && getValue(site.args[index]).is === 'request';
  const valueAtSite = (site: Site, index: number, { path, fallback }: Place): Value => {
    if (site.is === 'call') {
      const argument = site.args[index];
      return argument && argument.type !== 'SpreadElement' ? at(argument, path, fallback) : code;
    }
    const [key, ...rest] = path;
    for (const one of site.is === 'element' && index === 0 ? site.attributes : []) {
      if (one.type !== 'JSXAttribute' || one.name.name !== key) continue;
      if (one.value?.type === 'JSXExpressionContainer') return at(one.value.expression, rest, fallback);
    }
    return code;
  };
  /** What a function that is written in a call gets. */
  const callbackParameter = (fn: FunctionNode, path: Path): Value => {
    const { parent, key } = parentOf(fn) ?? {};
    if (parent?.type !== 'CallExpression' || key !== 'arguments') return code;
    const callee = stripTypeAnnotations(parent.callee);
    if (!isMember(callee)) return getValue(callee).is === 'outside' ? outside : code;
    const owner = getValue(callee.object);
    const method = getKey(callee) ?? '';
    if (owner.is === 'request') return method === 'then' ? partAt(owner, path) : code;
    if (owner.is === 'image') return { is: 'image' };
    return owner.is === 'outside' && !dataMethods.has(method) ? outside : code;
  };

  const usesOfName = (name: Node): readonly Node[] => {
    const binding = bindingOf(name);
    return binding ? usesOf(binding) : [];
  };
  const membersRead = (name: Node): readonly string[] =>
    usesOfName(name).flatMap((use) => {
      const { parent, key } = parentOf(use) ?? {};
      return isMember(parent) && key === 'object' ? (getKey(parent) ?? []) : [];
    });
  const isReadAsRequest = (name: Node): boolean =>
    membersRead(name).some((one) => isRequestName(one) || one === 'json' || one === 'formData') ||
    usesOfName(name).some(isParsed);
  /** Whether a value is given to a function that reads queries: `getQuery(event)`. */
  const isParsed = (use: Node): boolean => {
    const { parent, key } = parentOf(use) ?? {};
    const isGiven = (parent?.type === 'CallExpression' || parent?.type === 'NewExpression') && key === 'arguments';
    return isGiven && /^(?:get\w*(?:Query|Params?)|readBody)$/.test(calleeName(parent.callee));
  };

  const entryParameter = (target: Node, index: number, place: Place, identifier: Node): Value => {
    const pattern = target.type === 'AssignmentPattern' ? target.left : target;
    if (pattern.type === 'ObjectPattern') return patternValue(pattern, place);
    if (pattern.type !== 'Identifier') return code;
    const request = requestOf(pattern, index, identifier);
    if (request) return request;
    return { is: 'given', name: pattern.name, ...(place.fallback && { fallback: place.fallback }) };
  };
  const patternValue = ({ properties }: ObjectPattern, { path, fallback }: Place): Value => {
    // a `url` that is not asked for a query is the address of something
    const isAddress = (one: Node) =>
      one.type === 'ObjectProperty' && getKey(one) === 'url' && !isReadAsRequest(one.value) && !isHandle(one.value);
    const keys = properties.filter((one) => !isAddress(one)).map((one) => getKey(one) ?? '');
    const isOfHandler = (key: string) => isRequestName(key) || services.test(key);
    const isFrame = keys.some((key) => ofPages.test(key) || (entry.isHandler && isOfHandler(key)));
    if (isFrame && entry.isHandler && services.test(String(path[0]))) return outside;
    return partOfEntry(isFrame ? frame : record, path, fallback);
  };
  /** What a pattern of the entry names, also inside of a variable: `({ author: { name } })`. */
  const partOfEntry = (base: RequestValue, path: Path, fallback: Node | undefined): Value => {
    const length = path.findIndex((_key, at) => partAt(base, path.slice(0, at + 1)).is === 'given') + 1;
    const value = length > 0 && length < path.length ? partAt(base, path.slice(0, length)) : undefined;
    return value?.is === 'given' && !path.includes('...')
      ? { ...value, inside: path.slice(length), ...(fallback && { fallback }) }
      : partAt(base, path, fallback);
  };
  const requestOf = (parameter: Identifier, index: number, identifier: Node): Value | undefined => {
    const { name } = parameter;
    const type = typeName(parameter);
    if (/^TS/.test(type)) return undefined;
    const typed = ofType(type, name) ?? (entry.makesImage ? ofReads(name, identifier) : undefined);
    if (typed) return typed;
    if (entry.isHandler && (index > 0 || contextNames.test(name))) return frame;
    return propsNames.test(name) ? record : undefined;
  };
  const ofReads = (name: string, identifier: Node): Value | undefined => {
    if ((name === 'url' && isHandle(identifier)) || isReadAsRequest(identifier)) return frame;
    return name === 'searchParams' || isHandle(identifier) ? recordOf(name) : undefined;
  };
  return { getValue: parameterValue };
};

/** Returns the name of a parameter's type, or the keyword of a text, a number or a truth value. */
const typeName = ({ typeAnnotation }: Identifier): string => {
  const type = typeAnnotation?.type === 'TSTypeAnnotation' ? typeAnnotation.typeAnnotation : undefined;
  if (type?.type === 'TSTypeReference') return type.typeName.type === 'Identifier' ? type.typeName.name : '';
  return type && /^TS(?:String|Number|Boolean)Keyword$/.test(type.type) ? type.type : '';
};

const ofType = (type: string, name: string): Value | undefined => {
  if (/^_?(?:res|response|reply)$/.test(name) || /Response$/.test(type)) return outside;
  if (type === 'URL' || requestTypes.test(type) || requestNames.test(name)) return frame;
  if (type === 'URLSearchParams' || type === 'Headers') return query;
  return type === 'FormData' || name === 'env' ? record : undefined;
};

/** Returns whether a binding is a parameter of a function. */
export const isParameter = ({ declaration, scope }: Binding): boolean =>
  declaration === scope && isFunction(declaration);
