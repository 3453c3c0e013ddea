const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns the last `digits` base62 digits of a number. */
export const toBase62 = (value: bigint, digits: number): string => {
  let text = '';
  for (let rest = value; text.length < digits; rest /= 62n) text = alphabet[Number(rest % 62n)] + text;
  return text;
};

/** Returns `digits` random base62 digits. */
export const toRandomDigits = (random: Uint8Array, digits: number): string =>
  toBase62(BigInt(`0x${Buffer.from(random).toString('hex')}`), digits);
