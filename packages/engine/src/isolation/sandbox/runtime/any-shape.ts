import type { Primordials } from './primordials.ts';

/**
 * Creates values that accept any use: property access and calls return such a value again, iteration yields nothing,
 * and as text or child they are the given text. Runs inside the sandbox as text: refers to nothing outside itself.
 */
export function anyShapeMaker({ NativeProxy, arrayValues, iterator, toPrimitive }: Primordials, mark: symbol) {
  const anyShape = (text: string): unknown => {
    const answer = () => anyShape(text);
    const get = (_target: unknown, name: PropertyKey) => {
      if (name === mark) return true;
      if (name === toPrimitive) return (hint: string) => (hint === 'number' ? 1 : text);
      if (name === iterator) return () => arrayValues([]);
      if (name === 'toString' || name === 'valueOf' || name === 'toJSON') return () => text;
      if (name === 'length') return 0;
      if (name === 'then' || typeof name === 'symbol') return undefined;
      return anyShape(text);
    };
    const traps = {
      ...{ get, apply: answer, construct: () => answer() as object, ownKeys: () => [] },
      getOwnPropertyDescriptor: () => undefined,
    };
    return new NativeProxy(answer, { __proto__: null, ...traps } as ProxyHandler<typeof answer>);
  };
  return anyShape;
}
