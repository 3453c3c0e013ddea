import type { ImageFormat } from '../../packages/engine/src/image-formats.ts';
import type { Card } from '../cards.ts';

/** A way to render cards. */
export interface Engine {
  readonly render: (
    card: Card,
    variables: Readonly<Record<string, string>>,
    format: ImageFormat,
  ) => Promise<Uint8Array>;
  /** Compiles a card, which is not part of the measured time. */
  readonly prepare: (card: Card) => Promise<void>;
  readonly close?: () => Promise<void>;
  /** Milliseconds of the last render by stage, if the engine reports them; `evaluate` is running the template. */
  readonly stages?: () => Readonly<Record<string, number>>;
}

/** Quality for every engine and format that has one. */
export const quality = 80;

/** Loads a package of `bench/package.json`, whose types are not part of the project. */
export const loadPeer = async <Module>(name: string): Promise<Module> => (await import(name)) as Module;
