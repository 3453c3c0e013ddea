import { defineEnvVars } from '@sveltejs/kit/env';

export const variables = defineEnvVars({ IMAGE_URL_HOST: {}, IMAGE_URL_SIGNING_KEY: {} });
