import type { ImageKind } from '../../lambdas/contract/image-bytes.ts';

export interface PreviewDiagnostic {
  /** A note is nothing wrong. */
  readonly severity: 'error' | 'warning' | 'note';
  readonly code: string;
  readonly message: string;
}

/** An image that a page names. */
export interface PreviewImage {
  readonly url: string;
  /** Why it could not be read. */
  readonly problem?: string;
  readonly bytes?: number;
  /** By its bytes; absent for what is no image. */
  readonly type?: ImageKind;
  readonly width?: number;
  readonly height?: number;
  /** Base64 of its bytes. */
  readonly data?: string;
}

/** What one platform shows of a page. */
export interface PlatformPreview {
  readonly name: string;
  /** X shows a small square beside the text unless the page asks for a large image. */
  readonly layout: 'large' | 'small' | 'text';
  readonly title: string;
  readonly description: string;
  /** The `url` of one of the preview's images. */
  readonly image?: string;
}

export interface PagePreview {
  /** Where redirects led. */
  readonly url: string;
  readonly site: string;
  readonly platforms: readonly PlatformPreview[];
  readonly images: readonly PreviewImage[];
  readonly diagnostics: readonly PreviewDiagnostic[];
}
