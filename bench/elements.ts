import { createRequire } from 'node:module';
import type { Card } from './cards.ts';

/** An element as React creates it, for the other engines. */
export interface ReactElement {
  readonly type: string;
  readonly key: null;
  readonly props: { readonly [name: string]: unknown; readonly children?: ReactNode };
}
export type ReactNode = ReactElement | string | number | readonly ReactNode[] | null | undefined | boolean;

/** Compiles a card's source to a script; the compiler is loaded on demand. */
export const compiled = ({ source }: Card): string => {
  const { transform } = createRequire(import.meta.url)('sucrase') as typeof import('sucrase');
  return transform(source, { transforms: ['jsx', 'imports'], production: true, jsxPragma: 'h' }).code;
};

/** Returns the component of a card; templates run here without isolation. */
export const getComponent = (card: Card): ((variables: Readonly<Record<string, string>>) => ReactElement) => {
  const module = { exports: {} as { default: Component } };
  new Function('exports', 'h', card.compiled ?? compiled(card))(module.exports, createElement);
  return module.exports.default as (variables: Readonly<Record<string, string>>) => ReactElement;
};

type Component = (props: Readonly<Record<string, unknown>>) => ReactNode;

const createElement = (type: string | Component, given: Record<string, unknown> | null, ...children: ReactNode[]) => {
  const { key: _, ...props } = given ?? {};
  const inner = children.length === 0 ? undefined : children.length === 1 ? children[0] : children;
  if (typeof type === 'function') return type({ ...props, children: inner });
  return { type, key: null, props: inner === undefined ? props : { ...props, children: inner } };
};

/** Returns a tree with other image addresses, and with `box-sizing: border-box`. */
export const prepared = (node: ReactNode, images: Readonly<Record<string, string>>): ReactNode => {
  if (Array.isArray(node)) return node.map((child: ReactNode) => prepared(child, images));
  if (typeof node !== 'object' || node === null) return node;
  const element = node as ReactElement;
  if (element.type === 'svg') return element;
  const { src, style, children, ...props } = element.props;
  return {
    type: element.type,
    key: null,
    props: {
      ...props,
      style: { boxSizing: 'border-box', ...(style as object) },
      ...(typeof src === 'string' && { src: images[src] ?? src }),
      ...(children !== undefined && { children: prepared(children, images) }),
    },
  };
};

/** Returns a function that compiles each card once. */
export const componentStore = () => {
  const known = new Map<string, ReturnType<typeof getComponent>>();
  return (card: Card) => {
    const component = known.get(card.source) ?? getComponent(card);
    known.set(card.source, component);
    return component;
  };
};
