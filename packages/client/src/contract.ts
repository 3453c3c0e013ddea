/* made by npm run docs from packages/contract; do not edit */

export type Json = string | number | boolean | null | Json[] | {
    [name: string]: Json;
};
export interface paths {
    "/v1/url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mint one signed image URL */
        post: operations["mintUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/urls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mint up to 25 signed image URLs, all of them or none */
        post: operations["mintUrls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the templates the caller may use: own ones first, the newest first, at most 1000 */
        get: operations["listTemplates"];
        put?: never;
        /** Create a template from JSX code */
        post: operations["createTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Compile, run and render a template without keeping anything */
        post: operations["checkTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Have templates written by AI */
        post: operations["generateTemplates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/{templateId}/revise": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Have a template of one’s own changed by AI */
        post: operations["reviseTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/generations/{generationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** See how far a generation or revision is */
        get: operations["getGeneration"];
        put?: never;
        post?: never;
        /** Cancel a generation or revision */
        delete: operations["cancelGeneration"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/{templateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Fetch one template with its code */
        get: operations["getTemplate"];
        put?: never;
        post?: never;
        /** Delete a template of one’s own for good; published URLs keep their images */
        delete: operations["deleteTemplate"];
        options?: never;
        head?: never;
        /** Change a template of one’s own */
        patch: operations["updateTemplate"];
        trace?: never;
    };
    "/v1/templates/{templateId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the versions of a template, the newest first, at most 1000 */
        get: operations["listVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/{templateId}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Fetch one version of a template with its code */
        get: operations["getVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/{templateId}/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Save the code of an earlier version as a new one */
        post: operations["restoreVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/revocations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what is taken back, the newest first */
        get: operations["listRevocations"];
        put?: never;
        /** Take back an image URL, or those of a template */
        post: operations["createRevocation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/revocations/{revocationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Let what was taken back be delivered again */
        delete: operations["deleteRevocation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fonts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the fonts of the account, the newest first */
        get: operations["listFonts"];
        put?: never;
        /** Upload a font that templates of the account can name */
        post: operations["createFont"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fonts/{fontId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a font; published URLs keep their images */
        delete: operations["deleteFont"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the API keys of the account, the newest first */
        get: operations["listKeys"];
        put?: never;
        /** Create an API key with scopes and limits of its own */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/self": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tell what the API key of the request may do */
        get: operations["getOwnKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an API key; what it minted stays */
        delete: operations["deleteKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signing-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the signing keys of the account, the newest first */
        get: operations["listSigningKeys"];
        put?: never;
        /** Create a key with which a site signs image URLs itself */
        post: operations["createSigningKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signing-keys/{signingKeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a signing key, and on request take back all of its URLs */
        delete: operations["deleteSigningKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fallback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set or remove the image of on-demand URLs that cannot be rendered */
        put: operations["putFallback"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/render-failures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the image URLs that could not be rendered, the latest first, at most 100 */
        get: operations["listRenderFailures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the fetches of images, by day, template, platform or image */
        get: operations["getViews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tell what the account has used of its month */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who changed keys, sites, revocations and the account, the newest first */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the sites of the account, the newest first */
        get: operations["listSites"];
        put?: never;
        /** Create a site, whose pages get their images by a tag */
        post: operations["createSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sites/{siteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a site; its image URLs end */
        delete: operations["deleteSite"];
        options?: never;
        head?: never;
        /** Change a site; images follow when their pages are read again */
        patch: operations["updateSite"];
        trace?: never;
    };
    "/v1/sites/{siteId}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Have a page read again with the next request for its image */
        post: operations["refreshSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/s/{siteId}/{page}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Deliver the image of a page that names it in its tags */
        get: operations["renderSiteImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/i/{key}/{signature}/{templateId}/{options}/{payload}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Deliver the image of an on-demand URL, and render it at the first request */
        get: operations["renderOnDemand"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deliver the image of a signed URL
         * @description Beside the parameters below there is one, v_NAME, for each variable. The image comes in the format that was minted; link previewers get the same pixels as JPEG, or PNG, of at most 300000 bytes where that can be done.
         */
        get: operations["renderImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description What to mint a signed image URL for. */
        MintRequest: {
            templateId: string;
            variables?: components["schemas"]["Variables"];
            width?: number;
            height?: number;
            /** @description Name of one of the template’s sizes; the first by default. */
            size?: string;
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
        /** @description Values for the template variables, by name. */
        Variables: {
            [key: string]: components["schemas"]["Json"];
        };
        /** @description Any JSON value. */
        Json: Json;
        /** @description What to mint several signed image URLs for: all of them or none. */
        MintBatchRequest: {
            items: {
                templateId: string;
                variables?: components["schemas"]["Variables"];
                width?: number;
                height?: number;
                /** @description Name of one of the template’s sizes; the first by default. */
                size?: string;
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
                /** @constant */
                form?: "query";
                sizes?: unknown;
            }[];
        };
        CreateTemplateRequest: {
            jsx?: unknown;
            html?: unknown;
            css?: unknown;
            googleFonts?: unknown;
            google_fonts?: unknown;
            fonts?: unknown;
            name: string;
            description?: string;
            code: string;
        };
        /** @description Code, or the id of a template, and how to try it. */
        CheckTemplateRequest: {
            code?: string;
            templateId?: string;
            variables?: components["schemas"]["Variables"];
            width?: number;
            height?: number;
            /** @description Name of one of the template’s sizes; the first by default. */
            size?: string;
            /** @enum {string} */
            format?: "png" | "jpeg" | "webp";
            quality?: number;
            devicePixelRatio?: number;
            /** @description Render it too; false by default. */
            image?: boolean;
            /** @description Tell where its elements lie; false by default. */
            boxes?: boolean;
            /**
             * @description Who the image is for; other by default.
             * @enum {string}
             */
            clientClass?: "previewer" | "other";
        };
        /** @description Prompts to make templates from; each item succeeds or fails on its own. */
        GenerateRequest: {
            items: {
                prompt: string;
                imageDataUrl?: string;
                width?: number;
                height?: number;
            }[];
        };
        /** @description What to change of a template. */
        ReviseRequest: {
            prompt: string;
            imageDataUrl?: string;
        };
        UpdateTemplateRequest: {
            jsx?: unknown;
            html?: unknown;
            css?: unknown;
            googleFonts?: unknown;
            google_fonts?: unknown;
            fonts?: unknown;
            name?: string;
            description?: string;
            code?: string;
        };
        /** @description One image URL, or a template: one of its versions, or all there are. */
        CreateRevocationRequest: {
            url?: string;
            templateId?: string;
            version?: number;
        };
        CreateFontRequest: {
            /** @description A TTF, OTF, WOFF or WOFF2 file of at most 4,000,000 bytes, in base64. */
            data: string;
            /** @description What templates call it in `fontFamily`. Default: what the file calls itself. */
            family?: string;
        };
        CreateKeyRequest: {
            name: string;
            scopes: ("mint" | "templates:read" | "templates:write" | "fonts:write" | "revocations:write" | "generate" | "usage:read" | "keys:write" | "sites:write" | "*")[];
            templateIds?: string[];
            expiresAt?: string;
            monthlyMints?: number;
        };
        CreateSigningKeyRequest: {
            name: string;
            templateIds?: string[];
            dailyRenders?: number;
            expiresAt?: string;
        };
        PutFallbackRequest: {
            /** @description A template without required variables; null: no fallback image. */
            templateId: string | null;
        };
        CreateSiteRequest: {
            /** @description Where its pages are. */
            origin: string;
            templateId: string;
            /** @description Shows this version of the template; null: the one that is current when a page is read. */
            version?: number | null;
            /** @description Fields of the page by variable, in place of the default ones. */
            map?: {
                [key: string]: string;
            };
            /** @description How long an image is shown before its page is read again. */
            refreshSeconds?: number;
            /** @description Images that may be rendered for the first time on a UTC day; null: no limit of its own. Default: a tenth of the month of the plan, 1,000 for an unlimited one. */
            dailyRenders?: number | null;
            /** @description Globs of the paths whose pages may have images; null: all. Others are 404 without a fetch. */
            paths?: string[] | null;
            /** @description From then on no page is read and no image is rendered for the first time; null: as late as the API key allows. */
            expiresAt?: string | null;
        };
        UpdateSiteRequest: {
            templateId?: string;
            /** @description Shows this version of the template; null: the one that is current when a page is read. */
            version?: number | null;
            /** @description Fields of the page by variable, in place of the default ones. */
            map?: {
                [key: string]: string;
            };
            /** @description How long an image is shown before its page is read again. */
            refreshSeconds?: number;
            /** @description Images that may be rendered for the first time on a UTC day; null: no limit of its own. Default: a tenth of the month of the plan, 1,000 for an unlimited one. */
            dailyRenders?: number | null;
            /** @description Globs of the paths whose pages may have images; null: all. Others are 404 without a fetch. */
            paths?: string[] | null;
            /** @description From then on no page is read and no image is rendered for the first time; null: as late as the API key allows. */
            expiresAt?: string | null;
        };
        RefreshSiteRequest: {
            /** @description The path of the page, percent-encoded as in its URL. */
            path: string;
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
        /** @description The URLs by size; the answer to a request with `sizes`. */
        MintSetResponse: {
            urls: {
                [key: string]: components["schemas"]["MintResponse"];
            };
            /** @description Fields and parameters of the request that are not known and were ignored, and what will not be rendered of a font; absent if there are none. */
            warnings?: string[];
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
        ListTemplatesResponse: {
            /** @enum {string} */
            scope: "all" | "mine" | "starter";
            templates: {
                _id: string;
                name: string;
                variables: components["schemas"]["TemplateVariable"][];
                /**
                 * @description Present where the code reads its props as a whole: it may use variables of any name.
                 * @constant
                 */
                otherVariables?: true;
                width: number;
                height: number;
                /** @description Its sizes in the order of the code, the first being the default; absent where it names none. */
                sizes?: {
                    name: string;
                    width: number;
                    height: number;
                }[];
                /** @enum {string} */
                format: "png" | "jpeg" | "webp";
                /** @description Grows when the code changes; the default of `tv`. */
                version: number;
                /**
                 * @description What renders the image.
                 * @enum {string}
                 */
                engine: "satori" | "takumi";
                /**
                 * Format: date-time
                 * @description ISO 8601, in UTC.
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, in UTC.
                 */
                updatedAt: string;
                description: string;
                devicePixelRatio: number;
                signedPreviewUrl: string;
                isPublic: boolean;
            }[];
            /** @description Fields and parameters of the request that are not known and were ignored, and what will not be rendered of a font; absent if there are none. */
            warnings?: string[];
        };
        TemplateVariable: {
            name: string;
            defaultValue: string;
            /** @description A mint without it is refused. */
            required: boolean;
        };
        SavedTemplateResponse: {
            templateId: string;
            template: components["schemas"]["SavedTemplate"];
            /** @description Fields and parameters of the request that are not known and were ignored, and what will not be rendered of a font; absent if there are none. */
            warnings?: string[];
        };
        SavedTemplate: {
            _id: string;
            name: string;
            variables: components["schemas"]["TemplateVariable"][];
            /**
             * @description Present where the code reads its props as a whole: it may use variables of any name.
             * @constant
             */
            otherVariables?: true;
            width: number;
            height: number;
            /** @description Its sizes in the order of the code, the first being the default; absent where it names none. */
            sizes?: {
                name: string;
                width: number;
                height: number;
            }[];
            /** @enum {string} */
            format: "png" | "jpeg" | "webp";
            /** @description Grows when the code changes; the default of `tv`. */
            version: number;
            /**
             * @description What renders the image.
             * @enum {string}
             */
            engine: "satori" | "takumi";
            /**
             * Format: date-time
             * @description ISO 8601, in UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, in UTC.
             */
            updatedAt: string;
            description: string;
            devicePixelRatio: number;
            isPublic: boolean;
            warnings: components["schemas"]["TemplateWarning"][];
        };
        TemplateWarning: {
            line: number;
            column: number;
            code: string;
            message: string;
        };
        CheckTemplateResponse: {
            ok: boolean;
            errors: components["schemas"]["Diagnostic"][];
            warnings: components["schemas"]["Diagnostic"][];
            variables: components["schemas"]["TemplateVariable"][];
            /**
             * @description Present where the code reads its props as a whole: it may use variables of any name.
             * @constant
             */
            otherVariables?: true;
            /** @description How it is rendered; null when the code cannot be read. */
            options: {
                width: number;
                height: number;
                /** @enum {string} */
                format: "png" | "jpeg" | "webp";
                quality?: number;
                devicePixelRatio: number;
                /**
                 * @description What renders the image.
                 * @enum {string}
                 */
                engine: "satori" | "takumi";
            } | null;
            /** @description Its sizes in the order of the code, the first being the default; absent where it names none. */
            sizes?: {
                name: string;
                width: number;
                height: number;
            }[];
            /** @description Null unless asked for, when there are errors, and when it is too large. */
            image: {
                /** @enum {string} */
                contentType: "image/png" | "image/jpeg" | "image/webp";
                width: number;
                height: number;
                bytes: number;
                /** Format: base64 */
                data: string;
            } | null;
            /** @description Where the elements of the image lie, in CSS pixels; only where both were asked for. */
            boxes?: {
                element: string;
                x: number;
                y: number;
                width: number;
                height: number;
                line: number;
                column: number;
            }[];
        };
        /** @description Lines and columns count from 1; the end is behind the last character. */
        Diagnostic: {
            code: string;
            message: string;
            line?: number;
            column?: number;
            endLine?: number;
            endColumn?: number;
        };
        /** @description One result per item, in the order of the items. */
        GenerateResponse: {
            results: ({
                /** @constant */
                ok: true;
                result: {
                    templateId: string;
                    template: components["schemas"]["SavedTemplate"];
                };
                report: components["schemas"]["GenerationReport"];
            } | {
                /** @constant */
                ok: false;
                error: {
                    code: string;
                    message: string;
                };
            })[];
            /** @description Fields and parameters of the request that are not known and were ignored, and what will not be rendered of a font; absent if there are none. */
            warnings?: string[];
        };
        GenerationReport: {
            /** @description Answers of the model that were looked at. */
            rounds: number;
            /** @description What was wrong with earlier answers and is not with the template that was saved. */
            fixed: {
                code: string;
                message: string;
            }[];
            /** @description What is still to mend in the template that was saved. */
            findings: components["schemas"]["Diagnostic"][];
        };
        ReviseResponse: {
            /** @constant */
            ok: true;
            result: {
                templateId: string;
                template: components["schemas"]["SavedTemplate"];
            };
            report: components["schemas"]["GenerationReport"];
            /** @description Fields and parameters of the request that are not known and were ignored, and what will not be rendered of a font; absent if there are none. */
            warnings?: string[];
        } | {
            /** @constant */
            ok: false;
            error: {
                code: string;
                message: string;
            };
            /** @description Fields and parameters of the request that are not known and were ignored, and what will not be rendered of a font; absent if there are none. */
            warnings?: string[];
        };
        /** @description How far a generation or revision is. */
        GenerationProgress: {
            generationId: string;
            /** @enum {string} */
            status: "running" | "canceling" | "ended";
            /** @description In the order of the request; a revision has one. */
            items: {
                /**
                 * @description waiting for its turn, writing (the model answers), checking (its answer is rendered), saving, or how it ended.
                 * @enum {string}
                 */
                step: "waiting" | "writing" | "checking" | "saving" | "saved" | "failed" | "canceled";
                /** @description Number of the iteration, from 1; 0 before the first. */
                iteration: number;
                /** @description Most iterations that it may have. */
                iterations: number;
            }[];
        };
        GetTemplateResponse: {
            template: {
                _id: string;
                name: string;
                variables: components["schemas"]["TemplateVariable"][];
                /**
                 * @description Present where the code reads its props as a whole: it may use variables of any name.
                 * @constant
                 */
                otherVariables?: true;
                width: number;
                height: number;
                /** @description Its sizes in the order of the code, the first being the default; absent where it names none. */
                sizes?: {
                    name: string;
                    width: number;
                    height: number;
                }[];
                /** @enum {string} */
                format: "png" | "jpeg" | "webp";
                /** @description Grows when the code changes; the default of `tv`. */
                version: number;
                /**
                 * @description What renders the image.
                 * @enum {string}
                 */
                engine: "satori" | "takumi";
                /**
                 * Format: date-time
                 * @description ISO 8601, in UTC.
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, in UTC.
                 */
                updatedAt: string;
                code: string;
            };
        };
        DeleteTemplateResponse: {
            templateId: string;
        };
        /** @description Newest first. */
        ListVersionsResponse: {
            versions: components["schemas"]["TemplateVersion"][];
        };
        TemplateVersion: {
            version: number;
            /**
             * Format: date-time
             * @description ISO 8601, in UTC.
             */
            createdAt: string;
            /**
             * @description What renders the image.
             * @enum {string}
             */
            engine: "satori" | "takumi";
            isCurrent: boolean;
        };
        CreateRevocationResponse: {
            revocationId: string;
            /**
             * Format: date-time
             * @description From then on every URL concerned is 410 URL_REVOKED. ISO 8601, in UTC.
             */
            effectiveBy: string;
            /** @description Fields and parameters of the request that are not known and were ignored, and what will not be rendered of a font; absent if there are none. */
            warnings?: string[];
        };
        /** @description Newest first. */
        ListRevocationsResponse: {
            revocations: components["schemas"]["Revocation"][];
        };
        Revocation: {
            revocationId: string;
            /** @description The URL that is revoked. */
            url?: string;
            /** @description The signing key whose URLs are revoked. */
            signingKeyId?: string;
            /** @description Empty for a signing key and for a site image. */
            templateId: string;
            /** @description The version that is revoked. */
            version?: number;
            /** @description All versions up to this one are revoked. */
            upToVersion?: number;
            /**
             * @description Who revoked it; only operators lift their own.
             * @enum {string}
             */
            by: "account" | "operator";
            /**
             * Format: date-time
             * @description ISO 8601, in UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When what is revoked has expired, and the revocation goes.
             */
            expiresAt: string;
        };
        DeleteRevocationResponse: {
            revocationId: string;
        };
        CreateFontResponse: {
            fontId: string;
            font: components["schemas"]["Font"];
            /** @description Fields and parameters of the request that are not known and were ignored, and what will not be rendered of a font; absent if there are none. */
            warnings?: string[];
        };
        Font: {
            fontId: string;
            /** @description What templates call it in `fontFamily`. */
            family: string;
            /** @description Of a variable font the hundreds of its axis, and its ends; it has every weight between. */
            faces: {
                weight: number;
                /** @enum {string} */
                style: "normal" | "italic";
            }[];
            isVariable: boolean;
            /** @description Scripts it has letters of, by their names in Unicode. */
            scripts: string[];
            /** @description Of the file as it was sent. */
            bytes: number;
            /** @description SHA-256 of the font as it is stored, unpacked, in hex. */
            sha256: string;
            /**
             * Format: date-time
             * @description ISO 8601, in UTC.
             */
            createdAt: string;
        };
        /** @description Newest first. */
        ListFontsResponse: {
            fonts: components["schemas"]["Font"][];
        };
        DeleteFontResponse: {
            fontId: string;
        };
        CreateKeyResponse: {
            keyId: string;
            /** @description Shown this once. */
            apiKey: string;
            key: components["schemas"]["ApiKey"];
            /** @description Fields and parameters of the request that are not known and were ignored, and what will not be rendered of a font; absent if there are none. */
            warnings?: string[];
        };
        ApiKey: {
            keyId: string;
            name: string;
            scopes: ("mint" | "templates:read" | "templates:write" | "fonts:write" | "revocations:write" | "generate" | "usage:read" | "keys:write" | "sites:write" | "*")[];
            /** @description null: every template the account may use. */
            templateIds: string[] | null;
            expiresAt: string | null;
            /** @description Image mints of the key in a billing month. */
            monthlyMints: number | null;
            /** @description How many of them are used in this month; null without a limit. */
            mintsUsed: number | null;
            /** @description null for keys older than this field. */
            createdAt: string | null;
            lastUsedOn: string | null;
        };
        /** @description Newest first. */
        ListKeysResponse: {
            keys: components["schemas"]["ApiKey"][];
        };
        /** @description The API key of the request. */
        OwnKeyResponse: {
            key: components["schemas"]["ApiKey"];
        };
        DeleteKeyResponse: {
            keyId: string;
        };
        CreateSigningKeyResponse: {
            /** @description The first segment of its URLs. */
            signingKeyId: string;
            name: string;
            /** @description null: every template the account may use. */
            templateIds: string[] | null;
            /** @description Images that its URLs may render for the first time on a UTC day. */
            dailyRenders: number | null;
            /** @description Limit of the API key that created it: image mints in a billing month, of the key and all that it created together. */
            monthlyMints: number | null;
            /**
             * Format: date-time
             * @description ISO 8601, in UTC.
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, in UTC.
             */
            createdAt: string;
            /** @description What signs: `iusk.<key>.<secret>`. Shown this once. */
            signingKey: string;
            /** @description Fields and parameters of the request that are not known and were ignored, and what will not be rendered of a font; absent if there are none. */
            warnings?: string[];
        };
        /** @description Newest first. */
        ListSigningKeysResponse: {
            signingKeys: components["schemas"]["SigningKey"][];
        };
        SigningKey: {
            /** @description The first segment of its URLs. */
            signingKeyId: string;
            name: string;
            /** @description null: every template the account may use. */
            templateIds: string[] | null;
            /** @description Images that its URLs may render for the first time on a UTC day. */
            dailyRenders: number | null;
            /** @description Limit of the API key that created it: image mints in a billing month, of the key and all that it created together. */
            monthlyMints: number | null;
            /**
             * Format: date-time
             * @description ISO 8601, in UTC.
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, in UTC.
             */
            createdAt: string;
        };
        DeleteSigningKeyResponse: {
            signingKeyId: string;
            /** @description Fields and parameters of the request that are not known and were ignored, and what will not be rendered of a font; absent if there are none. */
            warnings?: string[];
        };
        PutFallbackResponse: {
            templateId: string | null;
            /** @description The version that is shown until the fallback is set again. */
            version: number | null;
            /** @description Fields and parameters of the request that are not known and were ignored, and what will not be rendered of a font; absent if there are none. */
            warnings?: string[];
        };
        /** @description The latest first; each URL once. */
        ListRenderFailuresResponse: {
            renderFailures: components["schemas"]["RenderFailure"][];
        };
        RenderFailure: {
            /**
             * Format: uri
             * @description The URL as it was requested; at most 1,024 characters of its path.
             */
            url: string;
            templateId: string;
            /**
             * @description `warning`: there is an image, probably a wrong one.
             * @enum {string}
             */
            kind: "error" | "warning";
            /** @description Error code of the request; `variables` of a warning. */
            code: string;
            message: string;
            /**
             * Format: date-time
             * @description ISO 8601, in UTC.
             */
            failedAt: string;
        };
        /** @description Successful fetches of images, not people: a link previewer shows one fetch to many. */
        ViewsResponse: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            /** @enum {string} */
            by: "day" | "template" | "platform" | "image";
            /** @description The highest count first; days in their order. */
            views: components["schemas"]["Views"][];
            /** @description Of all rows, also of those that `limit` leaves out. */
            total: number;
            /** @description Until when the logs are usually complete; null before the first log was read. */
            until: string | null;
            /** @description Fields and parameters of the request that are not known and were ignored, and what will not be rendered of a font; absent if there are none. */
            warnings?: string[];
        };
        Views: {
            /**
             * Format: date
             * @description With `by=day`: every day of the range.
             */
            day?: string;
            /** @description With `by=template` and `by=image`; empty for images of a deleted site. */
            templateId?: string;
            /**
             * @description With `by=platform`.
             * @enum {string}
             */
            platform?: "linkedin" | "slack" | "x" | "whatsapp" | "facebook" | "discord" | "telegram" | "google" | "browser" | "other";
            /**
             * Format: uri
             * @description With `by=image`.
             */
            url?: string;
            /**
             * @description With `by=image`: the last row counts all images that have none of their own.
             * @constant
             */
            others?: true;
            count: number;
        };
        /** @description What the account has used of its billing month. */
        UsageResponse: {
            plan: string;
            status: string;
            /** @description The billing month, without its end. */
            period: {
                /** Format: date-time */
                start: string;
                /** Format: date-time */
                end: string;
            };
            imageMints: components["schemas"]["UsageCount"];
            aiGenerations: components["schemas"]["UsageCount"];
            /** @description Usage events of the month that were sent, the latest `periodEnd` first, 100 at most. */
            events: components["schemas"]["UsageEvent"][];
        };
        UsageCount: {
            used: number;
            /** @description Units of a month; null for a plan without a limit. */
            limit: number | null;
            /** @description What is left of the limit; none when more is used than it, null without a limit. */
            remaining: number | null;
        };
        UsageEvent: {
            /**
             * @description Mints or generations of the account, or the limit of the key that `keyId` names.
             * @enum {string}
             */
            what: "mints" | "generations" | "monthlyMints" | "dailyRenders";
            /** @description An API key (`monthlyMints`) or a signing key (`dailyRenders`). */
            keyId?: string;
            /**
             * @description Percentage of the limit that was reached.
             * @enum {number}
             */
            threshold: 80 | 100;
            used: number;
            limit: number;
            /**
             * Format: date-time
             * @description When the count begins at zero again.
             */
            periodEnd: string;
            /** Format: date-time */
            sentAt: string;
        };
        /** @description The latest entry first. */
        ListAuditResponse: {
            /**
             * Format: date-time
             * @description ISO 8601, in UTC.
             */
            from: string;
            /**
             * Format: date-time
             * @description The end of the range, which is not part of it.
             */
            to: string;
            entries: components["schemas"]["AuditEntry"][];
            /** @description Whether there are earlier entries in the range; ask again with `to` = `at` of the last. */
            hasMore: boolean;
            /** @description Fields and parameters of the request that are not known and were ignored, and what will not be rendered of a font; absent if there are none. */
            warnings?: string[];
        };
        AuditEntry: {
            /**
             * Format: date-time
             * @description ISO 8601, in UTC.
             */
            at: string;
            /**
             * @description A request with an API key, or the operator of the service.
             * @enum {string}
             */
            by: "key" | "operator";
            /** @description The API key; absent for the operator. */
            keyId?: string;
            /** @description The operation: `createKey`, or the command of the operator: `account set`. */
            action: string;
            /** @description Id of what was changed. */
            subject: string;
            /**
             * @description `refused`: nothing was changed. `unknown`: it is being made, or ended in the middle; look at what `subject` names.
             * @enum {string}
             */
            outcome: "done" | "refused" | "unknown";
            /** @description What a command of the operator set; absent if it set no field. */
            changes?: {
                [key: string]: string;
            };
        };
        SiteResponse: {
            siteId: string;
            site: components["schemas"]["Site"];
            /** @description Fields and parameters of the request that are not known and were ignored, and what will not be rendered of a font; absent if there are none. */
            warnings?: string[];
        };
        Site: {
            /** @description The first segment of its image URLs. */
            siteId: string;
            /** @description Where its pages are. */
            origin: string;
            templateId: string;
            /** @description Shows this version of the template; null: the one that is current when a page is read. */
            version: number | null;
            /** @description Fields of the page by variable, in place of the default ones. */
            map: {
                [key: string]: string;
            };
            /** @description How long an image is shown before its page is read again. */
            refreshSeconds: number;
            /** @description Images that may be rendered for the first time on a UTC day; null: no limit of its own. Default: a tenth of the month of the plan, 1,000 for an unlimited one. */
            dailyRenders: number | null;
            /** @description Globs of the paths whose pages may have images; null: all. Others are 404 without a fetch. */
            paths: string[] | null;
            /** @description Limit of the API key that created it: image mints in a billing month, of the key and all that it created together. */
            monthlyMints: number | null;
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, in UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, in UTC.
             */
            updatedAt: string;
        };
        /** @description Newest first. */
        ListSitesResponse: {
            sites: components["schemas"]["Site"][];
        };
        DeleteSiteResponse: {
            siteId: string;
        };
        RefreshSiteResponse: {
            siteId: string;
            path: string;
            /** @description Fields and parameters of the request that are not known and were ignored, and what will not be rendered of a font; absent if there are none. */
            warnings?: string[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    mintUrl: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MintRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The month's allowance: `"mints";q=LIMIT`. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of it, and seconds to its end: `"mints";r=REMAINING;t=SECONDS`. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MintResponse"] | components["schemas"]["MintSetResponse"];
                };
            };
            /** @description INVALID_IDEMPOTENCY_KEY, INVALID_BODY, MISSING_TEMPLATE_ID, INVALID_VARIABLES, INVALID_WIDTH, INVALID_HEIGHT, INVALID_SIZE, INVALID_FORMAT, INVALID_DEVICE_PIXEL_RATIO, INVALID_VERSION, MISSING_TEMPLATE_VARIABLES, TEMPLATE_NOT_COMPILED */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_IDEMPOTENCY_KEY" | "INVALID_BODY" | "MISSING_TEMPLATE_ID" | "INVALID_VARIABLES" | "INVALID_WIDTH" | "INVALID_HEIGHT" | "INVALID_SIZE" | "INVALID_FORMAT" | "INVALID_DEVICE_PIXEL_RATIO" | "INVALID_VERSION" | "MISSING_TEMPLATE_VARIABLES" | "TEMPLATE_NOT_COMPILED";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description TEMPLATE_NOT_FOUND, VERSION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TEMPLATE_NOT_FOUND" | "VERSION_NOT_FOUND";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description IDEMPOTENCY_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "IDEMPOTENCY_IN_PROGRESS";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description IDEMPOTENCY_KEY_REUSED */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "IDEMPOTENCY_KEY_REUSED";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description QUOTA_EXCEEDED, KEY_LIMIT_EXCEEDED */
            429: {
                headers: {
                    /** @description The month's allowance: `"mints";q=LIMIT`. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of it, and seconds to its end: `"mints";r=REMAINING;t=SECONDS`. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "QUOTA_EXCEEDED" | "KEY_LIMIT_EXCEEDED";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
        };
    };
    mintUrls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MintBatchRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The month's allowance: `"mints";q=LIMIT`. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of it, and seconds to its end: `"mints";r=REMAINING;t=SECONDS`. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MintBatchResponse"];
                };
            };
            /** @description INVALID_IDEMPOTENCY_KEY, INVALID_BODY, INVALID_ITEMS, EMPTY_ITEMS, TOO_MANY_ITEMS, MISSING_TEMPLATE_ID, INVALID_VARIABLES, INVALID_WIDTH, INVALID_HEIGHT, INVALID_SIZE, INVALID_FORMAT, INVALID_DEVICE_PIXEL_RATIO, INVALID_VERSION, MISSING_TEMPLATE_VARIABLES, TEMPLATE_NOT_COMPILED */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_IDEMPOTENCY_KEY" | "INVALID_BODY" | "INVALID_ITEMS" | "EMPTY_ITEMS" | "TOO_MANY_ITEMS" | "MISSING_TEMPLATE_ID" | "INVALID_VARIABLES" | "INVALID_WIDTH" | "INVALID_HEIGHT" | "INVALID_SIZE" | "INVALID_FORMAT" | "INVALID_DEVICE_PIXEL_RATIO" | "INVALID_VERSION" | "MISSING_TEMPLATE_VARIABLES" | "TEMPLATE_NOT_COMPILED";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description TEMPLATE_NOT_FOUND, VERSION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TEMPLATE_NOT_FOUND" | "VERSION_NOT_FOUND";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description IDEMPOTENCY_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "IDEMPOTENCY_IN_PROGRESS";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description IDEMPOTENCY_KEY_REUSED */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "IDEMPOTENCY_KEY_REUSED";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description QUOTA_EXCEEDED, KEY_LIMIT_EXCEEDED */
            429: {
                headers: {
                    /** @description The month's allowance: `"mints";q=LIMIT`. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of it, and seconds to its end: `"mints";r=REMAINING;t=SECONDS`. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "QUOTA_EXCEEDED" | "KEY_LIMIT_EXCEEDED";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                scope?: "all" | "mine" | "starter";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListTemplatesResponse"];
                };
            };
            /** @description INVALID_SCOPE */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description TEMPLATES_LIST_FAILED */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TEMPLATES_LIST_FAILED";
                        message: string;
                    };
                };
            };
        };
    };
    createTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTemplateRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedTemplateResponse"];
                };
            };
            /** @description INVALID_IDEMPOTENCY_KEY, LEGACY_TEMPLATE_PAYLOAD, INVALID_JSON, MISSING_NAME, INVALID_NAME, MISSING_CODE, INVALID_CODE, COMPILE_ERROR, TOO_MANY_TEMPLATES */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_IDEMPOTENCY_KEY" | "LEGACY_TEMPLATE_PAYLOAD" | "INVALID_JSON" | "MISSING_NAME" | "INVALID_NAME" | "MISSING_CODE" | "INVALID_CODE" | "COMPILE_ERROR" | "TOO_MANY_TEMPLATES";
                        message: string;
                    };
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description IDEMPOTENCY_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "IDEMPOTENCY_IN_PROGRESS";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description IDEMPOTENCY_KEY_REUSED */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "IDEMPOTENCY_KEY_REUSED";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_TRIALS, STORAGE_QUOTA_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_TRIALS" | "STORAGE_QUOTA_EXCEEDED";
                        message: string;
                    };
                };
            };
            /** @description TEMPLATE_CREATE_FAILED */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TEMPLATE_CREATE_FAILED";
                        message: string;
                    };
                };
            };
        };
    };
    checkTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckTemplateRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckTemplateResponse"];
                };
            };
            /** @description INVALID_BODY, INVALID_CODE, INVALID_VARIABLES, INVALID_WIDTH, INVALID_HEIGHT, INVALID_SIZE, INVALID_FORMAT, INVALID_DEVICE_PIXEL_RATIO */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_BODY" | "INVALID_CODE" | "INVALID_VARIABLES" | "INVALID_WIDTH" | "INVALID_HEIGHT" | "INVALID_SIZE" | "INVALID_FORMAT" | "INVALID_DEVICE_PIXEL_RATIO";
                        message: string;
                    };
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description TEMPLATE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TEMPLATE_NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_TRIALS */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_TRIALS";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    generateTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GenerateRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The month's allowance: `"generations";q=LIMIT`. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of it, and seconds to its end: `"generations";r=REMAINING;t=SECONDS`. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerateResponse"];
                };
            };
            /** @description INVALID_IDEMPOTENCY_KEY, INVALID_JSON, INVALID_ITEMS, EMPTY_ITEMS, TOO_MANY_ITEMS, TOO_MANY_TEMPLATES */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_IDEMPOTENCY_KEY" | "INVALID_JSON" | "INVALID_ITEMS" | "EMPTY_ITEMS" | "TOO_MANY_ITEMS" | "TOO_MANY_TEMPLATES";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE, SUBSCRIPTION_REQUIRED */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE" | "SUBSCRIPTION_REQUIRED";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description IDEMPOTENCY_IN_PROGRESS, GENERATION_CANCELED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "IDEMPOTENCY_IN_PROGRESS" | "GENERATION_CANCELED";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description IDEMPOTENCY_KEY_REUSED, PARSE_FAILED */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "IDEMPOTENCY_KEY_REUSED" | "PARSE_FAILED";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description QUOTA_EXCEEDED, TOO_MANY_FAILED_GENERATIONS, STORAGE_QUOTA_EXCEEDED */
            429: {
                headers: {
                    /** @description The month's allowance: `"generations";q=LIMIT`. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of it, and seconds to its end: `"generations";r=REMAINING;t=SECONDS`. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "QUOTA_EXCEEDED" | "TOO_MANY_FAILED_GENERATIONS" | "STORAGE_QUOTA_EXCEEDED";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
            /** @description AI_NOT_CONFIGURED, GENERATION_FAILED */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "AI_NOT_CONFIGURED" | "GENERATION_FAILED";
                        message: string;
                        /** @description Index of the item, or the size, at fault. */
                        item?: number;
                    };
                };
            };
        };
    };
    reviseTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviseRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The month's allowance: `"generations";q=LIMIT`. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of it, and seconds to its end: `"generations";r=REMAINING;t=SECONDS`. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviseResponse"];
                };
            };
            /** @description INVALID_IDEMPOTENCY_KEY, MISSING_TEMPLATE_ID, INVALID_BODY, TOO_MANY_VERSIONS */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_IDEMPOTENCY_KEY" | "MISSING_TEMPLATE_ID" | "INVALID_BODY" | "TOO_MANY_VERSIONS";
                        message: string;
                    };
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE, SUBSCRIPTION_REQUIRED */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE" | "SUBSCRIPTION_REQUIRED";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description TEMPLATE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TEMPLATE_NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description IDEMPOTENCY_IN_PROGRESS, GENERATION_CANCELED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "IDEMPOTENCY_IN_PROGRESS" | "GENERATION_CANCELED";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description IDEMPOTENCY_KEY_REUSED, PARSE_FAILED */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "IDEMPOTENCY_KEY_REUSED" | "PARSE_FAILED";
                        message: string;
                    };
                };
            };
            /** @description QUOTA_EXCEEDED, TOO_MANY_FAILED_GENERATIONS, STORAGE_QUOTA_EXCEEDED */
            429: {
                headers: {
                    /** @description The month's allowance: `"generations";q=LIMIT`. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of it, and seconds to its end: `"generations";r=REMAINING;t=SECONDS`. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "QUOTA_EXCEEDED" | "TOO_MANY_FAILED_GENERATIONS" | "STORAGE_QUOTA_EXCEEDED";
                        message: string;
                    };
                };
            };
            /** @description AI_NOT_CONFIGURED, GENERATION_FAILED */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "AI_NOT_CONFIGURED" | "GENERATION_FAILED";
                        message: string;
                    };
                };
            };
        };
    };
    getGeneration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The Idempotency-Key of the request, best a UUID. */
                generationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationProgress"];
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description GENERATION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "GENERATION_NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    cancelGeneration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The Idempotency-Key of the request, best a UUID. */
                generationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationProgress"];
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description GENERATION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "GENERATION_NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    getTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetTemplateResponse"];
                };
            };
            /** @description MISSING_TEMPLATE_ID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_TEMPLATE_ID";
                        message: string;
                    };
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description TEMPLATE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TEMPLATE_NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description TEMPLATE_FETCH_FAILED */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TEMPLATE_FETCH_FAILED";
                        message: string;
                    };
                };
            };
        };
    };
    deleteTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteTemplateResponse"];
                };
            };
            /** @description MISSING_TEMPLATE_ID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_TEMPLATE_ID";
                        message: string;
                    };
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description TEMPLATE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TEMPLATE_NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description TEMPLATE_DELETE_FAILED */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TEMPLATE_DELETE_FAILED";
                        message: string;
                    };
                };
            };
        };
    };
    updateTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTemplateRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedTemplateResponse"];
                };
            };
            /** @description LEGACY_TEMPLATE_PAYLOAD, MISSING_TEMPLATE_ID, INVALID_JSON, EMPTY_UPDATE, INVALID_NAME, INVALID_CODE, COMPILE_ERROR, TOO_MANY_VERSIONS */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "LEGACY_TEMPLATE_PAYLOAD" | "MISSING_TEMPLATE_ID" | "INVALID_JSON" | "EMPTY_UPDATE" | "INVALID_NAME" | "INVALID_CODE" | "COMPILE_ERROR" | "TOO_MANY_VERSIONS";
                        message: string;
                    };
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description TEMPLATE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TEMPLATE_NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_TRIALS, STORAGE_QUOTA_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_TRIALS" | "STORAGE_QUOTA_EXCEEDED";
                        message: string;
                    };
                };
            };
            /** @description TEMPLATE_UPDATE_FAILED */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TEMPLATE_UPDATE_FAILED";
                        message: string;
                    };
                };
            };
        };
    };
    listVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListVersionsResponse"];
                };
            };
            /** @description MISSING_TEMPLATE_ID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_TEMPLATE_ID";
                        message: string;
                    };
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description TEMPLATE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TEMPLATE_NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description TEMPLATE_FETCH_FAILED */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TEMPLATE_FETCH_FAILED";
                        message: string;
                    };
                };
            };
        };
    };
    getVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                templateId: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetTemplateResponse"];
                };
            };
            /** @description MISSING_TEMPLATE_ID, INVALID_VERSION */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_TEMPLATE_ID" | "INVALID_VERSION";
                        message: string;
                    };
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description TEMPLATE_NOT_FOUND, VERSION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TEMPLATE_NOT_FOUND" | "VERSION_NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description TEMPLATE_FETCH_FAILED */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TEMPLATE_FETCH_FAILED";
                        message: string;
                    };
                };
            };
        };
    };
    restoreVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                templateId: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedTemplateResponse"];
                };
            };
            /** @description MISSING_TEMPLATE_ID, INVALID_VERSION, COMPILE_ERROR, TOO_MANY_VERSIONS */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_TEMPLATE_ID" | "INVALID_VERSION" | "COMPILE_ERROR" | "TOO_MANY_VERSIONS";
                        message: string;
                    };
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description TEMPLATE_NOT_FOUND, VERSION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TEMPLATE_NOT_FOUND" | "VERSION_NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_TRIALS, STORAGE_QUOTA_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_TRIALS" | "STORAGE_QUOTA_EXCEEDED";
                        message: string;
                    };
                };
            };
            /** @description TEMPLATE_UPDATE_FAILED */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TEMPLATE_UPDATE_FAILED";
                        message: string;
                    };
                };
            };
        };
    };
    listRevocations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListRevocationsResponse"];
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    createRevocation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRevocationRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateRevocationResponse"];
                };
            };
            /** @description INVALID_BODY, INVALID_VERSION, TOO_MANY_REVOCATIONS */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_BODY" | "INVALID_VERSION" | "TOO_MANY_REVOCATIONS";
                        message: string;
                    };
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description URL_NOT_FOUND, TEMPLATE_NOT_FOUND, VERSION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "URL_NOT_FOUND" | "TEMPLATE_NOT_FOUND" | "VERSION_NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    deleteRevocation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                revocationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteRevocationResponse"];
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description REVOCATION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "REVOCATION_NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    listFonts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListFontsResponse"];
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    createFont: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateFontRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateFontResponse"];
                };
            };
            /** @description INVALID_BODY, INVALID_FONT, TOO_MANY_FONTS */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_BODY" | "INVALID_FONT" | "TOO_MANY_FONTS";
                        message: string;
                    };
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_TRIALS, STORAGE_QUOTA_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_TRIALS" | "STORAGE_QUOTA_EXCEEDED";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    deleteFont: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                fontId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteFontResponse"];
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description FONT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "FONT_NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListKeysResponse"];
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKeyRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateKeyResponse"];
                };
            };
            /** @description INVALID_BODY, MISSING_NAME, INVALID_NAME, TOO_MANY_KEYS */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_BODY" | "MISSING_NAME" | "INVALID_NAME" | "TOO_MANY_KEYS";
                        message: string;
                    };
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description TEMPLATE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TEMPLATE_NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    getOwnKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnKeyResponse"];
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    deleteKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteKeyResponse"];
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description KEY_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    listSigningKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSigningKeysResponse"];
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    createSigningKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSigningKeyRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateSigningKeyResponse"];
                };
            };
            /** @description INVALID_BODY, MISSING_NAME, INVALID_NAME, TOO_MANY_KEYS */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_BODY" | "MISSING_NAME" | "INVALID_NAME" | "TOO_MANY_KEYS";
                        message: string;
                    };
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description TEMPLATE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TEMPLATE_NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    deleteSigningKey: {
        parameters: {
            query?: {
                /** @description Takes back its URLs as well. */
                revoke?: "true" | "false";
            };
            header?: never;
            path: {
                signingKeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteSigningKeyResponse"];
                };
            };
            /** @description INVALID_BODY, TOO_MANY_REVOCATIONS */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_BODY" | "TOO_MANY_REVOCATIONS";
                        message: string;
                    };
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description SIGNING_KEY_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SIGNING_KEY_NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    putFallback: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutFallbackRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PutFallbackResponse"];
                };
            };
            /** @description INVALID_BODY, MISSING_TEMPLATE_ID, MISSING_TEMPLATE_VARIABLES, TEMPLATE_NOT_COMPILED, INVALID_VARIABLES */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_BODY" | "MISSING_TEMPLATE_ID" | "MISSING_TEMPLATE_VARIABLES" | "TEMPLATE_NOT_COMPILED" | "INVALID_VARIABLES";
                        message: string;
                    };
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description TEMPLATE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TEMPLATE_NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description QUOTA_EXCEEDED, TOO_MANY_TRIALS, STORAGE_QUOTA_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "QUOTA_EXCEEDED" | "TOO_MANY_TRIALS" | "STORAGE_QUOTA_EXCEEDED";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    listRenderFailures: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListRenderFailuresResponse"];
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    getViews: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                by?: "day" | "template" | "platform" | "image";
                /** @description Only views of this template. */
                templateId?: string;
                /** @description Rows, those with the highest counts; at most 1000. Days are all listed. */
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewsResponse"];
                };
            };
            /** @description INVALID_QUERY */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_QUERY";
                        message: string;
                    };
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description VIEWS_NOT_COUNTED */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VIEWS_NOT_COUNTED";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageResponse"];
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                /** @description At most 1000. */
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAuditResponse"];
                };
            };
            /** @description INVALID_QUERY */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_QUERY";
                        message: string;
                    };
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    listSites: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSitesResponse"];
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    createSite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSiteRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteResponse"];
                };
            };
            /** @description INVALID_BODY, MISSING_TEMPLATE_ID, INVALID_VERSION, TOO_MANY_SITES */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_BODY" | "MISSING_TEMPLATE_ID" | "INVALID_VERSION" | "TOO_MANY_SITES";
                        message: string;
                    };
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description TEMPLATE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TEMPLATE_NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description SITE_EXISTS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SITE_EXISTS";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    deleteSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteSiteResponse"];
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description SITE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SITE_NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    updateSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSiteRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteResponse"];
                };
            };
            /** @description INVALID_BODY, MISSING_TEMPLATE_ID, INVALID_VERSION */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_BODY" | "MISSING_TEMPLATE_ID" | "INVALID_VERSION";
                        message: string;
                    };
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description TEMPLATE_NOT_FOUND, SITE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TEMPLATE_NOT_FOUND" | "SITE_NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    refreshSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshSiteRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefreshSiteResponse"];
                };
            };
            /** @description INVALID_BODY */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_BODY";
                        message: string;
                    };
                };
            };
            /** @description MISSING_API_KEY, INVALID_API_KEY, KEY_EXPIRED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MISSING_API_KEY" | "INVALID_API_KEY" | "KEY_EXPIRED";
                        message: string;
                    };
                };
            };
            /** @description NO_SUBSCRIPTION, SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NO_SUBSCRIPTION" | "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description KEY_INACTIVE, INSUFFICIENT_SCOPE */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "KEY_INACTIVE" | "INSUFFICIENT_SCOPE";
                        message: string;
                    };
                };
            };
            /** @description SITE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SITE_NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    renderSiteImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The site. */
                siteId: string;
                /** @description The path of the page, and the format: `blog/first.jpg`; `index.jpg` for the home page. */
                page: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description `User-Agent`, only where link previewers get other bytes than everybody else. */
                    Vary?: string;
                    /** @description Which of the two answers it is, only where there are two: `previewer` or `other`. */
                    "x-image-client-class"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/webp": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description URL_DENIED */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "URL_DENIED";
                        message: string;
                    };
                };
            };
            /** @description SITE_NOT_FOUND, PAGE_NOT_USABLE, TEMPLATE_NOT_FOUND, VERSION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SITE_NOT_FOUND" | "PAGE_NOT_USABLE" | "TEMPLATE_NOT_FOUND" | "VERSION_NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description URL_REVOKED */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "URL_REVOKED";
                        message: string;
                    };
                };
            };
            /** @description INVALID_VARIABLES */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_VARIABLES";
                        message: string;
                    };
                };
            };
            /** @description QUOTA_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "QUOTA_EXCEEDED";
                        message: string;
                    };
                };
            };
            /** @description RENDER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "RENDER_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    renderOnDemand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifies the signing key. */
                key: string;
                /** @description HMAC-SHA256 over everything after it, as base64url. */
                signature: string;
                /** @description The template. */
                templateId: string;
                /** @description `-`, or tokens in this order: `v3-w1200-h630-x2-q80-e20301231`. */
                options: string;
                /** @description base64url of the variables as JSON, `-` for none, and the format: `e30.png`. */
                payload: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description `User-Agent`, only where link previewers get other bytes than everybody else. */
                    Vary?: string;
                    /** @description Which of the two answers it is, only where there are two: `previewer` or `other`. */
                    "x-image-client-class"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/webp": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description MAX_DEPTH */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MAX_DEPTH";
                        message: string;
                    };
                };
            };
            /** @description SUBSCRIPTION_INACTIVE */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SUBSCRIPTION_INACTIVE";
                        message: string;
                    };
                };
            };
            /** @description URL_EXPIRED, INVALID_SIGNATURE, URL_DENIED */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "URL_EXPIRED" | "INVALID_SIGNATURE" | "URL_DENIED";
                        message: string;
                    };
                };
            };
            /** @description TEMPLATE_NOT_FOUND, VERSION_NOT_FOUND, VNODE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TEMPLATE_NOT_FOUND" | "VERSION_NOT_FOUND" | "VNODE_NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description URL_REVOKED */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "URL_REVOKED";
                        message: string;
                    };
                };
            };
            /** @description INVALID_VARIABLES */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_VARIABLES";
                        message: string;
                    };
                };
            };
            /** @description QUOTA_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "QUOTA_EXCEEDED";
                        message: string;
                    };
                };
            };
            /** @description RENDER_ERROR, INVALID_VNODE */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "RENDER_ERROR" | "INVALID_VNODE";
                        message: string;
                    };
                };
            };
        };
    };
    renderImage: {
        parameters: {
            query: {
                templateId: string;
                uid: string;
                exp: string;
                sig: string;
                rv: string;
                tv: string;
                tvn?: string;
                width: string;
                height: string;
                format: string;
                quality?: string;
                dpr: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description `User-Agent`, only where link previewers get other bytes than everybody else. */
                    Vary?: string;
                    /** @description Which of the two answers it is, only where there are two: `previewer` or `other`. */
                    "x-image-client-class"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/webp": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description MAX_DEPTH */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MAX_DEPTH";
                        message: string;
                    };
                };
            };
            /** @description URL_EXPIRED, INVALID_SIGNATURE, URL_DENIED */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "URL_EXPIRED" | "INVALID_SIGNATURE" | "URL_DENIED";
                        message: string;
                    };
                };
            };
            /** @description VNODE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VNODE_NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description URL_REVOKED */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "URL_REVOKED";
                        message: string;
                    };
                };
            };
            /** @description RENDER_ERROR, INVALID_VNODE */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "RENDER_ERROR" | "INVALID_VNODE";
                        message: string;
                    };
                };
            };
        };
    };
}
