import type { ImageKind } from 'image-url-engine/images.ts';

export interface PreviewDiagnostic {
  /** A note requires no change. */
  readonly severity: 'error' | 'warning' | 'note';
  readonly code: string;
  readonly message: string;
}

/** An image of a page's tags. */
export interface PreviewImage {
  readonly url: string;
  /** Why it could not be read. */
  readonly problem?: string;
  readonly bytes?: number;
  /** Detected from its bytes; absent if it is not an image. */
  readonly type?: ImageKind;
  readonly width?: number;
  readonly height?: number;
  /** Its bytes in base64. */
  readonly data?: string;
}

/** How one platform displays a page. */
export interface PlatformPreview {
  readonly name: string;
  /** X shows a small square beside the text unless the page requests a large image. */
  readonly layout: 'large' | 'small' | 'text';
  readonly title: string;
  readonly description: string;
  /** The `url` of one of the preview's images. */
  readonly image?: string;
}

export interface PagePreview {
  /** URL after redirects. */
  readonly url: string;
  readonly site: string;
  readonly platforms: readonly PlatformPreview[];
  readonly images: readonly PreviewImage[];
  readonly diagnostics: readonly PreviewDiagnostic[];
}
