import 'react';

declare module 'react' {
  interface HTMLAttributes<T> {
    /** Tailwind utilities. */
    tw?: string;
    /** The largest font size, in a range of pixels, at which the text stays in its box. */
    fit?: true | [smallest: number, largest: number];
  }
}
