import type { Primordials } from './primordials.ts';

/**
 * Creates values that accept any use as data: a property is such a value again, iteration yields nothing, and as text or
 * child they are the given text. A call of one throws, unless it is a method of texts, numbers, lists or dates, because
 * a mint sends no function. Runs inside the sandbox as text: refers to nothing outside itself.
 */
export function anyShapeMaker(primordials: Primordials, mark: symbol) {
  const { NativeError, NativeProxy, arrayPrototype, arrayValues, datePrototype, iterator, numberPrototype } =
    primordials;
  const { stringPrototype, toPrimitive } = primordials;
  const isMethod = (name: string) =>
    name in stringPrototype || name in arrayPrototype || name in numberPrototype || name in datePrototype;
  /** @param called the name of a variable, then those of its properties */
  const anyShape = (text: string, called: string, property?: string): unknown => {
    const answer = () => {
      if (property !== undefined && isMethod(property)) return anyShape(text, called + '()');
      const advice = 'take what it returns as a variable, or write the function into the template.';
      throw new NativeError(called + ' is called as a function, and a mint sends data only: ' + advice);
    };
    const get = (_target: unknown, name: PropertyKey) => {
      if (name === mark) return true;
      if (name === toPrimitive) return (hint: string) => (hint === 'number' ? 1 : text);
      if (name === iterator) return () => arrayValues([]);
      if (name === 'toString' || name === 'valueOf' || name === 'toJSON') return () => text;
      if (name === 'length') return 0;
      if (name === 'then' || typeof name === 'symbol') return undefined;
      return anyShape(text, called + '.' + (name as string), name as string);
    };
    const traps = {
      ...{ get, apply: answer, construct: () => answer() as object, ownKeys: () => [] },
      getOwnPropertyDescriptor: () => undefined,
    };
    return new NativeProxy(answer, { __proto__: null, ...traps } as ProxyHandler<typeof answer>);
  };
  return anyShape;
}
