import * as z from 'zod';
import { moment } from './template.ts';

export const listRenderFailuresResponse = z
  .object({
    renderFailures: z.array(
      z
        .object({
          url: z.url().meta({ description: 'The on-demand URL as it was requested.' }),
          templateId: z.string(),
          code: z.string().meta({ description: 'Error code of the request.' }),
          message: z.string(),
          failedAt: moment,
        })
        .meta({ id: 'RenderFailure' }),
    ),
  })
  .meta({ id: 'ListRenderFailuresResponse', description: 'The latest first; each URL once.' });
