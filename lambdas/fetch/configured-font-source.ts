import { delimiter } from 'node:path';
import type { FontSource } from 'image-url-outside/fonts/font-packs.ts';
import { openFontSource } from 'image-url-outside/fonts/font-source.ts';
import type { EnvironmentOf } from '../config/capabilities.ts';

/** The font source of a stage; in the local run, also the `@fontsource` packages of the project. */
export const configuredFontSource = ({ FONT_SOURCE, FONT_PACKAGES }: EnvironmentOf<'fontSource:fetch'>): FontSource =>
  openFontSource({ source: FONT_SOURCE, modules: FONT_PACKAGES.split(delimiter).filter((path) => path !== '') });
