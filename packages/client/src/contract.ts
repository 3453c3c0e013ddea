/* made by npm run docs from packages/contract; do not edit */

/** Routes of minting, and the limits of a batch: its items, and bytes of its body. */
export const minting = { single: '/v1/url', batch: '/v1/urls' } as const;
export const mostItems = 25;
export const mostBodyBytes = 262_144;

/** Options of an on-demand URL, in the order in which it has them. */
export const pathTokens = [
  { letter: 'v', name: 'version', form: /^[1-9]\d{0,8}$/, valid: "a whole number from 1" },
  { letter: 's', name: 'size', form: /^[a-z][a-z0-9]{0,19}$/, valid: "the name of one of the template's sizes" },
  { letter: 'w', name: 'width', form: /^[1-9]\d{0,3}$/, valid: "a whole number from 1 to 4096" },
  { letter: 'h', name: 'height', form: /^[1-9]\d{0,3}$/, valid: "a whole number from 1 to 4096" },
  { letter: 'x', name: 'devicePixelRatio', form: /^(0|[1-9]\d{0,3})(\.\d{0,3}[1-9])?$/, valid: "a positive number with at most four decimals" },
  { letter: 'q', name: 'quality', form: /^(0|[1-9]\d{0,3})(\.\d{0,3}[1-9])?$/, valid: "a number from 0 to 100 with at most four decimals" },
  { letter: 'e', name: 'lastDay', form: /^\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/, valid: "a day, yyyy-mm-dd" },
] as const;
export const formatForm = /^(png|jpeg|webp)$/;
export const validFormat = 'png, jpeg or webp';

/** Error codes of the service for minting. */
export type ServiceCode =
  | 'MISSING_API_KEY'
  | 'INVALID_API_KEY'
  | 'KEY_INACTIVE'
  | 'KEY_EXPIRED'
  | 'NO_SUBSCRIPTION'
  | 'SUBSCRIPTION_INACTIVE'
  | 'INSUFFICIENT_SCOPE'
  | 'INVALID_IDEMPOTENCY_KEY'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'IDEMPOTENCY_IN_PROGRESS'
  | 'PAYLOAD_TOO_LARGE'
  | 'INVALID_BODY'
  | 'MISSING_TEMPLATE_ID'
  | 'INVALID_VARIABLES'
  | 'INVALID_WIDTH'
  | 'INVALID_HEIGHT'
  | 'INVALID_SIZE'
  | 'INVALID_FORMAT'
  | 'INVALID_DEVICE_PIXEL_RATIO'
  | 'INVALID_VERSION'
  | 'TEMPLATE_NOT_FOUND'
  | 'VERSION_NOT_FOUND'
  | 'MISSING_TEMPLATE_VARIABLES'
  | 'TEMPLATE_NOT_COMPILED'
  | 'QUOTA_EXCEEDED'
  | 'KEY_LIMIT_EXCEEDED'
  | 'SERVER_ERROR'
  | 'INVALID_ITEMS'
  | 'EMPTY_ITEMS'
  | 'TOO_MANY_ITEMS';

export type Json = string | number | boolean | null | Json[] | {
    [name: string]: Json;
};
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description What to mint a signed image URL for. */
        MintRequest: {
            templateId: string;
            variables?: components["schemas"]["Variables"];
            /** @description Name of one of the template’s sizes; the first by default. */
            size?: string;
            width?: number;
            height?: number;
            /** @enum {string} */
            format?: "png" | "jpeg" | "webp";
            quality?: number;
            devicePixelRatio?: number;
            tv?: string;
            /** @description Renders this version; the current one by default. */
            version?: number;
            /** @description Adds `details` to the answer. */
            details?: boolean;
            /** @description No field: width, height and the others stand beside it. Sent, it is warned of. */
            options?: unknown;
            /** @description Has the image rendered right after the answer. */
            prewarm?: boolean;
            /**
             * @description `path` answers an on-demand URL, as the client signs it; `query` by default.
             * @enum {string}
             */
            form?: "query" | "path";
            /** @description Mints a URL for each of these sizes, all of them or none. */
            sizes?: string[];
        };
        MintResponse: {
            /**
             * Format: uri
             * @description Signed public URL.
             */
            url: string;
            /** @description When the URL expires: Unix time in milliseconds. */
            expiresAt: number;
            /** @description Present when the request asks for it. */
            details?: components["schemas"]["MintDetails"];
            /** @description What of the request was ignored, images that can never be fetched, and samples of a starter that the image shows; absent if there are none. */
            warnings?: string[];
        };
        /** @description The image behind the URL; width and height in its own pixels. */
        MintDetails: {
            width: number;
            height: number;
            /** @enum {string} */
            contentType: "image/png" | "image/jpeg" | "image/webp";
            version: number;
            /**
             * @description What renders the image.
             * @enum {string}
             */
            engine: "satori" | "takumi";
        };
        /** @description The URLs, in the order of the items. */
        MintBatchResponse: {
            urls: {
                templateId: string;
                /**
                 * Format: uri
                 * @description Signed public URL.
                 */
                url: string;
                /** @description When the URL expires: Unix time in milliseconds. */
                expiresAt: number;
                /** @description Present when the request asks for it. */
                details?: components["schemas"]["MintDetails"];
                /** @description What of the request was ignored, images that can never be fetched, and samples of a starter that the image shows; absent if there are none. */
                warnings?: string[];
            }[];
            /** @description Fields and parameters of the request that are not known and were ignored, and what will not be rendered of a font; absent if there are none. */
            warnings?: string[];
        };
        Asset: {
            /** @description SHA-256 of its stored bytes, in hex. */
            assetId: string;
            name?: string;
            /** @description Public, without a signature, the same bytes for ever. */
            url: string;
            /** @description CSS pixels, upright. */
            width: number;
            height: number;
            /** @description As stored: an SVG without what is not rendered. */
            bytes: number;
            /** @enum {string} */
            contentType: "image/png" | "image/jpeg" | "image/webp" | "image/avif" | "image/gif" | "image/svg+xml";
            /**
             * Format: date-time
             * @description ISO 8601, in UTC.
             */
            createdAt: string;
        };
        CreateAssetResponse: {
            /** @description SHA-256 of its stored bytes, in hex. */
            assetId: string;
            name?: string;
            /** @description Public, without a signature, the same bytes for ever. */
            url: string;
            /** @description CSS pixels, upright. */
            width: number;
            height: number;
            /** @description As stored: an SVG without what is not rendered. */
            bytes: number;
            /** @enum {string} */
            contentType: "image/png" | "image/jpeg" | "image/webp" | "image/avif" | "image/gif" | "image/svg+xml";
            /**
             * Format: date-time
             * @description ISO 8601, in UTC.
             */
            createdAt: string;
            /** @description Fields and parameters of the request that are not known and were ignored, and what will not be rendered of a font; absent if there are none. */
            warnings?: string[];
        };
        /** @description Newest first. */
        ListAssetsResponse: {
            assets: components["schemas"]["Asset"][];
        };
        /** @description Values for the template variables, by name. */
        Variables: {
            [key: string]: components["schemas"]["Json"];
        };
        /** @description Any JSON value. */
        Json: Json;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
