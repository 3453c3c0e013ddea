import type { ImageFormat } from '../../lambdas/contract/image-formats.ts';
import type { Card } from '../cards.ts';

/** A way to make images of cards. */
export interface Engine {
  readonly render: (
    card: Card,
    variables: Readonly<Record<string, string>>,
    format: ImageFormat,
  ) => Promise<Uint8Array>;
  /** Compiles a card, which nobody waits for when an image is rendered. */
  readonly prepare: (card: Card) => Promise<void>;
  readonly close?: () => Promise<void>;
  /** Milliseconds of the last rendering by stage, where the engine tells; `evaluate` is running the template, which the others do within a call. */
  readonly stages?: () => Readonly<Record<string, number>>;
}

/** What every engine is asked for where a format has a quality. */
export const quality = 80;

/** The engine's package is not installed. */
export class Absent extends Error {
  override readonly name = 'Absent';
}

/** Loads a package of `bench/package.json`. @throws Absent */
export const loadPeer = async <Module>(name: string): Promise<Module> => {
  try {
    return (await import(name)) as Module;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Absent(`${name} is not installed; npm ci --prefix bench installs it.`);
  }
};
