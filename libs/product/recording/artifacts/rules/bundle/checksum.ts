const SHA1 = /^[0-9a-f]{40}$/;

/** Whether a text can name a chunk or a bundle: a SHA-1 in small letters. */
export function isChecksum(text: string): boolean {
  return SHA1.test(text);
}
