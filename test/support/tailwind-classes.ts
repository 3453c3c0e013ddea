import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { __unstable__loadDesignSystem } from 'tailwindcss';

const theme = readFileSync(createRequire(import.meta.url).resolve('tailwindcss/theme.css'), 'utf8');
const system = await __unstable__loadDesignSystem(`${theme}\n@tailwind utilities;`);

/** Every class that Tailwind lists. */
export const listedClasses: readonly string[] = system.getClassList().map(([name]) => name);

/** Every variant that Tailwind lists, with each of its values: `hover`, `group-hover`, `max-md`. */
export const listedVariants: readonly string[] = system
  .getVariants()
  .flatMap(({ name, values, hasDash }) => [
    ...(values.length === 0 ? [name] : []),
    ...values.map((value) => (value === 'DEFAULT' ? name : `${name}${hasDash ? '-' : ''}${value}`)),
  ]);

/** Classes with values of their own, in the forms that templates write. */
export const arbitraryClasses: readonly string[] = `
  w-[100px] w-[50%] w-[10rem] w-(--x) h-[calc(100%-20px)] w-[min(100%,300px)] w-[length:100px] size-[40px]
  min-w-[3rem] max-w-[20ch] max-h-[50vh] p-[10px] px-[1.5em] pt-[3vh] ps-[10px] pe-[10px] -mt-[10px] -mx-[5%]
  m-[auto] mt-[-4px] mx-[calc(50%-10px)] gap-[12px] gap-x-[1em] space-x-[10px] top-[10px] -left-[20px] inset-[5%]
  inset-x-[10px] start-[10px] end-[20px] inset-[auto_0_0_auto] text-[28px] text-[28px]/[1.1] text-[28px]/7
  text-[28px]/none text-[#ff0000] text-[rgb(1,2,3)] text-[rgba(1,2,3,0.5)] text-[color:red] text-[length:20px]
  text-[1.5rem] text-[clamp(10px,5vw,40px)] text-[red] text-[hsl(10,50%,50%)] text-[hsl(10_50%_50%)] text-lg/6
  text-lg/[30px] text-lg/loose text-[oklch(0.5_0.2_20)] leading-[1.1] leading-[30px] leading-[normal]
  tracking-[0.2em] -tracking-[1px] tracking-[-0.05em] font-[650] font-[Inter] font-['Open_Sans'] indent-[20px]
  bg-[#123456] bg-[#123456]/50 bg-[rgb(1,2,3)] bg-[url(https://a.example/a.png)]
  bg-[url('https://a.example/a_b.png')] bg-[linear-gradient(90deg,#f00,#00f)]
  bg-[linear-gradient(to_right,red,blue)] bg-[radial-gradient(circle_at_center,red,blue)]
  bg-[image:linear-gradient(red,blue)] bg-[length:20px_20px] bg-[size:20px] bg-[position:10px_20px] bg-[center_top]
  bg-[color:red] bg-[conic-gradient(red,blue)] bg-size-[20px_30px] bg-position-[10px_20px]
  bg-linear-[25deg,red_5%,yellow_60%] bg-radial-[at_50%_75%] bg-[color-mix(in_srgb,red_50%,blue)] bg-red-500/50
  bg-red-500/[0.3] bg-red-500/[30%] bg-black/5 bg-white/[.08] bg-[transparent] bg-[currentColor] border-[3px]
  border-[#f00] border-t-[3px] border-x-[#fff] border-[length:2px] border-[color:red] border-red-500/20
  border-b-[0.5em] border-l-red-500/50 border-s-[3px] border-[rgb(1,2,3)] rounded-[12px] rounded-t-[12px]
  rounded-tl-[50%] rounded-[50%_20%] rounded-[10px/20px] rounded-[inherit] rounded-s-[5px] shadow-[0_0_10px_#fff]
  shadow-[0_4px_6px_rgba(0,0,0,0.3)] shadow-[inset_0_1px_0_#fff] shadow-[0_0_4px_red,0_0_8px_blue]
  shadow-red-500/50 ring-[3px] ring-[#f00] ring-offset-[3px] inset-shadow-[0_2px_4px_red]
  text-shadow-[0_2px_4px_red] drop-shadow-[0_2px_4px_red] drop-shadow-[0_0_2px_rgba(0,0,0,0.5)] opacity-[.35]
  opacity-[35%] opacity-15 opacity-33 z-[100] -z-10 -z-[5] order-[3] -order-2 grow-[2] shrink-[0.5] flex-[2]
  flex-[1_1_0%] flex-[0_0_40px] basis-[30%] basis-1/3 grid-cols-[1fr_2fr] grid-cols-[repeat(3,minmax(0,1fr))]
  grid-cols-[200px_auto_1fr] grid-rows-[auto_1fr] col-span-[2] col-[1/3] col-start-[2] -col-start-2 row-span-3
  row-[span_2] auto-cols-[40px] auto-rows-[minmax(0,1fr)] auto-rows-[40px] grid-cols-15 grid-cols-[auto,1fr]
  rotate-[17deg] -rotate-[17deg] rotate-17 -rotate-45 scale-[1.7] scale-x-[0.5] scale-[0.5_2] -scale-x-100
  translate-x-[10px] -translate-x-[50%] -translate-y-1/2 translate-[10px] translate-x-[calc(50%-10px)]
  skew-x-[10deg] -skew-y-6 origin-[top_left] origin-[33%_75%] transform-[rotate(5deg)] rotate-x-45 rotate-[0.5turn]
  blur-[3px] brightness-[1.25] brightness-125 contrast-[.8] saturate-[1.5] grayscale-[50%] grayscale-50
  hue-rotate-[90deg] -hue-rotate-60 invert-[.2] sepia-[.5] backdrop-blur-[3px] backdrop-brightness-[.5]
  filter-[blur(2px)] backdrop-filter-[blur(2px)] object-[10px_20px] object-[center_bottom] aspect-[4/3]
  aspect-[1.5] aspect-4/3 columns-[200px] content-['x'] content-["a_b"] line-clamp-[4] line-clamp-7 list-[square]
  list-[upper-roman] list-image-[url(a.png)] align-[4px] align-[middle] underline-offset-[3px] -underline-offset-2
  decoration-[3px] decoration-[#f00] decoration-red-500/50 outline-[3px] outline-[#f00] outline-offset-[3px]
  -outline-offset-4 outline-red-500 outline-4 fill-[#f00] stroke-[#f00] stroke-[3px] stroke-3 fill-red-500/50
  mask-[linear-gradient(black,transparent)] mask-[url(a.png)] mask-linear-[45deg] mask-radial-[100px_50px]
  mask-radial-at-[10%_20%] mask-t-from-[10px] mask-size-[20px] mask-position-[10px] [mask-type:luminance]
  [color:red] [--x:5px] [writing-mode:vertical-rl] [text-shadow:0_1px_2px_red]
  [background:linear-gradient(red,blue)] [-webkit-text-stroke:1px_red] !p-4 p-4! -m-4! !text-red-500 divide-[#f00]
  divide-x-[3px] perspective-[500px] transition-[opacity] duration-[200ms] ease-[linear] cursor-[grab]
  will-change-[transform] will-change-transform w-1/2 w-5/6 w-full w-screen h-screen h-dvh min-h-screen w-fit w-max
  max-w-prose max-w-screen-lg max-w-7xl max-w-xs inset-1/2 -inset-1 top-full -top-1/2 w-13 p-13 mt-7.5 p-2.75
  gap-18 from-[#f00] via-[#0f0] to-[#00f] from-[10%] from-red-500/50 leading-7 leading-5.5 text-2xl/8
  overflow-x-auto break-keep wrap-anywhere whitespace-pre text-balance font-mono font-sans tracking-tight
  antialiased select-none basis-full basis-auto basis-64 flex-1 flex-auto flex-none flex-initial grow shrink-0
  flex-shrink-0 flex-grow overflow-ellipsis decoration-slice decoration-clone bg-gradient-to-tr inline-[100px]
  block-[50px] mbs-[10px] border-spacing-[4px] indent-4 -indent-4 scale-105 scale-y-50 zoom-[1.5] tab-[4]
`
  .trim()
  .split(/\s+/);

/** Returns the classes that Tailwind itself does not know. */
export const getUnknownToTailwind = (names: readonly string[]): string[] => {
  const css = system.candidatesToCss([...names]);
  return names.filter((_name, index) => !css[index]);
};
