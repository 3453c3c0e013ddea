import { delimiter } from 'node:path';
import type { Adapter } from '../aws/connect.ts';
import { openFontSource } from './font-source.ts';

/** The font source of a stage; in the local run also the packages of the project. */
export const configuredFontSource: Adapter<'fontSource:fetch'> = ({ FONT_SOURCE, FONT_PACKAGES }) =>
  openFontSource({ source: FONT_SOURCE, modules: FONT_PACKAGES.split(delimiter).filter((path) => path !== '') });
