/** Returns the nearest weight by the rules of CSS: 400 and 500 are interchangeable, light prefers lighter weights. */
export const findNearestWeight = (available: readonly number[], wanted: number): number => {
  if (available.includes(wanted)) return wanted;
  const sorted = [...available].sort((a, b) => a - b);
  const lighter = sorted.filter((weight) => weight < wanted).reverse();
  const bolder = sorted.filter((weight) => weight > wanted);
  if (wanted >= 400 && wanted <= 500) {
    const upTo500 = bolder.filter((weight) => weight <= 500);
    return [...upTo500, ...lighter, ...bolder][0] ?? 400;
  }
  return (wanted < 400 ? [...lighter, ...bolder] : [...bolder, ...lighter])[0] ?? 400;
};
