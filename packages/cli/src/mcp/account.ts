import { popularFamilies } from 'image-url-engine/fonts.ts';
import * as z from 'zod';
import { uploadPicture } from '../commands/assets.ts';
import { findProject } from '../config.ts';
import { openProjectFonts } from '../project-fonts.ts';
import { json } from './blocks.ts';
import { tool } from './tool.ts';

const nothing = z.strictObject({});

const usage = tool({
  name: 'get_usage',
  description: 'The plan, and what of the month’s mints is used and left.',
  isReadOnly: true,
  input: nothing,
  run: async (session) => [json(await session.service().call('getUsage'))],
});

/** Names of the most popular families, by kind. */
const catalogue = Object.fromEntries(
  [...new Set(popularFamilies.map(({ kind }) => kind))].map((kind) => [
    kind,
    popularFamilies.filter((family) => family.kind === kind).map(({ name }) => name),
  ]),
);

const fonts = tool({
  name: 'list_fonts',
  description:
    'Font families that templates may name: of the account, of image-url.json, and popular ones by kind. Other families of Fontsource are found by name too; check_template says if one is not.',
  isReadOnly: true,
  input: nothing,
  run: async (session) => {
    const { fonts: own } = await session.service().call('listFonts');
    const shown = own.map(({ family, faces, isVariable, scripts }) => ({ family, faces, isVariable, scripts }));
    const project = findProject(session.context);
    const files = project ? await openProjectFonts()(project) : [];
    const local = files.map(({ file, scripts, font: { family, weights, styles } }) => ({
      ...{ file, family, weights, styles, scripts },
    }));
    return [json({ account: shown, project: local, catalogue })];
  },
});

const addAsset = tool({
  name: 'add_asset',
  description:
    'Uploads a picture of the project (PNG, JPEG, WebP, AVIF, GIF, SVG; at most 4.4 MB) and answers its public address, which a template shows by <img src>. The same bytes have the same address.',
  isReadOnly: false,
  input: z.strictObject({ file: z.string().describe('path in the project'), name: z.string().optional() }),
  run: async (session, { file, name }) => [json(await uploadPicture(session.context, file, name))],
});

export const accountTools = [usage, fonts, addAsset];
