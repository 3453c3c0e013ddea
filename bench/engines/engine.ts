import type { ImageFormat } from 'image-url-engine/image-formats.ts';
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
